import FontRegistry
import Foundation
import Glibc
import TestSupport
import Testing

extension FailingPrograms {
    /// A home without file locks, or on an unreachable server, gives a clear error (docs/reliability.md, R28).
    ///
    /// Nothing is changed or written elsewhere, and a store that cannot be read is not considered empty.
    @Suite(
        .enabled(if: FaultyDisk.canBeMade, "Needs /dev/fuse, the right to mount, and libfuse's header (libfuse3-dev)."),
        .disabled(if: Programs.areSanitized, "A fault would strike the sanitizer's own files as well."),
        .timeLimit(.minutes(60)))
    struct UnreliableHomeTests {
        /// The interval between the calls at which the home becomes unreachable; 1 tries all.
        private static let stride =
            ProcessInfo.processInfo.environment["FONTD_FAULT_STRIDE"].flatMap(Int.init).map { max(1, $0) } ?? 80

        /// Returns commands that change a store with the font Early.
        private static func changes(_ home: PrivateHome) throws -> [[String]] {
            let file = try home.write(SyntheticFont(family: "New"))
            return [
                ["register", file], ["register", "--atomic", file], ["disable", "Early-Regular"],
                ["unregister", "Early-Regular"], ["doctor", "--repair"],
            ]
        }

        @Test func aHomeWithoutLocksIsRefused() throws {
            let home = try PrivateHome()
            let temporary = home.root + "/temporary"
            try FileManager.default.createDirectory(atPath: temporary, withIntermediateDirectories: false)
            let disk = try FaultyDisk(over: home, locks: .fail)
            let file = try home.write(SyntheticFont())
            for scope in ["persistent", "session"] {
                let result = try Command.run(
                    Programs.fontctl, ["register", "--scope", scope, file],
                    environment: home.environment.merging(["TMPDIR": temporary]) { $1 })
                #expect(result.status == 69)
                #expect(result.errors.contains("cannot lock files"), "\(result.errors)")
                #expect(result.errors.contains("XDG_DATA_HOME"), "\(result.errors)")
            }
            // Folders were created, but they contain nothing else.
            let made = try home.inventory().filter { !$0.hasSuffix(" folder") }
            #expect(made == ["fontd/lock 0"])
            #expect(try home.inventory(of: temporary).isEmpty)
            #expect(try home.listed().isEmpty)
            withExtendedLifetime(disk) {}
        }

        @Test(.enabled(if: Programs.hasTrace, "Needs strace and leave to trace."))
        func nothingIsWrittenElsewhere() throws {
            let home = try PrivateHome()
            let disk = try FaultyDisk(over: home, locks: .fail)
            let log = home.root + "/trace"
            let file = try home.write(SyntheticFont())
            let result = try home.run(
                "strace", ["-f", "-qq", "-e", "trace=open,openat,creat", "-o", log, Programs.fontctl, "register", file])
            #expect(result.status == 69)
            let written = try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n").filter {
                $0.contains("O_CREAT") || $0.contains("O_TMPFILE")
            }
            #expect(!written.isEmpty)
            #expect(written.filter { !$0.contains("\"" + home.root) } == [])
            withExtendedLifetime(disk) {}
        }

        @Test(arguments: [FaultyDisk.Locks.fail, .failForSQLite])
        func aStoreThatCannotBeLockedAnyMoreStaysAsItIs(_ locks: FaultyDisk.Locks) async throws {
            let home = try PrivateHome()
            try home.fontctl("register", try home.write(SyntheticFont(family: "Early")))
            let before = try home.inventory()
            do {
                let disk = try FaultyDisk(over: home, locks: locks)
                for command in try Self.changes(home) {
                    let result = try home.run(Programs.fontctl, command)
                    #expect(result.status == 69, "\(command): \(result.output) \(result.errors)")
                    #expect(result.errors.contains("lock"), "\(command): \(result.errors)")
                }
                let listed = try home.run(Programs.fontctl, ["list"])
                #expect(listed.output.contains("Early-Regular") || listed.status == 69, "\(listed)")
                #expect(try home.match("Early") == "Early-Regular")
                withExtendedLifetime(disk) {}
            }
            #expect(try home.inventory() == before)
            try home.fontctl("doctor")
        }

