internal import FontsModel
internal import Gtk

/// The dialog for a question of the service.
@UI
final class ConsentDialog {
    private static let (agree, refuse) = ("agree", "refuse")

    private static let mostWithoutScrolling = 8

    private let dialog: MessageDialog
    private let remember: CheckButton?

    /// - Parameter parent: The window of the application that the user has before them; nil if there is none.
    init(_ request: ConsentRequest, parent: (any Window)?) {
        let text = ConsentText(request)
        dialog = MessageDialog(parent: parent, heading: text.title, body: text.body)
        dialog.title = text.title
        remember = text.remember.map { CheckButton($0) }
        let content = Box(.vertical, spacing: 12)
        let icon = Image(icon: "application-x-executable-symbolic", size: 48)
        icon.set(entryIcon: text.icon)
        content.append(icon)
        if !text.families.isEmpty { content.append(Self.list(text.families)) }
        if let remember { content.append(remember) }
        dialog.set(content: content)
        dialog.add(answer: Self.refuse, text.refuse)
        dialog.add(answer: Self.agree, text.agree, look: .suggested)
        // Enter, pressed while the dialog came up, agrees to nothing.
        dialog.setDefault(answer: Self.refuse)
    }

    /// Shows the dialog, and waits for the answer; closing it refuses this time.
    func answer() async -> ConsentAnswer {
        switch await dialog.answer() {
        case Self.agree: ConsentAnswer(isAgreed: true, isRemembered: remember?.isChecked ?? true)
        case Self.refuse: ConsentAnswer(isAgreed: false, isRemembered: remember?.isChecked ?? true)
        default: .closed
        }
    }

    func close() { dialog.close() }

    /// The families, one a line, in a part that scrolls if they are many.
    private static func list(_ families: [String]) -> any Widget {
        let lines = Box(.vertical, spacing: 2, role: .list)
        for family in families {
            let line = Label(family, role: .listItem)
            line.wraps = true
            line.alignment = 0.5
            line.setJustification(centered: true)
            lines.append(line)
        }
        guard families.count > mostWithoutScrolling else { return lines }
        let scrolled = ScrolledWindow(lines)
        scrolled.setContentHeight(least: 160, most: 160)
        return scrolled
    }
}
