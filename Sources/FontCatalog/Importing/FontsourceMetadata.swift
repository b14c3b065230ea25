import FontModel
import Foundation

/// The metadata of a family of Fontsource: `metadata.json`, and the answers of its interface for one font.
///
/// Fontsource cuts most fonts by ranges of Unicode, a file for each subset. A catalogue has whole files only.
struct FontsourceMetadata: Decodable {
    static let fileName = "metadata.json"

    /// The licence: its identifier or address, or an object with both.
    private enum License: Decodable {
        case text(String)
        case object(type: String?, url: String?)

        private enum Key: String, CodingKey { case type, url }

        init(from decoder: any Decoder) throws {
            if let text = try? decoder.singleValueContainer().decode(String.self) {
                self = .text(text)
                return
            }
            let container = try decoder.container(keyedBy: Key.self)
            self = .object(
                type: try container.decodeIfPresent(String.self, forKey: .type),
                url: try container.decodeIfPresent(String.self, forKey: .url))
        }

        /// The SPDX identifier.
        var identifier: String? {
            let text =
                switch self {
                case .text(let text): text;
                case .object(let type, _): type ?? ""
                }
            let isIdentifier = text.wholeMatch(of: #/[A-Za-z0-9.+-]{3,40}/#) != nil
            return isIdentifier ? text : text.wholeMatch(of: #/SIL Open Font License.*/#) != nil ? "OFL-1.1" : nil
        }
    }

    private struct Variant: Decodable { var url: [String: String]? }

    private var id: String
    private var family: String
    private var subsets: [String]
    private var styles: [String]?
    private var category: String?
    private var lastModified: String?
    private var source: String?
    private var license: License?
    private var unicodeRange: [String: String]?
    /// By weight, style and subset.
    private var variants: [String: [String: [String: Variant]]]?

    /// Reads the metadata of a folder; nil if the file is something else.
    static func read(_ bytes: [UInt8]) -> FontsourceMetadata? {
        try? JSONDecoder().decode(FontsourceMetadata.self, from: Data(bytes))
    }

    /// Returns what the metadata say.
    ///
    /// - Parameter folder: The folder, whose path ends with a slash.
    func claims(of file: String, inFolder folder: String) -> FamilyClaims {
        var claims = FamilyClaims(file: file, folder: folder, isOfFolder: true, family: family)
        claims.category = category.map(ClaimText.word)
        claims.license = license?.identifier
        claims.source = ClaimText.page(source).map { FamilyDocument.Source(url: $0, commit: nil) }
        claims.revised = ClaimText.day(lastModified)
        return claims
    }

    /// Returns the subset of which a file has the characters, by its name; nil for whole files.
    ///
    /// Names are `<id>-<subset>-<weight or axis>-<style>` or the same without the id.
    func subset(ofFile name: String) -> String? {
        let stem = name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
        let rest = stem.hasPrefix(id + "-") ? String(stem.dropFirst(id.count + 1)) : stem
        let parts = rest.split(separator: "-")
        guard parts.count > 2, let style = parts.last, (styles ?? ["normal", "italic"]).contains(String(style)) else {
            return nil
        }
        let subset = parts.dropLast(2).joined(separator: "-")
        // Numbered parts of large fonts are written in brackets.
        let isNumbered = subset.hasPrefix("[") && subset.hasSuffix("]") || subset.allSatisfy(\.isNumber)
        if isNumbered { return subset }
        guard subset != "all", subsets.contains(subset) else { return nil }
        return subsets.count > 1 || unicodeRange?.isEmpty == false ? subset : nil
    }

    /// Returns the addresses of a whole file, by its name.
    func addresses(ofFile name: String) -> [String] {
        let all = (variants ?? [:]).values.flatMap(\.values).flatMap(\.values).flatMap {
            $0.url?.values.map(\.self) ?? []
        }
        return Set(all.compactMap(ClaimText.address)).sorted().filter { ClaimText.fileName(ofAddress: $0) == name }
    }
}
