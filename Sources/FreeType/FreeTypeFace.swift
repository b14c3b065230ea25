import CFreeType
import FontModel

/// The properties of one face of a font file according to FreeType.
public struct FreeTypeFace: Sendable, Hashable {
    /// The index of the face in the file, from 0.
    public var index: Int
    /// The family in display form, with `?` for non-ASCII characters; nil if the font has none.
    public var family: String?
    /// The style in display form; nil if the font has none.
    public var style: String?
    /// The PostScript name in display form; nil if the font has none.
    public var postscriptName: String?
    /// The number of glyphs.
    public var glyphCount: Int
    /// Whether the face has outlines.
    public var isScalable: Bool
    /// Whether the face has colour glyphs.
    public var hasColor: Bool
    /// Whether the face has variation axes (`fvar`, or Multiple Master).
    public var isVariable: Bool
    /// The number of named instances, including the default location even if `fvar` does not list it.
    public var instanceCount: Int
    /// The number of sizes for which the face has bitmaps.
    public var strikeCount: Int

    /// Reads the properties of an open face.
    init(_ face: borrowing FaceHandle, index: Int) {
        let record = face.raw.pointee
        self.index = index
        family = record.family_name.map { DisplayText.clean(String(cString: $0)) }
        style = record.style_name.map { DisplayText.clean(String(cString: $0)) }
        postscriptName = FT_Get_Postscript_Name(face.raw).map { DisplayText.clean(String(cString: $0)) }
        glyphCount = Int(record.num_glyphs)
        isScalable = record.face_flags & FT_Long(FT_FACE_FLAG_SCALABLE) != 0
        hasColor = record.face_flags & FT_Long(FT_FACE_FLAG_COLOR) != 0
        isVariable = record.face_flags & FT_Long(FT_FACE_FLAG_MULTIPLE_MASTERS) != 0
        // "Bits 16-30 hold the number of named instances available for the current face … Note that a variation font
        // has always at least one named instance, namely the default instance" (freetype.h, style_flags).
        instanceCount = Int(record.style_flags >> 16) & 0x7FFF
        strikeCount = Int(record.num_fixed_sizes)
    }
}
