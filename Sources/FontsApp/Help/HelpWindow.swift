internal import FontsModel
internal import Foundation
internal import Gtk

/// The window of the help: the page with a list of its sections.
@UI
final class HelpWindow {
    private let window: SheetWindow
    private let scrolled: ScrolledWindow
    private let column = Box(.vertical, spacing: 12, role: .document)
    private let contents = ListBox(.nothing)
    private let popover: Popover
    /// The headings by their anchors.
    private var headings: [(anchor: String, label: Label)] = []

    private init(_ session: AppSession, _ folder: HelpFolder, _ page: HelpDocument) {
        window = SheetWindow(parent: session.window?.window, title: page.title)
        // The help stays open beside what it explains.
        window.isModal = false
        let clamp = Clamp(column, width: 640)
        clamp.setMargins(top: 24, bottom: 24, start: 18, end: 18)
        scrolled = ScrolledWindow(clamp)
        scrolled.expandsVertically = true
        let list = ScrolledWindow(contents)
        list.setContentHeight(least: 200, most: 420)
        list.setContentWidth(least: 260)
        popover = Popover(list)
        contents.setAccessibleLabel(tr("Sections"))
        let button = MenuButton(icon: "view-list-symbolic", hint: tr("Sections"))
        button.set(popover: popover)
        window.set(
            content: Box(.vertical, [HeaderBar(title: WindowTitle(page.title), start: [button]), scrolled]))
        window.defaultSize = (720, 760)
        for block in page.blocks { append(block, in: folder) }
        contents.onActivate { [weak self] place in
            guard let self, headings.indices.contains(place) else { return }
            popover.close()
            show(headings[place].label)
        }
        window.closesWithEscape()
        window.keep(self)
    }

    static func present(in session: AppSession) {
        let languages = [FontsModel.Translation.locale.identifier(.bcp47)]
        guard let folder = HelpFolder.find(in: folders, languages: languages), let page = folder.page() else {
            let dialog = MessageDialog(
                parent: session.window?.window, heading: tr("The Help Is Not Installed"),
                body: tr("Install the package of Fonts again. The manual is fontd-fonts(1)."))
            dialog.add(answer: "close", tr("_Close"))
            return dialog.present()
        }
        HelpWindow(session, folder, page).window.present()
    }

    /// The folders in which the help may be installed: beside the program, then those of the session.
    private static var folders: [String] {
        // The messages are in `share/locale` beside the program.
        let own = Gtk.Translation.folder(of: CommandLine.arguments.first)
        let named = ProcessInfo.processInfo.environment["XDG_DATA_DIRS"] ?? "/usr/local/share:/usr/share"
        return [String(own.dropLast("/locale".count))] + named.split(separator: ":").map(String.init)
    }

    private func append(_ block: HelpDocument.Block, in folder: HelpFolder) {
        switch block {
        case .heading(let level, let text):
            let label = Label(text, role: .heading)
            label.addClass("title-\(min(4, level))")
            label.wraps = true
            // The focus comes here when a section is chosen, so that a screen reader goes on from it.
            label.isFocusable = true
            label.setMargins(top: level == 1 ? 0 : 12)
            column.append(label)
            guard level > 1 else { return }
            headings.append((HelpDocument.anchor(of: text), label))
            contents.append(
                Label(text).with { $0.setMargins(top: 6, bottom: 6, start: level == 2 ? 6 : 18, end: 6) })
        case .paragraph(let runs): column.append(text(runs))
        case .item(let runs):
            let bullet = Label("•", role: .presentation)
            bullet.verticalAlign = .start
            let line = text(runs)
            line.expandsHorizontally = true
            column.append(Box(.horizontal, spacing: 8, [bullet, line]))
        case .picture(let file, let description):
            guard let data = try? Data(contentsOf: URL(filePath: folder.path + "/" + file)),
                let texture = Texture([UInt8](data))
            else { return }
            column.append(Picture(texture, description: description))
        case .code(let lines):
            let label = Label(lines)
            label.wraps = true
            label.isSelectable = true
            label.addClass("monospace")
            label.setMargins(all: 12)
            let card = Box(.vertical, [label])
            card.addClass("card")
            column.append(card)
        }
    }

    private func text(_ runs: [HelpDocument.Run]) -> Label {
        let label = Label()
        label.wraps = true
        label.set(markup: runs.map(Self.markup).joined())
        label.onLink { [weak self] address in
            guard let self, address.hasPrefix("#") else { return !address.hasPrefix("https:") }
            let anchor = String(address.dropFirst())
            if let heading = headings.first(where: { $0.anchor == anchor }) { show(heading.label) }
            return true
        }
        return label
    }

    private static func markup(_ run: HelpDocument.Run) -> String {
        let text = run.text.escapedForMarkup
        switch run.look {
        case .plain: return text
        case .strong: return "<b>" + text + "</b>"
        case .code: return "<tt>" + text + "</tt>"
        case .link(let address): return "<a href=\"" + address.escapedForMarkup + "\">" + text + "</a>"
        }
    }

    private func show(_ heading: Label) {
        guard let place = heading.place(in: column) else { return }
        let adjustment = scrolled.verticalAdjustment
        adjustment.value = min(place, max(0, adjustment.range.upperBound - adjustment.pageSize))
        heading.grabFocus()
    }
}
