import FontFetching
import FontModel
import FontTransfer
import Foundation
import Glibc
import TestSupport
import Testing

/// The process that fetches files, as the program that starts it sees it.
@Suite struct FetchProcessTests {
    private let home: PrivateHome
    private let server: TestServer
    private let files: NetworkFiles

    init() throws {
        home = try PrivateHome()
        server = try .answers()
        files = NetworkFiles(program: Command.product("fontd-fetch"), environment: [:])
    }

    private func request(_ path: String, limit: Int64 = 1 << 30) -> FileRequest {
        FileRequest("http://127.0.0.1:\(server.port)/\(path)", limit: limit)
    }

    private func size(_ answer: any FileAnswer) async throws -> Int {
        var size = 0
        while let part = try await answer.next() { size += part.count }
        return size
    }

    private func isRunning(_ process: Int32) -> Bool { kill(process, 0) == 0 }

    /// The fields of `/proc/<pid>/status`.
    private func status(of process: Int32) throws -> [Substring: String] {
        let text = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
        let fields = text.split(separator: "\n").map { $0.split(separator: ":", maxSplits: 1) }
        return Dictionary(
            fields.compactMap { $0.count == 2 ? ($0[0], $0[1].trimmingCharacters(in: .whitespaces)) : nil },
            uniquingKeysWith: { first, _ in first })
    }

