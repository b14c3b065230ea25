import FontRegistry
import Foundation
import Glibc
import TestSupport
import Testing

/// Process fonts in fontconfig's current configuration.
///
/// The configuration belongs to the whole process, so each test runs in its own process.
@Suite(.fewAtOnce, .timeLimit(.minutes(60))) struct BridgedFontTests {
    private let home: PrivateHome

    init() throws { home = try PrivateHome() }

    @Test func theBridgeFollowsProcessScope() async throws {
        let file = try home.write(SyntheticFont())
        await #expect(processExitsWith: .success) {
            [root = home.root as String, file = file as String] () async throws -> Void in
            setenv("FONTCONFIG_FILE", root + "/fonts.conf", 1)
            let fonts = FontManager(provider: "test", context: ChildHome.context(root))
            try await fonts.add(file, .process)
            let bridge = FontconfigBridge(for: fonts)
            #expect(bridge.lastFailure == nil)
            // The present font has been added already.
            #expect(try !bridge.synchronize())
            try await fonts.setEnabled(false, [.file(file)], scope: .process)
            #expect(try !bridge.synchronize())
            #expect(bridge.lastFailure == nil)
            try bridge.detach()
            try await fonts.setEnabled(true, [.file(file)], scope: .process)
            #expect(try !bridge.synchronize())
            try bridge.detach()
            #expect(try bridge.synchronize())
            try bridge.reinitialize()
            #expect(try !bridge.synchronize())
            ChildHome.freeCurrentConfiguration()
        }
    }

    @Test func workIsDoneWhereTheCallerWantsIt() async throws {
        let file = try home.write(SyntheticFont())
        await #expect(processExitsWith: .success) {
            [root = home.root as String, file = file as String] () async throws -> Void in
            setenv("FONTCONFIG_FILE", root + "/fonts.conf", 1)
            let fonts = FontManager(provider: "test", context: ChildHome.context(root))
            let asked = Counter()
            let bridge = FontconfigBridge(for: fonts) { _ in asked.increment() }
            #expect(asked.value == 1)
            try await fonts.add(file, .process)
            #expect(asked.value == 2)
            // The executor has not run the work yet.
            #expect(try bridge.synchronize())
            withExtendedLifetime(bridge) {}
            ChildHome.freeCurrentConfiguration()
        }
    }
}
