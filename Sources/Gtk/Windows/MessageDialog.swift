internal import CAdwaita
internal import CGio

/// A question with answers as buttons.
@UI
package final class MessageDialog: Window {
    package nonisolated let reference: Reference

    /// How an answer looks.
    package enum Look: UInt32 {
        case plain, suggested, destructive
    }

    /// - Parameters:
    ///   - heading: What happened or is asked, as plain text.
    ///   - body: More about it, as plain text.
    package init(parent: (any Window)?, heading: String, body: String = "") {
        reference = Reference(sinking: adw_message_dialog_new(parent?.cast(), nil, nil))
        adw_message_dialog_set_heading(cast(), heading)
        adw_message_dialog_set_body(cast(), body)
    }

    /// Adds an answer; “_” before a letter makes it a key of the answer.
    package func add(answer: String, _ label: String, look: Look = .plain) {
        adw_message_dialog_add_response(cast(), answer, label)
        adw_message_dialog_set_response_appearance(cast(), answer, AdwResponseAppearance(look.rawValue))
    }

    package func set(answer: String, isEnabled: Bool) {
        adw_message_dialog_set_response_enabled(cast(), answer, isEnabled ? 1 : 0)
    }

    /// The answer of Enter.
    package func setDefault(answer: String) { adw_message_dialog_set_default_response(cast(), answer) }

    /// The answer of Escape, and of closing the dialog: `close` unless this is called.
    package func setClosing(answer: String) { adw_message_dialog_set_close_response(cast(), answer) }

    /// A widget between text and answers.
    package func set(content: (any Widget)?) { adw_message_dialog_set_extra_child(cast(), content?.cast()) }

    package var heading: String {
        get { adw_message_dialog_get_heading(cast()).map { String(cString: $0) } ?? "" }
        set { adw_message_dialog_set_heading(cast(), newValue) }
    }
    package var body: String {
        get { String(cString: adw_message_dialog_get_body(cast())) }
        set { adw_message_dialog_set_body(cast(), newValue) }
    }

    /// Answers as if a button had been pressed.
    package func respond(_ answer: String) {
        adw_message_dialog_response(cast(), answer)
        close()
    }

    @discardableResult
    package func onAnswer(_ handler: @escaping @UI (String) -> Void) -> Connection {
        connect("response") { arguments in handler(arguments.string(0) ?? "") }
    }

    /// Shows the dialog, and waits for its answer.
    ///
    /// A dialog that goes with its parent gives the closing answer.
    package func answer() async -> String {
        await withCheckedContinuation(isolation: UI.shared) { continuation in
            let once = Once(continuation)
            onAnswer { once.resume($0) }
            // A button closes the dialog before it tells the answer.
            onClosed { UI.whenIdle { once.resume("close") } }
            present()
        }
    }
}

/// Resumes a continuation by the first of several events.
@UI
final class Once<Answer: Sendable> {
    private var continuation: CheckedContinuation<Answer, Never>?

    init(_ continuation: CheckedContinuation<Answer, Never>) { self.continuation = continuation }

    func resume(_ answer: Answer) {
        continuation?.resume(returning: answer)
        continuation = nil
    }
}
