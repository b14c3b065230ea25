import FontRegistry
import Foundation
import Glibc
import TestSupport
import Testing

extension FailingPrograms {
    /// Operations of all kinds leave no descriptor open.
    ///
    /// The test runs in a separate process, because other tests open files at the same time.
    @Suite(.timeLimit(.minutes(60)))
    struct DescriptorLeakTests {
        @Test func roundAfterRoundNoDescriptorStaysOpen() async {
            await #expect(processExitsWith: .success) {
                let home = try PrivateHome(delayedTouches: .detachedChild)
                let fonts = try home.manager(authority: .user)
                let good = URL(filePath: try home.write(SyntheticFont(family: "Leak")))
                let newer = URL(filePath: try home.write(SyntheticFont(family: "Leak", salt: 2) { $0.revision = 2 }))
                let bad = URL(filePath: try home.write(SampleFile.plainText.bytes, as: "text.ttf"))
                let cut = URL(
                    filePath: try home.write(
                        Damage.truncated(SyntheticFont(family: "Cut").build(), to: 900), as: "cut.ttf")
                )
                let round = {
                    for scope in [FontScope.persistent, .session, .process] {
                        try await fonts.register(good, scope: scope)
                        for file in [bad, cut, good] { _ = try? await fonts.register(file, scope: scope) }
                        _ = try await fonts.resolve("Leak-Regular")
                        _ = try await fonts.resolve("Nobody")
                        try await fonts.setEnabled(false, [.file(good.path(percentEncoded: false))], scope: scope)
                        try await fonts.setEnabled(true, [.file(good.path(percentEncoded: false))], scope: scope)
                        try await fonts.register(newer, scope: scope, options: RegistrationOptions(replaces: true))
                        try await fonts.unregister(newer, scope: scope)
                    }
                    var changes = fonts.changes(since: 0).makeAsyncIterator()
                    _ = try await changes.next()
                    _ = try FontFile(contentsOf: good.path(percentEncoded: false))
                    let environment = try ScopedFontEnvironment(
                        fonts: [good.path(percentEncoded: false)], context: home.context)
                    environment.remove()
                    // A manager that is freed closes its watch and its connections.
                    let other = try home.manager(provider: "other")
                    _ = try await other.registered()
                    let waiting = Task {
                        var fromNow = other.changes.makeAsyncIterator()
                        return try await fromNow.next()
                    }
                    waiting.cancel()
                    _ = try await waiting.value
                }
                // The first round opens what stays open: the database and the watch.
                try await round()
                let before = try openDescriptors()
                let extra = open("/dev/null", O_RDONLY)
                guard try openDescriptors() == before + 1 else { exit(2) }
                close(extra)
                for _ in 0..<6 { try await round() }
                // The thread of a freed manager closes its watch when it wakes.
                guard try eventually({ try openDescriptors() <= before }) else {
                    for descriptor in try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd") {
                        print(
                            descriptor,
                            (try? FileManager.default.destinationOfSymbolicLink(
                                atPath: "/proc/self/fd/" + descriptor)) ?? "-")
                    }
                    exit(3)
                }
            }
        }
    }
}

private func openDescriptors() throws -> Int {
    try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
}
