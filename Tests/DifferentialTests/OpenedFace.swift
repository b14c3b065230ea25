// fontconfig's header includes FreeType's, so that some of its types belong to both modules.
import CFontconfig
import CFreeType
import FontModel

/// One face as read by FreeType, with the table fields that the rules examine.
struct OpenedFace: Sendable {
    struct Axis: Hashable, Sendable {
        var tag: String
        var minimum: Double
        var defaultValue: Double
        var maximum: Double
    }

    struct Instance: Sendable {
        var coordinates: [Double]
        var postscriptName: String?
    }

    struct CharacterMap: Hashable, Sendable {
        var platform: Int
        var encoding: Int
        var format: Int
        /// Whether FreeType selects this character map for Unicode.
        var isChosen: Bool
    }

    var glyphCount = 0
    var family: String?
    var style: String?
    var postscriptName: String?
    var isBold = false
    var isItalic = false
    var isScalable = false
    var hasColor = false
    var hasVerticalMetrics = false
    var isFixedWidth = false
    var axes: [Axis] = []
    var instances: [Instance] = []
    var characterMaps: [CharacterMap] = []
    /// `OS/2.usWeightClass`; nil, like the next two fields, if FreeType considers the table absent.
    var weightClass: Int?
    var widthClass: Int?
    var selection: Int?
    var macStyle = 0
    /// `post.italicAngle`, 16.16 fixed-point.
    var italicAngle = 0
    /// The lengths of tables, by tag.
    var tables: [String: Int] = [:]
    var strikeCount = 0

    /// Returns all faces of a file, or nil if FreeType cannot open one of them.
    static func all(of path: String) -> [OpenedFace]? {
        var made: FT_Library?
        guard FT_Init_FreeType(&made) == 0, let library = made else { return nil }
        defer { FT_Done_FreeType(library) }
        var faces: [OpenedFace] = []
        var count = 1
        while faces.count < count {
            var raw: FT_Face?
            guard FT_New_Face(library, path, FT_Long(faces.count), &raw) == 0, let face = raw else { return nil }
            defer { FT_Done_Face(face) }
            count = Int(face.pointee.num_faces)
            faces.append(OpenedFace(face, in: library))
        }
        return faces
    }

    private init(_ face: FT_Face, in library: FT_Library) {
        let record = face.pointee
        glyphCount = Int(record.num_glyphs)
        family = record.family_name.map { DisplayText.clean(String(cString: $0)) }
        style = record.style_name.map { DisplayText.clean(String(cString: $0)) }
        postscriptName = Self.postscriptName(face)
        isBold = record.style_flags & FT_Long(FT_STYLE_FLAG_BOLD) != 0
        isItalic = record.style_flags & FT_Long(FT_STYLE_FLAG_ITALIC) != 0
        func has(_ flag: Int) -> Bool { record.face_flags & FT_Long(flag) != 0 }
        isScalable = has(FT_FACE_FLAG_SCALABLE)
        strikeCount = Int(record.num_fixed_sizes)
        hasColor = has(FT_FACE_FLAG_COLOR)
        hasVerticalMetrics = has(FT_FACE_FLAG_VERTICAL)
        isFixedWidth = has(FT_FACE_FLAG_FIXED_WIDTH)
        if let os2 = FT_Get_Sfnt_Table(face, FT_SFNT_OS2)?.assumingMemoryBound(to: TT_OS2.self).pointee,
            os2.version != 0xFFFF
        {
            weightClass = Int(os2.usWeightClass)
            widthClass = Int(os2.usWidthClass)
            selection = Int(os2.fsSelection)
        }
        if let head = FT_Get_Sfnt_Table(face, FT_SFNT_HEAD)?.assumingMemoryBound(to: TT_Header.self).pointee {
            macStyle = Int(head.Mac_Style)
        }
        if let post = FT_Get_Sfnt_Table(face, FT_SFNT_POST)?.assumingMemoryBound(to: TT_Postscript.self).pointee {
            italicAngle = Int(post.italicAngle)
        }
        readTables(face)
        readCharacterMaps(face)
        readVariations(face, in: library)
    }

    private static func postscriptName(_ face: FT_Face) -> String? {
        FT_Get_Postscript_Name(face).map { DisplayText.clean(String(cString: $0)) }
    }

    private mutating func readTables(_ face: FT_Face) {
        var count: FT_ULong = 0
        // "If `tag` is NULL, length returns the number of tables" (FT_Sfnt_Table_Info).
        guard FT_Sfnt_Table_Info(face, 0, nil, &count) == 0 else { return }
        for place in 0..<FT_UInt(count) {
            var tag: FT_ULong = 0
            var length: FT_ULong = 0
            if FT_Sfnt_Table_Info(face, place, &tag, &length) == 0 { tables[Self.text(tag)] = Int(length) }
        }
    }

    private mutating func readCharacterMaps(_ face: FT_Face) {
        let chosen = FT_Select_Charmap(face, FT_ENCODING_UNICODE) == 0 ? face.pointee.charmap : nil
        for place in 0..<Int(face.pointee.num_charmaps) {
            guard let map = face.pointee.charmaps[place] else { continue }
            characterMaps.append(
                CharacterMap(
                    platform: Int(map.pointee.platform_id), encoding: Int(map.pointee.encoding_id),
                    format: Int(FT_Get_CMap_Format(map)), isChosen: map == chosen))
        }
    }

    private mutating func readVariations(_ face: FT_Face, in library: FT_Library) {
        var made: UnsafeMutablePointer<FT_MM_Var>?
        guard FT_Get_MM_Var(face, &made) == 0, let variations = made else { return }
        defer { FT_Done_MM_Var(library, variations) }
        let axisCount = Int(variations.pointee.num_axis)
        axes = (0..<axisCount).map { place in
            let axis = variations.pointee.axis[place]
            return Axis(
                tag: Self.text(axis.tag), minimum: Self.number(axis.minimum), defaultValue: Self.number(axis.def),
                maximum: Self.number(axis.maximum))
        }
        for place in 0..<Int(variations.pointee.num_namedstyles) {
            let style = variations.pointee.namedstyle[place]
            let coordinates = (0..<axisCount).map { Self.number(style.coords[$0]) }
            let isSet = FT_Set_Named_Instance(face, FT_UInt(place + 1)) == 0
            instances.append(
                Instance(coordinates: coordinates, postscriptName: isSet ? Self.postscriptName(face) : nil))
        }
    }

    private static func number(_ fixed: FT_Fixed) -> Double { Double(fixed) / 65_536 }

    private static func text(_ tag: FT_ULong) -> String {
        String(String.UnicodeScalarView([24, 16, 8, 0].map { Unicode.Scalar(UInt8(truncatingIfNeeded: tag >> $0)) }))
    }
}
