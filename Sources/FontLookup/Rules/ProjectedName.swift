import FontModel
import Foundation

/// The name of a font file in the projection: that of the original file as far as its characters are safe, so that
/// programs that look for fonts by file name find it.
package enum ProjectedName {
    /// The maximum length of the part before the extension.
    private static let longest = 100

    /// Returns the name of a font, which need not be unique.
    ///
    /// Without a usable original name it is the PostScript name (family name for a collection) with twelve digits of
    /// the content hash. So is that of a face without a family, since fontconfig shows it under the name of its file.
    ///
    /// - Parameter file: The path of the original file as given, or the address of a downloaded one.
    package static func make(file: String, sha256: String, format: FontFormat, faces: [FontFace]) -> String {
        let derived = make(sha256: sha256, format: format, faces: faces)
        let ofFile = "-\(sha256.prefix(12))"
        guard !faces.contains(where: { $0.hasDerivedName || $0.family.hasSuffix(ofFile) }) else { return derived }
        let last = PathText.name(of: file)
        let given = file.contains("://") ? last.removingPercentEncoding.map { $0[...] } ?? last : last
        let dot = given.lastIndex(of: ".")
        let ending = dot.map { given[given.index(after: $0)...].lowercased() } ?? ""
        let isKnown = StoredName.isExtension(ending)
        let stem = dot.map { isKnown || packed.contains(ending) ? given[..<$0] : given } ?? given
        // The file of a restored registration may be the stored one.
        guard !StoredName.isHash(stem), let cleaned = clean(stem) else { return derived }
        let kept = isKnown ? dot.map { String(given[$0...].dropFirst()) } : nil
        return "\(cleaned).\(kept ?? suffix(format: format, faces: faces))"
    }

    /// Returns a name with digits of the content hash before the extension, for a font whose name another file has.
    ///
    /// - Parameter isTaken: Whether another file has a name; the next twelve digits are used then.
    package static func distinct(_ name: String, sha256: String, isTaken: (String) throws -> Bool) rethrows -> String {
        let dot = name.lastIndex(of: ".") ?? name.endIndex
        var digits = sha256[...]
        func made() -> String { "\(name[..<dot])-\(digits.prefix(12))\(name[dot...])" }
        while digits.utf8.count >= 24, try isTaken(made()) { digits = digits.dropFirst(12) }
        return made()
    }

    /// Whether a file name has digits of the content hash before the extension, which only fontd gives.
    package static func hasDigits(of sha256: String, _ name: String) -> Bool {
        guard let dot = name.lastIndex(of: ".") else { return false }
        let digits = name[..<dot].suffix(12)
        return digits.utf8.count == 12 && name[..<dot].dropLast(12).hasSuffix("-") && sha256.contains(digits)
    }

    /// Returns the cleaned PostScript name (family name for a collection), followed by twelve digits of the content
    /// hash.
    package static func make(sha256: String, format: FontFormat, faces: [FontFace]) -> String {
        let readable = format == .collection ? faces.first?.family : faces.first?.postscriptName
        let suffix = suffix(format: format, faces: faces)
        // A face without a family already has a name in this format.
        if let face = faces.first, face.family.hasSuffix("-\(sha256.prefix(12))") { return "\(face.family).\(suffix)" }
        return "\(FontFace.fileName(readable: readable ?? "", contentHash: sha256)).\(suffix)"
    }

    /// Returns the suffix of the names of a font's files.
    package static func suffix(format: FontFormat, faces: [FontFace]) -> String {
        switch format {
        case .collection: faces.first?.outlines == .cff ? "otc" : "ttc"
        case .openType: "otf"
        default: "ttf"
        }
    }

    /// The extensions of packed fonts, which the font itself does not have.
    private static let packed = ["woff", "woff2"]

    /// Returns the safe characters of a name, with a dash for each group of others; nil if no letter or digit is left.
    private static func clean(_ name: Substring) -> String? {
        var cleaned = ""
        var hasGap = false
        for character in name.unicodeScalars {
            guard StoredName.isSafe(character) else {
                hasGap = true
                continue
            }
            // A leading dash would read as an option, and a leading dot would hide the file from some fontconfigs.
            if cleaned.isEmpty, character == "-" || character == "." { continue }
            if hasGap, !cleaned.isEmpty, cleaned.last != "-", character != "-" { cleaned.append("-") }
            hasGap = false
            cleaned.unicodeScalars.append(character)
            if cleaned.utf8.count >= longest { break }
        }
        while cleaned.last == "." { cleaned.removeLast() }
        return cleaned.contains { $0.isLetter || $0.isNumber } ? cleaned : nil
    }
}
