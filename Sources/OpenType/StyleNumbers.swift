import FontModel

/// The weight, width and slant of a face.
struct StyleNumbers {
    /// The weight, 1…1000.
    var weight: Double
    /// The width in percent of the normal width, 50…200.
    var width: Double
    /// The slant in degrees to the right.
    var slant: Double

    init(os2: OS2Table, head: HeadTable, post: PostTable, variations: Variations, log: inout FindingLog) {
        let isBold = head.macStyle & 1 != 0
        weight =
            os2.weightClass.map { Self.weight(weightClass: $0, at: os2.start + 4, log: &log) } ?? (isBold ? 700 : 400)
        width = os2.widthClass.map { Self.width(widthClass: $0, at: os2.start + 6, log: &log) } ?? 100
        // `0 - x`, since `-x` could be a negative zero.
        slant = 0 - post.italicAngle
        if let value = variations.defaultValue("wght") { weight = min(max(value, 1), 1_000) }
        if let value = variations.defaultValue("wdth"), value > 0 { width = value }
        if let value = variations.defaultValue("slnt") { slant = 0 - value }
    }

    /// Returns the weight, 1…1000, of an `OS/2.usWeightClass`; in old fonts, 1…9 stand for 100…900.
    static func weight(weightClass: Int, at offset: Int, log: inout FindingLog) -> Double {
        switch weightClass {
        case 1...9: return Double(weightClass * 100)
        case 10...1_000: return Double(weightClass)
        case 0:
            log.add(.weightClass, .table("OS/2", offset), "The weight class is 0; 400 is assumed.")
            return 400
        default:
            log.add(
                .weightClass, .table("OS/2", offset),
                "The weight class \(weightClass) is over 1,000; 1,000 is assumed.")
            return 1_000
        }
    }

    /// Returns the width in percent of an `OS/2.usWidthClass`, 1…9.
    static func width(widthClass: Int, at offset: Int, log: inout FindingLog) -> Double {
        let widths = [50, 62.5, 75, 87.5, 100, 112.5, 125, 150, 200]
        guard (1...9).contains(widthClass) else {
            log.add(
                .widthClass, .table("OS/2", offset),
                "The width class \(widthClass) is not within 1 to 9; normal width is assumed.")
            return 100
        }
        return widths[widthClass - 1]
    }
}
