import FontFiles
import FontModel
import Foundation
import Synchronization

/// What the metadata of a publisher say of a family and of its files, before it is checked.
struct FamilyClaims: Sendable {
    /// An axis of variation with its range.
    struct Axis: Sendable, Hashable {
        var tag: String
        var minimum: Double
        var maximum: Double
    }

    /// What is said of one file.
    struct File: Sendable {
        /// The names of the file, without folders.
        var names: [String]
        var sha256: String?
        var size: Int64?
        /// Where it is, absolute addresses.
        var addresses: [String] = []
        var postscriptName: String?
        var fullName: String?
        var weight: Double?
        var isItalic: Bool?
        var version: String?
        var copyright: String?
    }

    /// The file of the metadata.
    var file: String
    /// The folder whose fonts are meant, which ends with a slash.
    var folder: String
    /// Whether all fonts in the folder are meant, and each stated file must be there; otherwise the ones with the stated
    /// names of files, or of the family.
    var isOfFolder = false
    var family: String?
    var designers: [String] = []
    /// The SPDX identifier.
    var license: String?
    /// The text of the licence, for fonts that have none beside them.
    var licenseText: LicenseText?
    var requiresAgreement = false
    var category: String?
    var classifications: [String] = []
    var aliases: [String] = []
    /// Descriptions by BCP 47 tag.
    var descriptions: [String: String] = [:]
    var homepage: String?
    var source: FamilyDocument.Source?
    /// The day of the last change.
    var revised: String?
    /// The day of the first publication, which stands for ``revised`` if the files state none.
    var added: String?
    var languages: [String] = []
    var scripts: [String] = []
    var sample: String?
    var axes: [Axis] = []
    var files: [File] = []

    /// Returns what is said of a file.
    func file(named name: String) -> File? { files.first { $0.names.contains(name) } }
}

/// A claim of a publisher that a file contradicts.
package struct WrongClaim: Sendable, Hashable {
    /// The family as the file names it; that of the metadata if there is no file.
    package var family: String
    /// The font file, if the claim is about one.
    package var file: String?
    /// What the claim is about: `name`, `category`, `license`, `axis wght`, `weight`, `style`, `postscriptName`, `fullName`,
    /// `version`, `copyright`, `file`, `sha256`, `size`.
    package var claim: String
    package var claimed: String
    /// What the file says; nil if it says nothing.
    package var actual: String?
    /// The file of the metadata.
    package var metadata: String

    package init(
        family: String, file: String? = nil, claim: String, claimed: String, actual: String?, metadata: String
    ) {
        self.family = DisplayText.clean(family)
        self.file = file
        self.claim = claim
        self.claimed = DisplayText.clean(claimed)
        self.actual = actual.map { DisplayText.clean($0) }
        self.metadata = metadata
    }
}

/// The values of publishers in the forms of a catalogue.
enum ClaimText {
    /// Returns the BCP 47 tag of a language and a script, `ja` for `ja_Jpan`; nil if it is none.
    static func language(_ text: String) -> String? {
        var parts = text.split(separator: "_", omittingEmptySubsequences: false).flatMap { $0.split(separator: "-") }
        guard let language = parts.first, (2...8).contains(language.utf8.count),
            parts.allSatisfy({ $0.utf8.count <= 8 && $0.utf8.allSatisfy(isPlain) }), parts.count <= 6
        else { return nil }
        // The script that a language is normally written in is left out.
        if parts.count > 1, defaultScript(of: String(language)) == String(parts[1]) { parts.remove(at: 1) }
        return parts.joined(separator: "-")
    }

    private static let scripts = Mutex<[String: String]>([:])

    /// Returns the script that a language is normally written in (CLDR); empty if it is unknown.
    private static func defaultScript(of language: String) -> String {
        scripts.withLock { scripts in
            if let known = scripts[language] { return known }
            let parts = Locale.Language(identifier: language).maximalIdentifier.split(separator: "-")
            let script = parts.count > 1 && parts[1].utf8.count == 4 ? String(parts[1]) : ""
            scripts[language] = script
            return script
        }
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
    }

    /// Returns the names in a list with commas, in which “Inc.” and the like belong to the name before.
    static func names(_ text: String) -> [String] {
        var names: [String] = []
        for part in text.split(separator: ",") {
            let name = part.drop { $0.isWhitespace }
            let isAddition = ["inc", "ltd", "llc", "co", "gmbh"].contains { name.lowercased().hasPrefix($0 + ".") }
            if isAddition || ["Inc", "Ltd", "LLC"].contains(name), let last = names.popLast() {
                names.append(last + ", " + name)
            } else {
                names.append(String(name))
            }
        }
        return names.map { DisplayText.clean($0) }.filter { !$0.isEmpty && $0 != "UNKNOWN" }
    }

    /// Returns a word of an enumeration as others write it: `sans-serif` for `SANS_SERIF`.
    static func word(_ text: String) -> String {
        DisplayText.clean(text.lowercased().replacing("_", with: "-").replacing(" ", with: "-"))
    }

    /// Returns a day, `2026-11-30`, of a text that begins with one.
    static func day(_ text: String?) -> String? {
        guard let day = text?.prefix(10), day.wholeMatch(of: #/\d{4}-\d{2}-\d{2}/#) != nil else { return nil }
        return String(day)
    }

    /// Returns an address of a web page; nil for anything else.
    static func page(_ text: String?) -> String? {
        guard let text, text.utf8.count <= 2_048, text.hasPrefix("https://") || text.hasPrefix("http://"),
            text.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else { return nil }
        return text
    }

    /// Returns an address from which clients may download; nil for anything else.
    static func address(_ text: String) -> String? {
        page(text).flatMap { $0.hasPrefix("https://") ? $0 : nil }
    }

    /// Returns the last part of the path of an address.
    static func fileName(ofAddress address: String) -> String {
        let path = address.prefix { $0 != "?" && $0 != "#" }
        let name = path.split(separator: "/").last.map(String.init) ?? ""
        return name.removingPercentEncoding ?? name
    }
}
