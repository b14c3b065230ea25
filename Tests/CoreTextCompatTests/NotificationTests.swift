import CoreTextCompat
import FontRegistry
import Foundation
import Glibc
import Synchronization
import TestSupport
import Testing

/// The notification of changes.
@Suite(.fewAtOnce, .privateFonts, .timeLimit(.minutes(60))) struct NotificationTests {
    private let home: PrivateHome

    init() throws { home = try #require(PrivateFonts.home) }

    /// The notifications about files of one home, in order, with the names of files.
    private final class Notes {
        /// The lists of names.
        private final class Lists: Sendable { let names = Mutex<[[String]]>([]) }

        private let lists = Lists()
        private let token: any NSObjectProtocol

        /// All tests of the process share the notification centre.
        init(of home: PrivateHome, then act: @escaping @Sendable () -> Void = {}) {
            let name = Notification.Name(kCTFontManagerRegisteredFontsChangedNotification as String)
            token = NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) {
                [root = home.root, lists] note in
                let urls = note.userInfo?["CTFontManagerAvailableFontURLsAdded"] as? [URL] ?? []
                let own = urls.filter { $0.path(percentEncoded: false).hasPrefix(root) }.map(\.lastPathComponent)
                guard !own.isEmpty else { return }
                lists.names.withLock { $0.append(own.sorted()) }
                act()
            }
        }

        deinit { NotificationCenter.default.removeObserver(token) }

        var all: [[String]] { lists.names.withLock { $0 } }
    }

    @Test func changesOfTheProcessComeBeforeTheCallReturns() throws {
        let files = try ["One", "Two"].map { try home.write(SyntheticFont(family: $0), as: "\($0).ttf") }
        register(files[0])
        let notes = Notes(of: home)
        #expect(notes.all.isEmpty)
        register(files[0])
        #expect(notes.all.isEmpty)
        register(files[1])
        #expect(notes.all == [["Two.ttf"]])
        CTFontManagerUnregisterFontURLs(urls(files), .process, nil)
        CTFontManagerRegisterFontURLs(urls(files), .process, true, nil)
        #expect(notes.all == [["Two.ttf"], ["One.ttf", "Two.ttf"]])
        CTFontManagerEnableFontDescriptors(CTFontManagerCopyRegisteredFontDescriptors(.process, true), false)
        CTFontManagerEnableFontDescriptors([named("One-Regular")] as CFArray, true)
        #expect(notes.all.last == ["One.ttf"] && notes.all.count == 3)
    }

    @Test func removalsAreReported() async throws {
        let file = try home.write(SyntheticFont())
        // In a process of its own, since the notification does not say which font is gone.
        await #expect(processExitsWith: .success) {
            [root = home.root as String, file = file as String] () async throws -> Void in
            for name in ["XDG_DATA_HOME", "XDG_CONFIG_HOME"] { unsetenv(name) }
            setenv("HOME", root, 1)
            setenv("FONTCONFIG_FILE", root + "/fonts.conf", 1)
            let notes = Counter()
            let name = Notification.Name(kCTFontManagerRegisteredFontsChangedNotification as String)
            let token = NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { _ in
                notes.increment()
            }
            defer { NotificationCenter.default.removeObserver(token) }
            try #require(register(file) == nil && notes.value == 1)
            try #require(unregister(file) == nil && notes.value == 2)
            try #require(register(file) == nil && notes.value == 3)
            // The registration ends with the file, on another thread.
            try FileManager.default.removeItem(atPath: file)
            try #require(await eventually { notes.value == 4 })
        }
    }

    @Test func changesOfOtherProgramsAreReported() async throws {
        let file = try home.write(SyntheticFont())
        let notes = Notes(of: home)
        let other = try home.manager(provider: "org.example.Other")
        try await other.register(URL(filePath: file), scope: .persistent)
        #expect(await eventually { notes.all.count == 1 })
        let own = try home.write(SyntheticFont(family: "Own"))
        register(own, .persistent)
        #expect(await eventually { notes.all.count == 2 })
    }

    /// Whether a callback runs for the first time.
    private final class FirstCall: Sendable {
        private let hasRun = Mutex(false)

        func isNow() -> Bool {
            hasRun.withLock { hasRun in
                defer { hasRun = true }
                return !hasRun
            }
        }
    }

    private final class SeenNames: Sendable { let names = Mutex<[String]?>(nil) }

    /// An observer may call every function, in each scope.
    @Test(arguments: [CTFontManagerScope.process, .persistent])
    func anObserverMayUseFonts(_ scope: CTFontManagerScope) async throws {
        let file = try home.write(SyntheticFont())
        let inner = try home.write(SyntheticFont(family: "Inner"), as: "inner.ttf")
        let fonts = CoreTextFonts.current
        let (isFirst, seen) = (FirstCall(), SeenNames())
        let notes = Notes(of: home) {
            guard isFirst.isNow() else { return }
            // The thread of an observer has no values of the test's task.
            CoreTextFonts.$current.withValue(fonts) {
                register(inner, scope)
                CTFontManagerEnableFontDescriptors([named("Inner-Regular")] as CFArray, false)
                let names = CTFontManagerCopyAvailablePostScriptNames() as? [String]
                seen.names.withLock { $0 = names }
            }
        }
        register(file, scope)
        #expect(await eventually { seen.names.withLock { $0 } == ["Synthetic-Regular"] })
        #expect(notes.all.count >= 1)
    }
}
