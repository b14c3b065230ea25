/// A running program that has a font file open.
public struct FontUser: Sendable, Hashable {
    /// Its process.
    public var processIdentifier: Int32
    /// The name of its program, as the kernel has it: at most 15 bytes, cleaned for display.
    public var program: String

    public init(processIdentifier: Int32, program: String) {
        self.processIdentifier = processIdentifier
        self.program = program
    }
}
