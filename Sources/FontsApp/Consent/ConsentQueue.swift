internal import FontsModel
internal import Gtk

/// The questions that wait for the user, who is asked one after the other.
@UI
final class ConsentQueue {
    /// A question with the call that waits for its answer.
    private struct Question {
        var request: ConsentRequest
        var call: MethodCall
        /// The end of the service's patience, after which nobody hears the answer.
        var patience: Patience
    }

    /// The milliseconds that the service waits, less the time of the call.
    private static let patience: UInt32 = 118_000
    /// The most questions that wait; the service has one open question about a program.
    private static let most = 32

    private unowned let application: Application
    private var waiting: [Question] = []
    private var isAsking = false

    init(_ application: Application) { self.application = application }

    /// Adds a question; it is refused at once if it cannot be understood.
    func add(_ call: MethodCall) {
        guard let question = call.arguments.first?.dictionary, let request = ConsentRequest(question),
            waiting.count < Self.most
        else { return Self.answer(call, .closed) }
        waiting.append(Question(request: request, call: call, patience: Patience(Self.patience)))
        guard !isAsking else { return }
        isAsking = true
        // Without a window, the process lives until the last question is answered.
        application.hold()
        Task { @UI in
            while !waiting.isEmpty { await ask(waiting.removeFirst()) }
            isAsking = false
            application.release()
        }
    }

    private func ask(_ question: Question) async {
        guard !question.patience.isOver else { return Self.answer(question.call, .closed) }
        let request = await question.request.named()
        let dialog = ConsentDialog(request, parent: application.activeWindow)
        question.patience.whenOver { [weak dialog] in dialog?.close() }
        Self.answer(question.call, await dialog.answer())
    }

    /// Answers in the form of the method: only `Decide` can tell that an answer is to be remembered.
    private static func answer(_ call: MethodCall, _ answer: ConsentAnswer) {
        guard call.method == "Decide" else { return call.answer([.bool(answer.isAgreed)]) }
        call.answer([
            .dictionary(["agreed": .bool(answer.isAgreed), "remember": .bool(answer.isRemembered)])
        ])
    }
}

/// A time that passes while a question waits or is shown.
@UI
private final class Patience {
    private(set) var isOver = false
    private var timer: Timer?
    private var action: (@UI () -> Void)?

    init(_ milliseconds: UInt32) {
        timer = Timer(after: milliseconds) { [weak self] in
            guard let self else { return }
            isOver = true
            action?()
        }
    }

    /// Calls a function when the time is over.
    func whenOver(_ action: @escaping @UI () -> Void) {
        self.action = action
        if isOver { action() }
    }
}
