internal import FontModel
internal import FontsModel
internal import Foundation
internal import Gtk

/// The page with the facts of a style, its files and its licence.
@UI
final class InformationView: Widget {
    nonisolated let reference: Reference
    private let bin = Bin()
    private let state: FamilyState
    private var shown: StyleRow.ID?
    private var shownFamily: String?
    private var reading: Task<Void, Never>?

    init(_ state: FamilyState) {
        self.state = state
        reference = bin.reference
        state.observe(self) { view, change in
            guard case .style = change else { return }
            view.shown = nil
            if view.bin.isMapped { view.read() }
        }
        bin.onMap { [weak self] in self?.read() }
    }

    private func read() {
        guard let style = state.style, let family = state.family, shown != style.id else { return }
        shown = style.id
        reading?.cancel()
        // What is shown stays until the facts are read: a spinner would flash for most fonts.
        if family.id != shownFamily { showProgress() }
        shownFamily = family.id
        reading = Task { @UI [weak self, reader = state.reader] in
            var failure: FontError?
            var facts: FontFacts?
            do throws(FontError) { facts = try await reader.facts(of: style, in: family, hasLanguages: false) } catch {
                failure = error
            }
            let license = try? await reader.license(of: family.id)
            guard let self, !Task.isCancelled else { return }
            let page = show(facts, license, of: family, failure)
            // The shares of hundreds of languages take a while.
            let languages = await reader.languages(of: style)
            guard !Task.isCancelled, let languages else { return }
            page.add(FactsGroup.make(languages))
        }
    }

    private func showProgress() {
        let spinner = Spinner()
        spinner.isSpinning = true
        spinner.setLeastSize(width: 32, height: 32)
        spinner.horizontalAlign = .center
        spinner.verticalAlign = .center
        spinner.setAccessibleLabel(tr("The facts are read"))
        bin.set(child: spinner)
    }

    private func show(
        _ facts: FontFacts?, _ license: LicensePage?, of family: FamilyDetails, _ failure: FontError?
    ) -> PreferencesPage {
        let page = PreferencesPage()
        if let failure {
            let text = ErrorText(failure)
            page.add(PreferencesGroup(title: text.title, text: text.body))
        }
        for section in facts?.sections ?? [] { page.add(FactsGroup.make(section)) }
        page.add(FileGroup.make(family, in: state.session))
        if let license { page.add(LicenseGroup.make(license)) }
        bin.set(child: page)
        return page
    }
}

/// Facts of one kind.
@UI
enum FactsGroup {
    /// The facts above which they are shown on demand: a font may have hundreds of languages.
    private static let most = 12

    static func make(_ section: FontFacts.Section) -> PreferencesGroup {
        let group = PreferencesGroup(title: section.title)
        guard section.facts.count > most else {
            for fact in section.facts { group.add(row(fact)) }
            return group
        }
        let expander = ExpanderRow(
            trn("{count} entry", "{count} entries", section.facts.count))
        expander.setAccessibleLabel(tr("{section}: {entries}", ["section": section.title, "entries": expander.title]))
        var isFilled = false
        expander.onExpand { [weak expander] in
            guard let expander, expander.isExpanded, !isFilled else { return }
            isFilled = true
            for fact in section.facts { expander.add(row(fact)) }
        }
        group.add(expander)
        // The handle has to live as long as the row, whose handler fills it.
        group.attach(expander, as: "fonts-expander")
        return group
    }

    private static func row(_ fact: FontFacts.Fact) -> ActionRow {
        let row = ActionRow(fact.label, subtitle: fact.value)
        row.setLines(title: nil, subtitle: nil)
        row.setSubtitleSelectable()
        if let link = fact.link {
            let button = Button(
                icon: "web-browser-symbolic", hint: tr("Open {address}", ["address": link.host() ?? ""]))
            button.isFlat = true
            button.verticalAlign = .center
            button.onClick { Task { @UI in _ = await Launcher.open(uri: link.absoluteString) } }
            row.append(end: button)
        }
        return row
    }
}

/// The files of a family.
@UI
enum FileGroup {
    static func make(_ family: FamilyDetails, in session: AppSession) -> PreferencesGroup {
        let group = PreferencesGroup(title: tr("Files"))
        for file in family.files { group.add(row(file, in: session)) }
        return group
    }

    private static func row(_ file: FileRow, in session: AppSession) -> ActionRow {
        let row = ActionRow(file.title, subtitle: ListText.names(file.styles))
        row.setLines(title: nil, subtitle: nil)
        if let path = file.path {
            let button = Button(
                icon: "folder-open-symbolic", hint: tr("Show {file} in its folder", ["file": file.title]))
            button.isFlat = true
            button.verticalAlign = .center
            button.onClick { [weak session] in
                Task { @UI in
                    guard await Launcher.showInFolder(File(path: path)) != nil else { return }
                    session?.window?.show(Toast(tr("No program shows folders.")))
                }
            }
            row.append(end: button)
        }
        let control = Switch()
        control.isOn = file.isOn
        control.setAccessibleLabel(tr("{file} is turned on", ["file": file.title]))
        control.onSwitch { [weak session, weak control] in
            guard let control, control.isOn != file.isOn else { return }
            session?.run(.setFiles([file.target], title: file.switchedTitle, isOn: control.isOn))
        }
        // The handle has to live as long as the row, whose switch it reads.
        row.attach(control, as: "fonts-switch")
        row.append(end: control)
        return row
    }
}

/// The licence of a family, with its texts.
@UI
enum LicenseGroup {
    /// The most characters of a text that are shown: a font may have a text of megabytes.
    private static let most = 100_000

    static func make(_ license: LicensePage) -> PreferencesGroup {
        let group = PreferencesGroup(title: tr("Licence"))
        let name = ActionRow(
            license.title, subtitle: license.isOpen ? tr("An open licence") : license.holders.joined(separator: "\n"))
        name.setLines(title: nil, subtitle: nil)
        group.add(name)
        if license.isOpen, !license.holders.isEmpty {
            let holders = ActionRow(tr("Copyright"), subtitle: license.holders.joined(separator: "\n"))
            holders.setLines(title: nil, subtitle: nil)
            group.add(holders)
        }
        for (file, text) in license.texts {
            let row = ExpanderRow(file.isEmpty ? tr("Text in the font") : file)
            row.setAccessibleLabel(row.title)
            let view = TextView(String(text.prefix(most)), isEditable: false)
            view.setAccessibleLabel(tr("Text of the licence"))
            view.setPadding(12)
            let scrolled = ScrolledWindow(view)
            scrolled.setContentHeight(least: 160, most: 320)
            let holder = ListBoxRow(scrolled)
            holder.set(isActivatable: false)
            holder.setAccessibleLabel(tr("Text of the licence"))
            row.add(holder)
            group.add(row)
        }
        return group
    }
}