        @Test(arguments: [ESTALE, EIO, ENOTCONN, ETIMEDOUT])
        func aHomeThatHasGoneIsNoEmptyHome(_ code: Int32) async throws {
            let home = try PrivateHome()
            let disk = try FaultyDisk(over: home)
            try home.withoutDelayedTouches {
                try home.fontctl("register", try home.write(SyntheticFont(family: "Early")))
            }
            let before = try home.inventory()
            let commands =
                try Self.changes(home) + [
                    ["list"], ["providers"], ["resolve", "Early-Regular"], ["prune"], ["doctor"],
                ]
            for command in commands {
                disk.fail(code)
                let result = try home.run(Programs.fontctl, command)
                disk.recover()
                #expect([1, 69].contains(result.status), "\(command): \(result.output) \(result.errors)")
                #expect(!result.errors.isEmpty || command[0] == "doctor", "\(command)")
                #expect(try home.inventory() == before, "\(command)")
            }
            try home.fontctl("doctor")
            #expect(try home.match("Early") == "Early-Regular")
        }

        /// The home becomes unreachable during a command, at its first call, its second, and so on.
        private static let works = ["register", "replace", "unregister"]

        @Test(arguments: works)
        func aHomeThatGoesMeanwhile(_ work: String) async throws {
            let home = try PrivateHome()
            let disk = try FaultyDisk(over: home)
            let old = try home.write(SyntheticFont(family: "Early"))
            let new = try home.write(SyntheticFont(family: "Early", salt: 1) { $0.revision = 2 })
            let user = try home.user()
            func state() async throws -> Set<String> { Set(try await user.registered().map(\.sha256)) }
            let command =
                switch work {
                case "register": ["register", new]
                case "replace": ["register", "--replace", new]
                default: ["unregister", old]
                }
            // Each work begins at another call.
            var place = (Self.works.firstIndex(of: work) ?? 0) * Self.stride / Self.works.count
            var isDone = false
            while !isDone, place < 5_000 {
                if work == "register" {
                    _ = try await user.unregister([.name("Early-Regular")])
                } else if try await user.registered().first?.file != old {
                    try await user.register(
                        URL(filePath: old), scope: .persistent,
                        options: RegistrationOptions(replaces: true, allowsDowngrade: true))
                }
                let before = try await state()
                let result = try home.withoutDelayedTouches {
                    disk.fail(ESTALE, after: place)
                    defer { disk.recover() }
                    return try home.run(Programs.fontctl, command)
                }
                let after = try await state()
                let what: Comment = "\(work), gone after \(place) calls: \(result.status) \(result.errors)"
                if result.status == 0 {
                    #expect(after != before, what)
                    isDone = true
                } else if result.status < 128,
                    !result.errors.contains("became unavailable while the change was written")
                {
                    #expect((after == before) != result.errors.contains("is recorded"), what)
                }
                // A mapped page that can no longer be read kills a process (SIGBUS), with the same result as after a
                // kill.
                #expect(result.status < 128 || result.status == 135, what)
                // The next command recovers completely.
                let last = try home.write(SyntheticFont(family: "Last \(place)"))
                try await user.register(URL(filePath: last), scope: .persistent)
                #expect(try await user.diagnose(repair: false).findings.filter { $0.severity == .error } == [], what)
                let enabled = Set(try await user.registered().compactMap(\.path))
                #expect(try Set(home.listed()) == enabled, what)
                try await user.unregister(URL(filePath: last), scope: .persistent)
                #expect(home.staged.isEmpty, what)
                // Bytes that are kept for an undo would be read by every later diagnosis.
                _ = try await user.prune(all: true)
                place += Self.stride
            }
            #expect(isDone)
        }
    }
}
