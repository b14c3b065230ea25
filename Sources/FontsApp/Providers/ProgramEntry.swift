internal import FontModel
internal import FontRegistry
internal import FontsModel
internal import Gtk

/// A program in the list: its name, icon and fonts, and below them what it may do.
@UI
final class ProgramEntry: Widget {
    nonisolated let reference: Reference
    let id: String
    private unowned let session: AppSession
    private let row: ExpanderRow
    private let icon: Image
    private var provider: FontsModel.ProviderFacts
    private var shown: ProviderRow
    /// The rows inside, which are made when they are first shown.
    private var announced: ActionRow?
    private var removal: ActionRow?
    private var permissions: [ProviderRow.Permission.Member: PermissionRow] = [:]
    private var hasContents = false

    init(_ provider: FontsModel.ProviderFacts, in session: AppSession) {
        self.session = session
        self.provider = provider
        id = provider.id
        shown = ProviderRow(provider)
        row = ExpanderRow(shown.title, subtitle: shown.subtitle)
        icon = Image(icon: "application-x-executable-symbolic", size: 32)
        icon.set(entryIcon: shown.icon)
        row.append(start: icon)
        reference = row.reference
        row.setAccessibleLabel(tr("{name}, {facts}", ["name": shown.title, "facts": shown.subtitle]))
        row.onExpand { [weak self] in self?.fill() }
    }

    /// Shows what changed of the program.
    func show(_ provider: FontsModel.ProviderFacts) {
        self.provider = provider
        let new = ProviderRow(provider)
        guard new != shown else { return }
        if new.icon != shown.icon { icon.set(entryIcon: new.icon) }
        shown = new
        row.title = new.title
        row.subtitle = new.subtitle
        row.setAccessibleLabel(tr("{name}, {facts}", ["name": new.title, "facts": new.subtitle]))
        if hasContents { update() }
    }

    private func fill() {
        guard row.isExpanded, !hasContents else { return }
        hasContents = true
        let announced = ActionRow(tr("Offers on request"))
        announced.setLines(title: nil, subtitle: 4)
        row.add(announced)
        self.announced = announced
        for permission in shown.permissions {
            let entry = PermissionRow(permission) { [weak self] member, value in self?.set(member, to: value) }
            permissions[permission.id] = entry
            row.add(entry)
        }
        let button = Button(tr("_Remove All…"))
        button.verticalAlign = .center
        button.addClass("destructive-action")
        button.setAccessibleLabel(tr("Remove all fonts of {name}…", ["name": shown.title]))
        button.onClick { [weak self] in self?.askForRemoval() }
        let removal = ActionRow(tr("All Fonts"), subtitle: shown.subtitle)
        let show = Button(tr("_Show"))
        show.verticalAlign = .center
        show.setAccessibleLabel(tr("Show the fonts of {name}", ["name": shown.title]))
        show.onClick { [weak self] in self.map { $0.session.window?.choose(.provider($0.id)) } }
        removal.append(end: show)
        removal.append(end: button)
        row.add(removal)
        self.removal = removal
        update()
    }

    private func update() {
        announced?.isVisible = !shown.announced.isEmpty
        announced?.subtitle = shown.announced.joined(separator: ", ")
        for permission in shown.permissions { permissions[permission.id]?.show(permission) }
        removal?.isVisible = shown.canRemoveAll
        removal?.subtitle = shown.subtitle
    }

    // MARK: Changing

    private func set(_ member: ProviderRow.Permission.Member, to value: String) {
        guard let library = session.library else { return }
        let id = id
        Task { @UI [weak self] in
            do throws(FontError) {
                try await library.changePolicy { $0.set(member, of: id, to: value) }
                let policy = try await library.policy()
                if let self { show(provider.following(policy)) }
            } catch {
                self?.session.report(error)
                self?.update()
            }
        }
    }

    private func askForRemoval() {
        let (title, body) = provider.removalQuestion
        let dialog = MessageDialog(parent: session.window?.window, heading: title, body: body)
        dialog.add(answer: "cancel", tr("_Cancel"))
        dialog.add(answer: "remove", tr("_Remove"), look: .destructive)
        dialog.setClosing(answer: "cancel")
        dialog.setDefault(answer: "cancel")
        dialog.onAnswer { [weak self] answer in if answer == "remove" { self?.removeAll() } }
        dialog.present()
    }

    private func removeAll() {
        guard let manager = session.manager, let commands = session.commands else { return }
        let provider = provider
        session.perform { () async throws(FontError) in
            let fonts = try await manager.registered(provider: provider.id)
            return try await commands.run(.removeProvider(provider, registrations: fonts.map(\.id)))
        }
    }
}

/// A permission or a limit with its choices.
@UI
final class PermissionRow: Widget {
    nonisolated let reference: Reference
    private let row: ComboRow
    private var offered: [PermissionChoice]
    private var connection: Connection?

    init(
        _ permission: ProviderRow.Permission,
        onChoice: @escaping @UI (ProviderRow.Permission.Member, String) -> Void
    ) {
        offered = permission.offered
        row = ComboRow(permission.title, offered.map(\.title))
        reference = row.reference
        row.selected = permission.chosen
        let member = permission.id
        connection = row.onSelect { [weak self] in
            guard let self, let place = row.selected, offered.indices.contains(place) else { return }
            onChoice(member, offered[place].value)
        }
    }

    /// Shows another value, without telling it as a choice.
    func show(_ permission: ProviderRow.Permission) {
        connection?.silently {
            if permission.offered != offered {
                offered = permission.offered
                row.set(choices: offered.map(\.title))
            }
            if row.selected != permission.chosen { row.selected = permission.chosen }
        }
    }
}