    @Test func oneProcessMakesAllTransfers() async throws {
        #expect(files.process == nil)
        let sizes = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<20 { group.addTask { try await size(files.open(request("file"))) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(sizes == Array(repeating: 1_024_000, count: 20))
        let process = try #require(files.process)
        #expect(try await size(files.open(request("file"))) == 1_024_000)
        #expect(files.process == process)
    }

    /// A request is not left until another message comes.
    @Test func theFirstRequestMayArriveWithTheSetup() throws {
        var ends: [Int32] = [-1, -1]
        #expect(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0)
        let (own, other) = (
            FileHandle(fileDescriptor: ends[0], closeOnDealloc: true),
            FileHandle(fileDescriptor: ends[1], closeOnDealloc: true)
        )
        let order = FetchOrder(request("file"), allowsInsecure: false, patience: 30)
        try own.write(
            contentsOf: Data(
                FetchCommand.setup(FetchSetup(variables: [:], ports: [server.port])).encoded
                    + FetchCommand.fetch(1, order).encoded))
        let process = Process()
        process.executableURL = URL(filePath: Command.product("fontd-fetch"))
        process.standardInput = other
        try process.run()
        try other.close()
        var buffer = MessageBuffer()
        var events: [FetchEvent] = []
        // Without the request, the process would end when it had nothing to do for a minute.
        while events.count < 2 {
            let bytes = own.availableData
            guard !bytes.isEmpty else { break }
            buffer.append(Array(bytes))
            while let message = try buffer.next() { events.append(try #require(FetchEvent(message))) }
        }
        guard events.count > 1, case .head(1, let head) = events[1] else {
            Issue.record("no answer: \(events)")
            return
        }
        #expect(head.status == 200)
        try own.close()
        process.waitUntilExit()
    }

    /// A program that does not take bytes holds up neither the other transfers nor the memory.
    @Test func aSlowReaderPausesItsTransfer() async throws {
        let slow = try await files.open(request("endless"))
        for _ in 0..<5 { #expect(try await size(files.open(request("file"))) == 1_024_000) }
        #expect(try await slow.next()?.isEmpty == false)
        let process = try #require(files.process)
        let resident = try #require(try status(of: process)["VmHWM"]?.split(separator: " ").first)
        #expect(Int(resident) ?? .max < 64 << 10, "\(resident) KB")
        slow.cancel()
        await #expect(throws: TransferFault.self) { while try await slow.next() != nil {} }
    }

    @Test func transfersAreCancelled() async throws {
        let answer = try await files.open(request("stall"))
        let reading = Task { try await answer.next() }
        answer.cancel()
        let result = await reading.result
        #expect(throws: TransferFault(.cancelled, at: request("stall").address)) { try result.get() }
        // The end of a task does the same while the server is silent.
        let opening = Task { try await files.open(request("silence")) }
        opening.cancel()
        let opened = await opening.result
        #expect(throws: TransferFault(.cancelled, at: request("silence").address)) { try opened.get() }
        #expect(try await size(files.open(request("file"))) == 1_024_000)
    }

    @Test func anotherProcessFollowsAKilledOne() async throws {
        let answer = try await files.open(request("endless"))
        let killed = try #require(files.process)
        #expect(kill(killed, SIGKILL) == 0)
        do {
            while try await answer.next() != nil {}
            Issue.record("an endless body ended")
        } catch {
            #expect(error.kind == .network(.cut))
        }
        #expect(try await size(files.open(request("file"))) == 1_024_000)
        #expect(files.process != killed)
        #expect(await eventually { !isRunning(killed) })
    }

    @Test func theProcessEndsWithItsUsers() async throws {
        var files: NetworkFiles? = NetworkFiles(program: Command.product("fontd-fetch"), environment: [:])
        var answer: (any FileAnswer)? = try await files?.open(request("endless"))
        let process = try #require(files?.process)
        files = nil
        // The answer is still read.
        #expect(try await answer?.next() != nil)
        answer = nil
        #expect(await eventually { !isRunning(process) })
    }

    /// A request for another port replaces the process, also one that another request started just now.
    @Test func requestsOfTwoPortsMayBeginTogether() async throws {
        let other = try TestServer.answers()
        let addresses = [server, other].map { "http://127.0.0.1:\($0.port)/page" }
        for _ in 0..<30 {
            let files = NetworkFiles(program: Command.product("fontd-fetch"), environment: [:])
            try await withThrowingTaskGroup(of: Int.self) { group in
                for address in addresses + addresses {
                    group.addTask { try await size(files.open(FileRequest(address, limit: 1 << 10))) }
                }
                for try await size in group { #expect(size > 0) }
            }
        }
    }

    @Test func aProcessThatWasStartedEarlyIsTheFirstOne() async throws {
        // It ends idle if this test waits a minute for a thread.
        for _ in 0..<5 {
            let (begun, begin) = AsyncStream.makeStream(of: Void.self)
            let early = EarlyFetchProcess(program: Command.product("fontd-fetch")) {
                begin.yield()
                return true
            }
            for await _ in begun { break }
            let files = NetworkFiles(program: nil, early: early, environment: [:])
            guard let fetched = try? await size(files.open(request("file"))), let process = files.process else {
                continue
            }
            #expect(fetched == 1_024_000)
            #expect(kill(process, SIGKILL) == 0)
            // There is no other one.
            await #expect(throws: TransferFault.self) { _ = try await files.open(request("file")) }
            return
        }
        Issue.record("No process that was started early has answered")
    }

    @Test func aProcessThatNobodyTookIsEnded() async throws {
        let program = try home.writeScript("echo $$ >'\(home.root)/started'; read line", to: home.root + "/bin/fetch")
        var early: EarlyFetchProcess? = EarlyFetchProcess(program: program) { true }
        var started: Int32?
        #expect(
            await eventually {
                let text = try? String(contentsOfFile: home.root + "/started", encoding: .utf8)
                started = text.flatMap { Int32($0.trimmingCharacters(in: .newlines)) }
                return started != nil
            })
        withExtendedLifetime(early) {}
        early = nil
        // It is not a zombie either.
        #expect(kill(try #require(started), 0) != 0)
    }

    @Test func aMissingProgramIsNamed() async throws {
        for program in [nil, home.root + "/none", "/bin/true"] {
            let files = NetworkFiles(program: program, environment: [:])
            do throws(TransferFault) {
                _ = try await files.open(request("file"))
                Issue.record("\(program ?? "") fetched a file")
            } catch {
                #expect(error.kind == .network(.missing))
            }
        }
    }

    /// A process that reads no commands is given up, and holds up nobody for longer.
    @Test func aProcessThatReadsNothingIsGivenUp() async throws {
        let deaf = try home.writeScript("exec sleep 1000", to: home.root + "/deaf")
        let files = NetworkFiles(program: deaf, environment: [:], patience: 1)
        let request = request("file")
        let faults = await withTaskGroup(of: TransferFault?.self) { group in
            // More commands than its socket takes.
            for _ in 0..<600 {
                group.addTask {
                    do throws(TransferFault) {
                        _ = try await files.open(request)
                        return nil
                    } catch {
                        return error
                    }
                }
            }
            var faults: [TransferFault?] = []
            for await fault in group {
                faults.append(fault)
                // Those that another process has by now.
                group.cancelAll()
            }
            return faults
        }
        #expect(faults.count == 600 && faults.first??.kind == .network(.missing), "\(String(describing: faults.first))")
    }

    // MARK: The sandbox

    @Test func theProcessIsLockedIn() async throws {
        _ = try await files.open(request("file"))
        let process = try #require(files.process)
        let status = try status(of: process)
        #expect(status["NoNewPrivs"] == "1" && status["Seccomp"] == "2")
        // It is not dumpable, so its files belong to root.
        let attributes = try FileManager.default.attributesOfItem(atPath: "/proc/\(process)/environ")
        #expect(attributes[.ownerAccountID] as? Int == 0)
    }

    @Test(arguments: [
        "unix socket", "datagram pair", "other netlink", "other port", "read", "append", "create", "remove", "rename",
        "folder", "mode",
        "program", "signal",
    ])
    func attemptsFail(attempt: String) throws {
        // Ports need Landlock of Linux 6.7.
        let hasPorts = ProcessInfo.processInfo.isOperatingSystemAtLeast(
            .init(majorVersion: 6, minorVersion: 7, patchVersion: 0))
        guard attempt != "other port" || hasPorts else { return }
        let path = home.root + "/secret"
        try Data("text".utf8).write(to: URL(filePath: path))
        var aim = path
        if attempt == "unix socket" { aim = home.root + "/socket" }
        let listener = attempt == "unix socket" ? try UnixListener(at: aim) : nil
        func run(_ mode: String) throws -> Int32 {
            try Command.run(
                Command.product("fontd-fetch-probe"), [mode, attempt, aim, String(server.port)], environment: [:]
            ).status
        }
        #expect(try run("try") == 0)
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "text")
        #expect(try run("free") == 1)
        withExtendedLifetime(listener) {}
    }

    @Test(arguments: ["settings", "internet socket", "name server", "addresses"])
    func theProcessHasWhatItNeeds(attempt: String) throws {
        let result = try Command.run(
            Command.product("fontd-fetch-probe"), ["try", attempt, "/", "1"], environment: [:])
        #expect(result.status == 1)
    }
}

/// A socket that accepts connections.
private final class UnixListener {
    private let descriptor: Int32

    init(at path: String) throws {
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix(107)) }
        let isBound = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
            }
        }
        guard isBound, listen(descriptor, 5) == 0 else { throw CocoaError(.fileWriteUnknown) }
    }

    deinit { close(descriptor) }
}
