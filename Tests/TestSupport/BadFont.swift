import FontRegistry
import Foundation

/// A row of the manifest of unusual and damaged files.
public struct BadFont: Sendable {
    public var path: String
    /// The expected verdict; the folder's README explains each.
    public var expected: String
    public var features: Set<String>
    /// The first family, style and PostScript name according to fontconfig.
    public var names: [String]

    /// All rows; empty if the folder does not exist.
    public static let all: [BadFont] = {
        guard let folder = SharedFonts.badFonts,
            let text = try? String(contentsOfFile: folder + "/MANIFEST.tsv", encoding: .utf8)
        else { return [] }
        let rows = text.split(separator: "\n").map {
            $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        }
        guard let header = rows.first else { return [] }
        let columns = ["file", "expected", "features", "fc_family", "fc_style", "fc_psname"]
        let places = columns.compactMap(header.firstIndex)
        guard places.count == columns.count else { return [] }
        let fonts = rows.dropFirst().filter { $0.count == header.count }.map { row in
            BadFont(
                path: folder + "/" + row[places[0]], expected: row[places[1]],
                features: Set(row[places[2]].split(separator: " ").map(String.init)),
                names: places[3...].map { unescaped(String(row[$0].prefix { $0 != "," })) })
        }
        // Archives are read in workers, which cannot restrict themselves with a sanitizer's memory.
        return isWhole ? fonts : fonts.filter { !$0.isArchive }
    }()

    /// The file's own name.
    public var name: String { (path as NSString).lastPathComponent }
    /// Whether the file begins as an archive or compressed file, whose content decides on the verdict.
    public var isArchive: Bool { FontFile.archive(at: path) != nil }
    public var isWebFont: Bool { features.contains("woff") || features.contains("woff2") }
    /// Whether fontconfig names the font after its file, which fontd does not.
    public var isNamedByItsFile: Bool { features.contains("fc-name-from-filename") }

    /// Whether ``all`` includes the archives.
    public static let isWhole = ProcessInfo.processInfo.environment["ASAN_OPTIONS"] == nil

    /// Decodes `\xNN` and `\uNNNN`.
    private static func unescaped(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        var rest = Substring(text).unicodeScalars
        while let scalar = rest.popFirst() {
            let length = rest.first == "x" ? 2 : rest.first == "u" ? 4 : 0
            let digits = String(String.UnicodeScalarView(rest.dropFirst().prefix(length)))
            if scalar == "\\", length > 0, let code = UInt32(digits, radix: 16), let escaped = Unicode.Scalar(code) {
                result.append(escaped)
                rest = rest.dropFirst(length + 1)
            } else {
                result.append(scalar)
            }
        }
        return String(result)
    }
}
