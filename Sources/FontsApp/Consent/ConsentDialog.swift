internal import FontsModel
internal import Gtk

/// The dialog for a question of the service.
@UI
final class ConsentDialog {
    private static let (agree, refuse) = ("agree", "refuse")

    private let dialog: MessageDialog
    private let remember: CheckButton?

    init(_ request: ConsentRequest) {
        let text = ConsentText(request)
        // It belongs to no window: another program asks, whatever the user does in ours.
        dialog = MessageDialog(parent: nil, heading: text.title, body: text.body)
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
        let scrolled = ScrolledWindow(lines)
        scrolled.setContentHeight(most: 160)
        scrolled.setPropagatesNaturalHeight(true)
        return scrolled
    }
}
