package import FontModel

/// What lists show of a font file, and which only the file itself tells.
package struct KnownFile: Sendable, Hashable {
    /// Whether the first bytes of the file were looked at.
    package var isSniffed = false
    /// The format that the first bytes indicate; nil if they begin no font, such as those of a compressed one.
    package var format: FontFormat?
    /// The faces of a variable file, as fontd's own reader reads them; nil if they were not read.
    package var variableFaces: [FontFace]?
    /// The facts of the faces that were measured, by the index in the file.
    package var faces: [Int: MeasuredFace] = [:]

    package init() {}
}

/// What the tables and the outlines of a face show.
package struct MeasuredFace: Sendable, Hashable {
    /// Whether letters of different shapes have one width; nil if the face lacks them.
    package var hasEqualAdvances: Bool?
    /// The ten numbers of PANOSE (`OS/2.panose`); empty if there are none.
    package var panose: [UInt8] = []
    /// The family class (`OS/2.sFamilyClass`).
    package var familyClass: Int?
    /// The measures of stems by letter; nil if the face has no outlines that can be measured.
    package var stems: [String: Double]?
    /// The shape of the letters; nil if it was not measured.
    package var shape: LetterShape?
    /// The text by which a list shows the face, and the word for its kind; nil if the face has no characters.
    package var sample: (text: String, kind: String)? {
        get { sampleText.isEmpty ? nil : (sampleText, sampleKind) }
        set { (sampleText, sampleKind) = newValue ?? ("", "") }
    }
    private(set) var sampleText = ""
    private(set) var sampleKind = ""

    package init() {}
}
