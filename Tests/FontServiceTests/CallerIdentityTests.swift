import FontRegistry
import Foundation
import Glibc
import TestSupport
import Testing

@testable import FontService

/// The identification of callers, with real processes.
@Suite(.fewAtOnce, .timeLimit(.minutes(60))) struct CallerIdentityTests {
    private let home: PrivateHome

    init() throws { home = try PrivateHome() }

    private func refusal(_ pid: Int32) throws -> FontError {
        let error = try #require(throws: FontError.self) { try CallerIdentity(pid: pid, runtimeDirectory: nil) }
        #expect(error.code == .missingEntitlement)
        return error
    }

    @Test func aProgramIsItsFile() throws {
        let path = try home.program("reader")
        let running = try RunningProgram([path])
        let caller = try running.identity()
        // If the tests run in a unit that identifies them, so does their child process.
        let unit = ownUnit
        #expect(caller.kind == (unit == nil ? .executable : .unit))
        #expect(caller.id == unit?.id ?? path)
        #expect(caller.evidence == (unit == nil ? path : nil))
        #expect(caller.executable == path)
        #expect(!caller.isSandboxed)
        #expect(caller.facts == ProviderFacts(kind: caller.kind, evidence: caller.evidence))
    }

    @Test func anUpgradedProgramIsStillItself() throws {
        let path = try home.program("reader")
        let running = try RunningProgram([path])
        #expect(try running.identity().isFontctl(path))
        try FileManager.default.removeItem(atPath: path)
        let removed = try running.identity()
        #expect(removed.executable == path)
        #expect(!removed.isSandboxed)
        _ = try home.program("reader")
        let replaced = try running.identity()
        #expect(replaced.executable == path)
        #expect(!replaced.isFontctl(path), "another file stands where it was")
    }

    @Test func fontctlIsTheFileAndNotTheName() throws {
        let path = try home.program("fontctl")
        let running = try RunningProgram([path])
        let caller = try running.identity()
        #expect(caller.isFontctl(path))
        let link = home.root + "/given/link"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
        #expect(caller.isFontctl(link))
        try FileManager.default.createDirectory(atPath: home.root + "/given/other", withIntermediateDirectories: true)
        #expect(!caller.isFontctl(try home.program("other/fontctl")))
        #expect(!caller.isFontctl(home.root + "/given/nothing"))
    }

    @Test func aProxyBeforeAnUnknownSandboxIsRefused() throws {
        let running = try RunningProgram([try home.program("xdg-dbus-proxy")])
        let error = try #require(throws: FontError.self) { try running.identity() }
        #expect(error.code == .missingEntitlement)
    }

    @Test(arguments: [0, -1, Int32.max]) func aNumberOfNobodyIsRefused(_ pid: Int32) throws { _ = try refusal(pid) }

    /// A dead process, whose root can no longer be read, is refused and not considered unconfined.
    @Test func aDeadProcessIsRefused() throws {
        var pid: pid_t = 0
        let arguments: [UnsafeMutablePointer<CChar>?] = [strdup("true"), nil]
        defer { free(arguments[0]) }
        try #require(posix_spawn(&pid, "/bin/true", nil, nil, arguments, environ) == 0)
        var information = siginfo_t()
        try #require(waitid(P_PID, id_t(pid), &information, WEXITED | WNOWAIT) == 0)
        #expect(access("/proc/\(pid)", F_OK) == 0)
        _ = try refusal(pid)
        waitpid(pid, nil, 0)
        #expect(try refusal(pid).message.contains("has ended"))
    }

    /// An open descriptor of a process folder never refers to a later process with the same number.
    @Test func aFolderThatIsOpenIsNeverAnothers() throws {
        var running: RunningProgram? = try RunningProgram([try home.program("reader")])
        let pid = try #require(running?.pid)
        let folder = try ProcessFolder(pid: pid)
        _ = try folder.executable()
        running = nil
        var status: Int32 = 0
        while kill(pid, 0) == 0 { waitpid(pid, &status, 0) }
        do {
            _ = try folder.executable()
            Issue.record("a process that has ended has a program")
        } catch {
            #expect(error.code == .missingEntitlement)
        }
    }

    /// Sandboxes made with bubblewrap as Flatpak makes them.
    @Suite(.enabled(if: FlatpakSandbox.isPossible, "Needs bwrap, and leave to make namespaces."))
    struct Sandboxes {
        private let home: PrivateHome

        init() throws { home = try PrivateHome() }

        /// Other data that Flatpak 1.14 writes does not matter, nor does an environment that is not UTF-8.
        @Test func unrelatedEntriesAreIgnored() throws {
            let text = """
                [Application]
                name=org.example.Reader
                runtime=runtime/org.gnome.Platform/x86_64/46

                [Instance]
                instance-id=INSTANCE
                branch=stable
                arch=x86_64
                flatpak-version=1.14.10
                session-bus-proxy=true

                [Context]
                shared=network;ipc;
                filesystems=xdg-run/gvfsd:ro;with\\;semicolon;

                [Session Bus Policy]
                org.gtk.vfs.*=talk

                [Environment]
                PS1=\\\\u@\\\\h\\s
                BYTES=
                """
            let caller = try home.flatpak(text, and: [0xFF, 0xFE, 0x0A]).identity()
            #expect(caller.id == "flatpak:org.example.Reader")
            #expect(caller.evidence == nil)
        }

        private func refusal(_ running: RunningProgram) throws -> FontError {
            let error = try #require(throws: FontError.self) { try running.identity() }
            #expect(error.code == .missingEntitlement)
            return error
        }

        @Test func flatpakSaysWhichApplicationItIs() throws {
            let running = try home.flatpak(
                """
                [Application]
                name=org.example.Reader
                runtime=runtime/org.gnome.Platform/x86_64/46

                [Instance]
                instance-id=INSTANCE
                app-path=/var/lib/flatpak/app/org.example.Reader/x86_64/stable/0badc0de/files
                """)
            let caller = try running.identity()
            #expect(caller.kind == .flatpak)
            #expect(caller.id == "flatpak:org.example.Reader")
            #expect(caller.isSandboxed)
            #expect(caller.evidence == "/var/lib/flatpak/app/org.example.Reader")
            // Outside of the sandbox the same file has the user's authority, inside it does not.
            #expect(!caller.isFontctl("/bin/sh"))
        }

        @Test(arguments: [
            "", "[Application]\n", "[Application]\nname=\n", "[Application]\nname=/usr/bin/fontctl\n",
            "[Application]\nname=../org.example.Reader\n", "[Runtime]\n",
            "name=org.example.Reader\n", "[Application]\nname=org.example.Reader\nname=org.example.Other\n",
            "[Application]\nname=org.example.Reader\n[Application]\nname=org.example.Other\n",
            "[Application]\nname=org.example.Reader\n[Runtime]\nname=org.example.Other\n",
            "[Application]\nname=org.example.Reader\u{0}\n", "[Application]\nnonsense\n",
        ])
        func malformedFlatpakInfoIsRefused(_ text: String) throws {
            let error = try refusal(try home.flatpak(Self.instance + text))
            #expect(error.message.contains("/.flatpak-info"))
        }

        private static let instance = "[Instance]\ninstance-id=INSTANCE\n"

        /// A file that a program can create in its own sandbox does not identify it if Flatpak's record differs.
        @Test func aFileAloneIsNoProof() throws {
            let reader = "[Application]\nname=org.example.Reader\n"
            let running = try FlatpakInstanceFolder(in: home) {
                Array((reader + "[Instance]\ninstance-id=\($0)\n").utf8)
            }
            for text in [
                reader, reader + "[Instance]\ninstance-id=\(running.id)\n", reader + "[Instance]\ninstance-id=../\n",
                reader + "[Instance]\ninstance-id=4711\n", reader + "[Instance]\ninstance-id=\n",
            ] {
                let file = try home.write(Array(text.utf8), as: "info")
                _ = try refusal(try home.sandboxed(["--ro-bind", file, "/.flatpak-info"]))
            }
        }

        /// If two names differ, a program that does not give the name in Flatpak's record is refused.
        @Test func theNameIsTheOneThatFlatpakWroteDown() throws {
            let other = try home.write(Array("[Application]\nname=org.example.Other\n".utf8), as: "info")
            let instance = try FlatpakInstanceFolder(in: home) {
                Array("[Application]\nname=org.example.Reader\n[Instance]\ninstance-id=\($0)\n".utf8)
            }
            let text = try String(contentsOfFile: other, encoding: .utf8) + "[Instance]\ninstance-id=\(instance.id)\n"
            try text.write(toFile: other, atomically: true, encoding: .utf8)
            let error = try refusal(try home.running(instance, showing: other))
            #expect(error.message.contains("org.example.Other"))
        }

        @Test func aLinkIsRefused() throws {
            let target = try home.write(Array("[Application]\nname=org.example.Reader\n".utf8), as: "info")
            _ = try refusal(try home.sandboxed(["--ro-bind", target, "/real", "--symlink", "/real", "/.flatpak-info"]))
            _ = try refusal(try home.sandboxed(["--symlink", "/nowhere", "/.flatpak-info"]))
        }

        @Test func aPipeIsRefusedAndNotWaitedFor() throws {
            let pipe = home.root + "/given/pipe"
            try #require(mkfifo(pipe, 0o600) == 0)
            _ = try refusal(try home.sandboxed(["--bind", pipe, "/.flatpak-info"]))
        }

        @Test func aFolderIsRefused() throws { _ = try refusal(try home.sandboxed(["--dir", "/.flatpak-info"])) }

        @Test func aHugeFileIsRefused() throws {
            let text =
                Self.instance + "[Application]\nname=org.example.Reader\n" + String(repeating: "#\n", count: 40_000)
            _ = try refusal(try home.flatpak(text))
        }

        /// A program in a container is refused, because it may have any path of the container's root.
        @Test func aContainersProgramIsRefused() throws {
            let path = try home.program("reader")
            let error = try refusal(try home.sandboxed(["--ro-bind", "/bin/sh", path]))
            #expect(error.message.contains("container or sandbox other than Flatpak and snap"))
        }
    }
}
