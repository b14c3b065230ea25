import FontLookup
import FontModel

/// The facts of a family in the signed index of a catalogue, enough to search and list without the family's document.
///
/// It is the member `custom` of the target `families/<id>.json`. Numbers are integers, since signatures cover no others.
public struct FamilySummary: Codable, Sendable, Hashable {
    /// The name of the family, as programs show it (`name` ID 21, else 16, else 1).
    public var family: String
    /// The name in other languages, by BCP 47 tag.
    public var names: [String: String] = [:]
    /// Former and other names, by which the family is found as well; nil if there are none.
    public var aliases: [String]?
    /// The category: `serif`, `sans-serif`, `monospace`, `display`, `handwriting`, `symbols` …; see `FontCategory`.
    public var category: String?
    /// The scripts that the family covers (ISO 15924), sorted.
    public var scripts: [String] = []
    /// The languages that the publisher declares, else the ones that fontconfig computes, sorted.
    public var languages: [String] = []
    /// The SPDX identifier of the licence, or `LicenseRef-…`.
    public var license: String
    /// The version of the fonts in the words of the publisher.
    public var version: String
    /// The day of the last change, `2026-11-30`.
    public var revised: String
    /// The bytes that a download of all files takes.
    public var size: Int64
    /// The number of font files.
    public var files: Int
    /// The PostScript names of all faces and named instances, sorted.
    public var faces: [String] = []
    /// The weights, 1…1000, sorted.
    public var weights: [Int] = []
    /// The tags of the variation axes, sorted.
    public var axes: [String] = []
    /// The designers.
    public var designers: [String] = []
    /// The state; nil for a family that is offered.
    public var status: FamilyStatus?
}

extension FamilySummary {
    /// All names of the family: its own, those in other languages, and former ones.
    package var allNames: [String] { [family] + names.sorted { $0.key < $1.key }.map(\.value) + (aliases ?? []) }

    /// Whether the family is for a language (BCP 47, or that of a POSIX locale).
    package func isFor(_ language: String) -> Bool {
        let range = LanguageRange(language)
        return languages.contains(where: range.matches)
    }

    /// The summary with texts in display form, since a publisher may be hostile.
    package var cleaned: FamilySummary {
        var clean = self
        clean.family = DisplayText.clean(family)
        clean.names = names.cleaned(DisplayText.clean)
        clean.aliases = aliases?.map { DisplayText.clean($0) }
        clean.category = category.map { DisplayText.clean($0) }
        clean.scripts = scripts.map { DisplayText.clean($0) }
        clean.languages = languages.map { DisplayText.clean($0) }
        clean.axes = axes.map { DisplayText.clean($0) }
        clean.license = DisplayText.clean(license)
        clean.version = DisplayText.clean(version)
        clean.revised = DisplayText.clean(revised)
        clean.faces = faces.map { DisplayText.clean($0) }
        clean.designers = designers.map { DisplayText.clean($0) }
        clean.status = status?.cleaned
        return clean
    }
}

/// Whether a family is still offered.
public struct FamilyStatus: Codable, Sendable, Hashable {
    /// The kind of the change.
    public enum State: String, Codable, Sendable, Hashable {
        /// The publisher does not offer the family any more.
        case withdrawn
        /// Another family replaces it.
        case replaced
    }

    public var state: State
    /// The reason in a sentence.
    public var reason: String?
    /// The identifier of the family that replaces it.
    public var replacedBy: String?
}
