import Dispatch
import FontBus
import Glibc
import TestSupport
import Testing

/// Calls and what they keep after their replies.
@Suite(.needsBus, .fewAtOnce, .timeLimit(.minutes(60))) struct AnsweredCallTests {
    /// A caller that stays on the bus keeps no file of its earlier calls open in the service.
    @Test func filesOfAnsweredCallsAreClosed() async throws {
        let bus = try PrivateBus(in: try PrivateHome())
        let server = try await BusConnection(.explicit(bus.address))
        let address = BusMethodAddress(
            destination: try await server.uniqueName(), path: "/taking", interface: "org.example.Taking")
        let gate = Gate()
        try await server.export(
            BusObject(
                path: address.path,
                interface: BusInterface(address.interface, methods: [.init("Take", ["file": "h"])]),
                urgentMethods: [], owner: { _ in "caller" },
                method: { _ async throws(BusFailure) in
                    await gate.pass()
                    return []
                }, property: { _ in .boolean(false) }))
        let caller = try await BusConnection(.explicit(bus.address))
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0 && fcntl(ends[0], F_SETFL, O_NONBLOCK) == 0)
        defer { close(ends[0]) }
        do {
            let end = BusDescriptor(owning: ends[1])
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<40 {
                    group.addTask {
                        _ = try await caller.call("Take", of: address, [.descriptor(end)], timeout: .seconds(1_200))
                    }
                }
                // Four run at the same time, and the others wait.
                gate.open()
                try await group.waitForAll()
            }
        }
        // The end of the file is read when nobody has the other end open.
        let reading = ends[0]
        #expect(
            await eventually {
                var byte: UInt8 = 0
                return read(reading, &byte, 1) == 0
            })
        withExtendedLifetime((caller, server)) {}
    }

    /// What waits for a reply goes on after it, also in a task that prefers an executor, as those of fontd do: such a task
    /// leaves the connection's thread while it begins to wait, and the reply may be sent then.
    @Test func whatFollowsAReplyIsDone() async throws {
        let bus = try PrivateBus(in: try PrivateHome())
        let executor = QueueExecutor()
        let server = try await BusConnection(.explicit(bus.address), taskExecutor: executor)
        let address = BusMethodAddress(
            destination: try await server.uniqueName(), path: "/following", interface: "org.example.Following")
        let followers = AsyncStream.makeStream(of: Void.self)
        try await server.export(
            BusObject(
                path: address.path, interface: BusInterface(address.interface, methods: [.init("Begin")]),
                urgentMethods: [], owner: { _ in "caller" },
                method: { call in
                    Task(executorPreference: executor) {
                        await server.answered(call.id)
                        followers.continuation.yield()
                    }
                    return []
                }, property: { _ in .boolean(false) }))
        let caller = try await BusConnection(.explicit(bus.address))
        var followed = followers.stream.makeAsyncIterator()
        for _ in 0..<500 {
            _ = try await caller.call("Begin", of: address, timeout: .seconds(1_200))
            await followed.next()
        }
        withExtendedLifetime((caller, server)) {}
    }
}

/// An executor of tasks.
private final class QueueExecutor: TaskExecutor {
    private let queue = DispatchQueue(label: "tasks", attributes: .concurrent)

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
