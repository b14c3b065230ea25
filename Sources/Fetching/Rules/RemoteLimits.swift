/// The limits of loading a remote document.
public struct RemoteLimits: Sendable, Hashable {
    /// The largest number of bytes, after decompression.
    public var size: Int
    /// The time for the whole load with its redirections.
    public var time: Duration

    public init(size: Int = 4 << 20, time: Duration = .seconds(30)) {
        self.size = size
        self.time = time
    }
}
