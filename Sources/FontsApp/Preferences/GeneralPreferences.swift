internal import FontModel
internal import FontRegistry
internal import FontsModel
internal import Gtk

/// The settings that the service follows.
@UI
final class GeneralPreferences {
    let page: PreferencesPage
    private unowned let session: AppSession
    private let helper: SwitchRow
    private let install: ComboRow
    private let download: ComboRow
    private var connections: [Connection] = []

    private static let installs: [FontPolicy.Install] = [.allow, .ask, .deny]
    private static let downloads: [FontPolicy.Download] = [.allow, .ask, .never]

    init(_ session: AppSession) {
        self.session = session
        helper = SwitchRow(
            tr("Update Running Programs"),
            subtitle: tr("Programs that are open show new fonts, and no longer those that are turned off."))
        install = ComboRow(
            tr("Install Fonts"), Self.installs.map { ProviderRow.Permission.text($0.rawValue) })
        download = ComboRow(
            tr("Download Fonts"), Self.downloads.map { ProviderRow.Permission.text($0.rawValue) })
        let programs = Button(tr("_Programs…"))
        programs.verticalAlign = .center
        page = PreferencesPage(
            title: tr("General"), icon: "preferences-system-symbolic",
            [
                PreferencesGroup(title: tr("Desktop"), [helper]),
                PreferencesGroup(
                    title: tr("Programs in Sandboxes"),
                    text: tr("For programs without settings of their own, such as those of Flatpak."),
                    [install, download]
                ).with { $0.set(button: programs) },
            ])
        page.isSensitive = false
        programs.onClick { [weak self] in
            self?.page.window?.close()
            self?.session.window?.show(.programs)
        }
        connections = [
            helper.onSwitch { [weak self] in self?.store() }, install.onSelect { [weak self] in self?.store() },
            download.onSelect { [weak self] in self?.store() },
        ]
        load()
    }

    private func load() {
        guard let library = session.library else { return }
        Task { @UI [weak self] in
            do throws(FontError) {
                let policy = try await library.policy()
                self?.show(FontsModel.Preferences(policy))
            } catch {
                self?.session.report(error)
            }
        }
    }

    private func show(_ preferences: FontsModel.Preferences) {
        silently {
            helper.isOn = preferences.helpsDesktop
            install.selected = Self.installs.firstIndex(of: preferences.sandboxedInstall)
            download.selected = Self.downloads.firstIndex(of: preferences.sandboxedDownload)
        }
        page.isSensitive = true
    }

    private func store() {
        guard let library = session.library, let chosen = install.selected, let other = download.selected,
            Self.installs.indices.contains(chosen), Self.downloads.indices.contains(other)
        else { return }
        let (isOn, install, download) = (helper.isOn, Self.installs[chosen], Self.downloads[other])
        Task { @UI [weak self] in
            do throws(FontError) {
                try await library.changePolicy { policy in
                    var preferences = FontsModel.Preferences(policy)
                    preferences.helpsDesktop = isOn
                    preferences.sandboxedInstall = install
                    preferences.sandboxedDownload = download
                    preferences.apply(to: &policy)
                }
            } catch {
                self?.session.report(error)
                self?.load()
            }
        }
    }

    /// Changes the rows without storing what they show.
    private func silently(_ change: @UI () -> Void) {
        connections[0].silently {
            connections[1].silently {
                connections[2].silently { change() }
            }
        }
    }
}
