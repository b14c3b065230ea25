internal import Gtk

/// Asks for a name, as of a collection.
@UI
enum NameDialog {
    /// - Returns: The name without spaces around it; nil if the dialog was cancelled.
    static func ask(
        _ heading: String, text: String = "", name: String = "", button: String, parent: any Window
    ) async -> String? {
        let dialog = MessageDialog(parent: parent, heading: heading, body: text)
        let entry = Entry(name, placeholder: tr("Name"))
        entry.setAccessibleLabel(tr("Name"))
        entry.set(most: 200)
        entry.activatesDefault(true)
        dialog.set(content: entry)
        dialog.add(answer: "cancel", tr("_Cancel"))
        dialog.add(answer: "accept", button, look: .suggested)
        dialog.setDefault(answer: "accept")
        dialog.setClosing(answer: "cancel")
        dialog.set(answer: "accept", isEnabled: !trimmed(name).isEmpty)
        // The text goes with the dialog, before its answer comes.
        var given = trimmed(name)
        entry.onEdit { [weak dialog, weak entry] in
            guard let dialog, let entry else { return }
            given = trimmed(entry.text)
            dialog.set(answer: "accept", isEnabled: !given.isEmpty)
        }
        entry.selectAll()
        entry.grabFocus()
        let answer = await dialog.answer()
        return answer == "accept" && !given.isEmpty ? given : nil
    }

    private static func trimmed(_ text: String) -> String {
        let start = text.drop(while: \.isWhitespace)
        return String(start.reversed().drop(while: \.isWhitespace).reversed())
    }
}
