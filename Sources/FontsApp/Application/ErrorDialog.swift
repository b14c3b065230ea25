internal import FontModel
internal import FontsModel
internal import Gtk

/// A dialog about what failed, with the actions that help.
@UI
enum ErrorDialog {
    static func present(_ error: FontError, in session: AppSession) {
        present(ErrorText(error), in: session)
    }

    static func present(_ text: ErrorText, in session: AppSession) {
        show(heading: text.title, body: text.body, actions: text.actions, in: session)
    }

    /// Presents failures grouped by reason.
    static func present(_ failures: [FailureGroup], in session: AppSession) {
        guard let first = failures.first else { return }
        let body = failures.map { group in
            ([group.text.body] + group.items.map { "• " + $0 }).joined(separator: "\n")
        }
        show(heading: first.heading, body: body.joined(separator: "\n\n"), actions: first.text.actions, in: session)
    }

    private static func show(heading: String, body: String, actions: [ErrorAction], in session: AppSession) {
        let dialog = MessageDialog(parent: session.window?.window, heading: heading, body: body)
        dialog.add(answer: "close", tr("_Close"))
        for (place, action) in actions.enumerated() { dialog.add(answer: "\(place)", action.title) }
        dialog.setClosing(answer: "close")
        dialog.onAnswer { [weak session] answer in
            guard let session, let place = Int(answer), actions.indices.contains(place) else { return }
            ErrorActions.run(actions[place], in: session)
        }
        dialog.present()
    }
}
