import CFreeType
import FontModel

/// Descriptions of FreeType's error numbers.
///
/// `FT_Error_String` returns NULL unless FreeType was built with error strings, which Debian's build is not.
enum FreeTypeFailure {
    /// Returns a clause that describes the error, without a full stop.
    static func clause(_ error: FT_Error) -> Message {
        // The lower byte is the error number. The upper byte is the module that failed, if FreeType was built with
        // modules in errors.
        let code = Int(error) & 0xFF
        return sentence(code) ?? family(code & 0xF0) ?? "it failed for an unknown reason"
    }

    private static func sentence(_ code: Int) -> Message? {
        switch code {
        case 0x01: "the data cannot be opened"
        case 0x02: "the format is unknown"
        case 0x03: "the structure of the file is broken"
        case 0x06: "a number in the file is out of its range"
        case 0x07: "the file needs a feature that this FreeType lacks"
        case 0x08: "a table contradicts itself"
        case 0x09: "a table or its contents exceed the data"
        case 0x0A: "a count in the file is too large"
        case 0x0B: "this FreeType has no driver for the format"
        case 0x10: "a glyph number is too large"
        case 0x12: "a glyph has an unknown format"
        case 0x14: "an outline contradicts itself"
        case 0x15: "a composite glyph refers to itself or to too many others"
        case 0x16: "a glyph has too many hints"
        case 0x17: "the size of a bitmap strike is invalid"
        case 0x18: "an SVG document cannot be used"
        case 0x40: "memory ran out; a size in the file may be far too large"
        case 0x51: "the data cannot be opened"
        case 0x52: "a table or its contents exceed the data"
        case 0x53: "a table or its contents exceed the data"
        case 0x54: "the data ends too early"
        case 0x55: "a table or its contents exceed the data"
        case 0x8E: "a table that every font needs is missing"
        case 0x8F: "the table hhea is missing"
        case 0x90: "the table loca is missing"
        case 0x91: "the table name is missing"
        case 0x92: "the table cmap is missing"
        case 0x93: "the table hmtx is missing"
        case 0x94: "the table post is missing"
        case 0x95: "the horizontal metrics contradict themselves"
        case 0x96: "a subtable of cmap has an unknown format"
        case 0x98: "the vertical metrics contradict themselves"
        case 0x9A: "the table post has an unknown version"
        case 0x9B: "the table post contradicts itself"
        case 0x9D: "a strike has no bitmap for the glyph"
        case 0xA0: "a charstring contradicts itself"
        case 0xA1: "a charstring requires more values than it has"
        default: nil
        }
    }

    private static func family(_ code: Int) -> Message? {
        switch code {
        case 0x10: "a glyph cannot be used"
        case 0x50: "the data ends too early"
        case 0x80: "the hinting program or a charstring contradicts itself"
        case 0x90: "a table is missing or contradicts itself"
        case 0xA0: "a charstring contradicts itself"
        case 0xB0: "a bitmap font lacks a part"
        default: nil
        }
    }
}
