import CoreTextCompat
import Dispatch
import FontRegistry
import Foundation
import TestSupport
import Testing

/// Calls from many tasks and threads at once.
@Suite(.fewAtOnce, .privateFonts, .timeLimit(.minutes(60))) struct ThreadTests {
    private let home: PrivateHome

    init() throws { home = try #require(PrivateFonts.home) }

    /// More tasks than Swift's cooperative pool has threads wait in calls at the same time.
    @Test(arguments: [CTFontManagerScope.process, .persistent])
    func callsOfManyTasksEnd(_ scope: CTFontManagerScope) async throws {
        let count = min(4 * ProcessInfo.processInfo.activeProcessorCount, 24)
        let files = try (0..<count).map { try home.write(SyntheticFont(family: "Family \($0)"), as: "\($0).ttf") }
        await withTaskGroup { group in
            for file in files {
                group.addTask {
                    #expect(register(file, scope) == nil)
                    #expect(CoreTextCompatTests.scope(of: file) == scope)
                    #expect(CTFontManagerCopyAvailablePostScriptNames().count >= 1)
                }
            }
        }
        #expect(CTFontManagerCopyRegisteredFontDescriptors(scope, true).count == count)
        await withTaskGroup { group in
            for file in files { group.addTask { #expect(unregister(file, scope) == nil) } }
        }
        #expect(CTFontManagerCopyRegisteredFontDescriptors(scope, true).count == 0)
    }

    @Test func theMainActorMayCall() async throws {
        let file = try home.write(SyntheticFont())
        await Task { @MainActor in
            #expect(register(file, .persistent) == nil)
            #expect(CTFontManagerCopyAvailablePostScriptNames().count == 1)
        }.value
    }

    @Test func handlersRunOnTheCallingThread() throws {
        let files = [home.root + "/none.ttf", try home.write(SyntheticFont())]
        let fonts = CoreTextFonts.current
        let done = DispatchSemaphore(value: 0)
        let thread = Thread {
            CoreTextFonts.$current.withValue(fonts) {
                for scope in [CTFontManagerScope.process, .persistent] {
                    var calls = 0
                    let own = Thread.current
                    CTFontManagerRegisterFontURLs(urls(files), scope, true) { _, _ in
                        #expect(Thread.current === own)
                        calls += 1
                        return true
                    }
                    #expect(calls == 2)
                }
            }
            done.signal()
        }
        thread.start()
        done.wait()
        #expect(CTFontManagerCopyRegisteredFontDescriptors(.persistent, true).count == 1)
    }

    /// A call in a cancelled task is not cancelled, as it cannot report that.
    @Test func aCancelledTaskRegistersFonts() async throws {
        let file = try home.write(SyntheticFont())
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return register(file, .persistent)
        }
        #expect(await task.value == nil)
        #expect(scope(of: file) == .persistent)
    }
}
