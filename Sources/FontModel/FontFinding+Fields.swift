extension FontFinding: FieldRecord {
    /// The maximum number of findings of one file, since a collection repeats the same problems for each face.
    package static let most = 1_000

    package init() {
        self.init(.fileUnreadable, message: "")
        code = nil
    }

    package static let fields: [Field<FontFinding>] = [
        .derived("severity", .text) { .text($0.severity.rawValue) },
        .integer("code", \.code, in: 0...Int(UInt16.max), isStated: true),
        .integer("face", \.faceIndex, in: 0...FontLimits.facesPerFile, isStated: true),
        .text("table", \.table, isStated: true, isSound: isTag),
        .integer("offset", \.offset, in: 0...FontLimits.fileSize, isStated: true),
        .message("message", \.text),
        .word("kind", \.kind),
        // A table may contain any number, which may be the problem.
        .integer("glyph", \.glyph, in: 0...Int(UInt32.max), isStated: true),
        .derived("consequence", .text) { .text($0.consequence) },
    ]
}
