package import FontModel

/// A further examination of what the parser reads, which adds its findings to the parser's log.
package protocol FontExaminer {
    /// Examines a face.
    mutating func examine(_ facts: FaceFacts, log: inout FindingLog)
    /// Examines the file once all its faces were examined.
    mutating func finish(isCollection: Bool, log: inout FindingLog)
}

/// The data of a face that is needed to examine it.
package struct FaceFacts {
    package var tables: TableDirectory
    package var head: HeadTable
    package var os2: OS2Table
    package var metrics: HorizontalMetrics
    /// The number of glyphs according to `maxp`.
    package var glyphCount: Int
    package var variations: Variations
    package var names: NameTable
    package var coverage: CharacterCoverage
    package var isSymbolic: Bool
    /// Whether the file is a collection.
    package var isInCollection: Bool
}
