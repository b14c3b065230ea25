import Foundation
import Glibc
import Inspection
import TestSupport
import Testing

@testable import FontFiles
@testable import FontRegistry

extension FailingPrograms {
    /// A font that has taken over its worker can do nothing (docs/reliability.md, R36).
    @Suite(
        .disabled(if: Programs.areSanitized, "The sanitizer's own memory is beyond any limit."),
        .timeLimit(.minutes(60)))
    struct WorkerEscapeTests {
        private let home: PrivateHome

        init() throws { home = try PrivateHome() }

        @Test func nothingComesOffInsideThatDoesOutside() throws {
            let names = try home.run(Programs.faultyWorker, ["attempts"]).lines
            #expect(names.count >= 49)
            let bus = try Listener(path: home.root + "/bus")
            let port = try Listener()
            let other = try LiveProgram("/bin/sleep", ["1000"], environment: home.environment)
            defer { other.kill() }
            var failedOutside: Set<String> = []
            for name in names {
                try Data("secret".utf8).write(to: URL(filePath: home.root + "/secret"))
                let arguments = [name, home.root, String(port.port), String(other.identifier)]
                let inside = try home.run(Programs.faultyWorker, ["try"] + arguments)
                // The attempt was refused, or the filter ended the process.
                #expect(inside.status == 0 || inside.status == 128 + SIGSYS, "\(name): \(inside.status)")
                #expect(try String(contentsOfFile: home.root + "/secret", encoding: .utf8) == "secret", "\(name)")
                #expect(!FileManager.default.fileExists(atPath: home.root + "/other"), "\(name)")
                if try home.run(Programs.faultyWorker, ["try-free"] + arguments).status != 1 {
                    failedOutside.insert(name)
                }
                try? FileManager.default.removeItem(atPath: home.root + "/other")
            }
            // Some containers forbid these to every process, so the attempt proves nothing there.
            #expect(failedOutside.isSubset(of: ["trace", "peek", "netlink", "unshare", "user"]), "\(failedOutside)")
            withExtendedLifetime(bus) {}
        }

        /// The filter refuses every system call that is not on its list, by number.
        @Test(arguments: stride(from: 0, to: 600, by: 100).map { $0 })
        func noOtherSystemCallIsLookedAt(first: Int) throws {
            let result = try home.run(Programs.faultyWorker, ["calls", String(first), String(first + 99)])
            #expect(result.status == 0)
        }

        @Test func unlistedCallsAreLookedAtOutside() throws {
            #expect(try home.run(Programs.faultyWorker, ["calls-free", "0", "99"]).status == 1)
        }

        @Test func theRealWorkerIsLockedInBeforeAnybodyAsksIt() throws {
            let workers = FontWorkers(program: Programs.worker)
            workers.prepare()
            #expect(eventually { workers.waitingProcess != nil })
            let process = try #require(workers.waitingProcess)
            #expect(eventually { Programs.status(of: process, "Seccomp") == "2" })
            #expect(Programs.status(of: process, "NoNewPrivs") == "1")
            #expect(Programs.status(of: process, "Threads") == "1")
            let limits = try String(contentsOfFile: "/proc/\(process)/limits", encoding: .utf8)
            #expect(limits.contains(#/Max address space +1073741824 +1073741824/#))
            #expect(limits.contains(#/Max file size +0 +0/#))
            #expect(limits.contains(#/Max processes +0 +0/#))
            #expect(limits.contains(#/Max core file size +0 +0/#))
            #expect(limits.contains(#/Max open files +8 +8/#))
            #expect(limits.contains(#/Max cpu time +6 +22/#))
            // Its process files belong to root, because the process is not dumpable.
            var status = stat()
            #expect(stat("/proc/\(process)/environ", &status) == 0)
            #expect(status.st_uid == 0)
            if getuid() == 0 {
                #expect(FileManager.default.contents(atPath: "/proc/\(process)/environ") == Data())
                let files = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/fd")
                #expect(Set(files) == ["0", "1", "2"])
            }
        }

        @Test func itGreetsWithWhatTheKernelHas() throws {
            let greeting = try WorkerProcess(program: Programs.worker).awaitGreeting(until: .now + .seconds(120))
            #expect(greeting.hasFilter)
            let known = try String(contentsOfFile: "/proc/sys/kernel/osrelease", encoding: .utf8)
                .split(separator: ".").prefix(2).compactMap { Int($0) }
            // Landlock was added in Linux 5.13 and may be disabled.
            if greeting.landlock > 0 { #expect(known.first ?? 0 > 5 || known == [5, 13]) }
        }

        @Test func theEndOfTheSocketEndsIt() throws {
            var ends: [Int32] = [-1, -1]
            try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
            _ = fcntl(ends[0], F_SETFD, FD_CLOEXEC)
            let process = Process()
            process.executableURL = URL(filePath: Programs.worker)
            process.environment = [:]
            process.standardInput = FileHandle(fileDescriptor: ends[1], closeOnDealloc: true)
            try process.run()
            var greeting = [UInt8](repeating: 0, count: WorkerProtocol.Greeting.length)
            #expect(recv(ends[0], &greeting, greeting.count, Int32(MSG_WAITALL)) == greeting.count)
            close(ends[0])
            process.waitUntilExit()
            #expect(process.terminationReason == .exit)
            #expect(process.terminationStatus == 0)
        }
    }
}

/// A listening socket, like the bus.
private final class Listener {
    private let descriptor: Int32
    /// The TCP port; 0 for a Unix socket.
    private(set) var port = 0

    /// Listens on the loopback interface at a free port.
    init() throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutableBytes(of: &address) { bytes -> Bool in
            guard let base = bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self) else { return false }
            return bind(descriptor, base, size) == 0 && getsockname(descriptor, base, &size) == 0
        }
        try #require(isBound && listen(descriptor, 8) == 0)
        port = Int(address.sin_port.bigEndian)
    }

    init(path: String) throws {
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        try #require(path.utf8.count < MemoryLayout.size(ofValue: address.sun_path))
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let isBound = withUnsafeBytes(of: &address) { bytes -> Bool in
            guard let base = bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self) else { return false }
            return bind(descriptor, base, socklen_t(bytes.count)) == 0
        }
        try #require(isBound && listen(descriptor, 8) == 0)
    }

    deinit { close(descriptor) }
}
