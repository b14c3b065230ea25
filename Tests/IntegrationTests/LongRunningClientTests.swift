import FontRegistry
import Foundation
import TestSupport
import Testing

extension RealPrograms {
    /// Running programs that poll notice a change in the same second as their last poll.
    @Suite(
        .serialized, .enabled(if: Programs.canCompileClients, "Needs a C compiler and fontconfig's header."),
        .timeLimit(.minutes(60)))
    struct LongRunningClientTests {
        /// Creates a home with font folders that exist before the client starts.
        private func usedHome(_ delayedTouches: RegistryContext.DelayedTouches, session: Bool = false) async throws -> (
            PrivateHome, FontManager
        ) {
            let home = try PrivateHome(delayedTouches: delayedTouches)
            // The preparations make no delayed touch.
            var quiet = home.context
            quiet.delayedTouches = .none
            let early = FontManager(provider: "test", context: quiet)
            let file = URL(filePath: try home.write(SyntheticFont(family: "Early")))
            try await early.register(file, scope: .persistent)
            if session { try await early.register(file, scope: .session) }
            // Builds the caches, so that the client need not.
            _ = try home.listed()
            let fonts = try home.manager()
            _ = try await fonts.resolve("Early-Regular")
            return (home, fonts)
        }

        /// Without a delayed touch such a client never notices the change.
        @Test func withoutADelayedTouchTheChangeIsLost() async throws {
            let report = try await PollingClient.watch(for: "Late", every: 1_000, polls: 4) {
                let (home, fonts) = try await usedHome(.none)
                let file = URL(filePath: try home.write(SyntheticFont(family: "Late")))
                return (home, { try await fonts.register(file, scope: .persistent) })
            }
            #expect(report.lines.last == "blind", "\(report.lines)")
            #expect(report.lines.filter { $0.hasPrefix("changed") }.isEmpty)
        }

        @Test(arguments: [1_000, 700, 2_000])
        func aTimersTouchIsSeen(_ interval: Int) async throws {
            let report = try await PollingClient.watch(for: "Late", every: interval, polls: 20_000 / interval) {
                let (home, fonts) = try await usedHome(.timer)
                let file = URL(filePath: try home.write(SyntheticFont(family: "Late")))
                return (home, { try await fonts.register(file, scope: .persistent) })
            }
            #expect(report.poll != nil, "\(report.lines)")
        }

        @Test(arguments: ["persistent", "session"])
        func theTouchOfACommandIsSeen(_ scope: String) async throws {
            let report = try await PollingClient.watch(for: "Late", every: 1_000, polls: 20) {
                let (home, _) = try await usedHome(.none, session: true)
                let file = try home.write(SyntheticFont(family: "Late"))
                return (home, { try home.fontctl("register", file, "--scope", scope) })
            }
            #expect(report.poll != nil, "\(report.lines)")
        }

        /// A client that started before the font folder existed notices it only by the parent folder.
        @Test(arguments: [FontScope.persistent, .session])
        func theFirstRegistrationEverIsHeard(_ scope: FontScope) async throws {
            let report = try await PollingClient.watch(for: "First", every: 1_000, polls: 20) {
                let home = try PrivateHome(delayedTouches: .timer)
                try FileManager.default.createDirectory(atPath: home.paths.userFonts, withIntermediateDirectories: true)
                _ = try home.listed()
                let file = URL(filePath: try home.write(SyntheticFont(family: "First")))
                let fonts = try home.manager()
                _ = try await fonts.resolve("Nobody")
                return (home, { try await fonts.register(file, scope: scope) })
            }
            #expect(report.poll != nil, "\(report.lines)")
        }
    }
}
