internal import CAdwaita
internal import CGio

/// The actor of the interface: what is isolated to it runs in the thread of GLib's main loop.
///
/// A program calls `begin()` in the thread that will run the loop, before any code of the actor, and then runs an
/// `Application`, or `run()` without one. From then on every `@UI` function, `Task { @UI in … }` and stream comes back to
/// that thread by the loop itself: no polling, nothing wakes an idle program. `MainActor` never runs under GLib's loop, and
/// so nothing here uses it; `main` of a program is a nonisolated `static func main()`, because top-level code would be
/// isolated to `MainActor`.
///
/// Rules for code on this actor:
/// - Work that may block is never on it. Await a function of another actor, or a detached task, and go on with its value.
/// - C calls back by functions without isolation. Each starts with `assumeIsolated`, which traps in other threads.
/// - Inside `Task { }` write `do throws(FontError)`, else the error is `any Error`.
@globalActor
package actor UI {
    package static let shared = UI()

    package nonisolated var unownedExecutor: UnownedSerialExecutor { LoopExecutor.shared.asUnownedSerialExecutor() }

    /// Makes the calling thread that of the interface.
    ///
    /// A second call in the same thread has no effect.
    package static nonisolated func begin() { LoopExecutor.shared.begin() }

    /// Runs GLib's default loop until `quit()`, for programs and tests without an `Application`.
    package static func run() {
        let loop = LoopExecutor.shared.mainLoop
        g_main_loop_run(loop)
    }

    /// Ends `run()`.
    package static func quit() { g_main_loop_quit(LoopExecutor.shared.mainLoop) }

    /// Runs an operation that C calls in the interface's thread; traps in any other.
    package static nonisolated func assumeIsolated<Result, Failure: Error>(
        _ operation: @UI () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        typealias Isolated = @UI () throws(Failure) -> Result
        typealias Plain = () throws(Failure) -> Result
        shared.preconditionIsolated()
        // The same cast as MainActor.assumeIsolated of the standard library: isolation is no part of a closure's form.
        return try withoutActuallyEscaping(operation) { (escaping: @escaping Isolated) throws(Failure) -> Result in
            try unsafeBitCast(escaping, to: Plain.self)()
        }
    }

    /// Runs an operation as above, with C's arguments, which it could not capture: they belong to no isolation.
    static nonisolated func assumeIsolated<Input, Result>(_ input: Input, _ operation: @UI (Input) -> Result) -> Result
    {
        typealias Isolated = @UI (Input) -> Result
        typealias Plain = (Input) -> Result
        shared.preconditionIsolated()
        return withoutActuallyEscaping(operation) { (escaping: @escaping Isolated) -> Result in
            unsafeBitCast(escaping, to: Plain.self)(input)
        }
    }

    /// Whether the calling thread is that of the interface.
    package static nonisolated var isCurrent: Bool { LoopExecutor.shared.isIsolatingCurrentContext() == true }

    /// Frees something of the interface: at once in its thread, else by its loop.
    static nonisolated func release(_ pointer: UnsafeMutableRawPointer) {
        if isCurrent {
            g_object_unref(pointer)
        } else {
            let free: GSourceFunc = { pointer in
                g_object_unref(pointer)
                return 0
            }
            g_idle_add_full(LoopExecutor.priority, free, pointer, nil)
        }
    }
}
