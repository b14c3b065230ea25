internal import FontModel
internal import FontRegistry
internal import FontsModel
internal import Gtk

/// The page about what programs get for a style, why, and what solves it.
@UI
final class WhyView: Widget {
    nonisolated let reference: Reference
    private let bin = Bin()
    private let state: FamilyState
    private var reading: Task<Void, Never>?
    private var shown: WhyText?

    init(_ state: FamilyState) {
        self.state = state
        reference = bin.reference
        state.observe(self) { view, change in
            guard case .style = change, view.bin.isMapped else { return }
            view.read()
        }
        bin.onMap { [weak self] in self?.read() }
    }

    private func read() {
        guard let style = state.style, let family = state.family else { return }
        reading?.cancel()
        reading = Task { @UI [weak self, reader = state.reader] in
            do throws(FontError) {
                let why = try await reader.why(of: family.files[style.file])
                guard let self, !Task.isCancelled else { return }
                show(why)
            } catch {
                guard let self, !Task.isCancelled else { return }
                let text = ErrorText(error)
                shown = nil
                bin.set(child: StatusPage(icon: "dialog-warning-symbolic", title: text.title, text: text.body))
            }
        }
    }

    private func show(_ why: WhyText) {
        guard why != shown else { return }
        shown = why
        let hadFocus = bin.window?.focus?.isInside(bin) ?? false
        var first: Button?
        let box = Box(.vertical, spacing: 12)
        box.setMargins(all: 24)
        box.verticalAlign = .start
        let icon = Image(icon: why.isShown ? "emblem-ok-symbolic" : "dialog-warning-symbolic", size: 48)
        box.append(icon)
        let title = Label(why.title, role: .heading)
        title.addClass("title-2")
        title.wraps = true
        title.alignment = 0.5
        title.setJustification(centered: true)
        box.append(title)
        for sentence in why.sentences {
            let label = Label(sentence)
            label.wraps = true
            label.isSelectable = true
            box.append(label)
        }
        for (place, solution) in why.solutions.enumerated() {
            let button = Button(Self.label(solution))
            button.horizontalAlign = .center
            button.addClass("pill")
            if place == 0 { button.addClass("suggested-action") }
            button.onClick { [weak self] in self?.solve(solution) }
            first = first ?? button
            box.append(button)
        }
        if let command = why.command { box.append(commandRow(command)) }
        bin.set(child: ScrolledWindow(Clamp(box)))
        if hadFocus { first?.grabFocus() }
    }

    private func commandRow(_ command: String) -> ListBox {
        let row = ActionRow(tr("In a terminal"), subtitle: command)
        row.setLines(title: nil, subtitle: nil)
        row.setSubtitleSelectable()
        let copy = Button(icon: "edit-copy-symbolic", hint: tr("Copy the command"))
        copy.isFlat = true
        copy.verticalAlign = .center
        copy.onClick { [weak session = state.session] in
            Clipboard.copy(command)
            session?.window?.show(Toast(tr("The command was copied."), seconds: 2))
        }
        row.append(end: copy)
        let list = ListBox(.nothing)
        list.addClass("boxed-list")
        list.append(row)
        list.setAccessibleLabel(row.title)
        return list
    }

    private static func label(_ solution: WhyText.Solution) -> String {
        switch solution {
        case .turnOn: tr("_Turn On")
        case .turnOff: tr("_Turn the Other Font Off")
        case .repairStore: tr("_Repair")
        case .openFile: tr("_Open the Configuration")
        case .install: tr("_Install")
        case .download: tr("_Look in Catalogues")
        }
    }

    private func solve(_ solution: WhyText.Solution) {
        let session = state.session
        switch solution {
        case .turnOn(let target):
            if let family = state.family { session.run(family.turningOn(target, of: state.style)) }
        case .turnOff(let target): session.run(.setFiles([target], title: tr("The font"), isOn: false))
        case .repairStore: ErrorActions.run(.repairStore, in: session)
        case .openFile(let path): ErrorActions.run(.openFile(path: path), in: session)
        case .install(let path): Installing.open([File(path: path)], in: session)
        case .download(let name): session.window?.showCatalogs(with: name)
        }
    }
}
