/// A gate at which tasks wait until the test opens it.
public final class Gate: Sendable {
    private let ends = AsyncStream.makeStream(of: Void.self)

    public init() {}

    public func open() { ends.continuation.finish() }

    public func pass() async { for await _ in ends.stream {} }
}
