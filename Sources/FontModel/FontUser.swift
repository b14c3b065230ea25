/// A running program that has a font file open.
public struct FontUser: Sendable, Hashable, Codable {
    /// The process id.
    public var processIdentifier: Int32
    /// The name of the program, at most 15 bytes as reported by the kernel, in display form.
    public var program: String

    package init(processIdentifier: Int32, program: String) {
        self.processIdentifier = processIdentifier
        self.program = program
    }
}

extension FontUser: FieldRecord {
    package init() { self.init(processIdentifier: 0, program: "") }

    package static let fields: [Field<FontUser>] = [
        .integer("pid", \.processIdentifier), .text("program", \.program),
    ]
}
