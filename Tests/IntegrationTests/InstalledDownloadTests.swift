import FontBus
import TestSupport
import Testing

extension RealPrograms {
    /// Downloads by the installed service, whose tasks run on threads of its own.
    @Suite(.needsBus, .timeLimit(.minutes(60))) struct InstalledDownloadTests {
        /// Each download reports its end, and makes room for the next one of its caller.
        @Test func eachDownloadReportsItsEnd() async throws {
            let service = try PrivateService()
            let client = try await service.connect()
            let states = AsyncStream.makeStream(of: Int64.self)
            _ = try await client.subscribe(
                to: "type='signal',interface='org.fontd.FontDownload1',member='State'", from: PrivateService.name
            ) { signal in
                if let state = signal.arguments.first?.integer { states.continuation.yield(state) }
            }
            var received = states.stream.makeAsyncIterator()
            for _ in 0..<40 {
                _ = try await client.call(
                    "Download", of: PrivateService.address,
                    [.strings(["Nobody Has This"]), .dictionary(["check": .boolean(true)])])
                #expect(await received.next() == 0)
                #expect(await received.next() == 1)
            }
            withExtendedLifetime((service, client)) {}
        }
    }
}
