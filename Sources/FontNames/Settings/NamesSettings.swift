package import FontModel
import FoundationEssentials

/// The settings of a target's generated code: `fontnames.json` in its folder.
package struct NamesSettings: Sendable, Hashable {
    /// The name of the file.
    package static let fileName = "fontnames.json"

    /// The access level of generated code.
    package enum Access: String, Sendable, Hashable, Decodable, CaseIterable {
        case `internal`, package, `public`

        /// The level before a declaration, with a space; nothing for the one that declarations have without.
        var modifier: String { self == .internal ? "" : rawValue + " " }
    }

    /// A generator whose names are generated as well.
    package enum Compatibility: String, Sendable, Hashable, Decodable, CaseIterable {
        case swiftgen
    }

    package var access = Access.internal
    /// The files and folders to leave out, as paths in the target's folder or in the bundle.
    package var exclude: [String] = []
    /// The identifiers by PostScript name or family.
    package var rename: [String: String] = [:]
    /// The form that counts of a family that has both.
    package var prefer = FontForm.variable
    /// The files, as paths like those to exclude, whose fonts may be embedded although they restrict it.
    package var allowRestricted: [String] = []
    package var compatibility: Compatibility?

    package init() {}

    /// Reads the settings in a folder; without a file there, they are the defaults.
    ///
    /// - Throws: A problem if the file cannot be read.
    package init(in target: ResourceTarget) throws(BuildProblem) {
        self.init()
        let path = target.settingsPath
        guard FileManager.default.fileExists(atPath: path) else { return }
        guard let data = FileManager.default.contents(atPath: path) else {
            throw BuildProblem(.error, path, "The settings cannot be read. Make the file readable.")
        }
        do {
            try read(JSONDecoder().decode(Document.self, from: data))
        } catch let error as BuildProblem {
            throw BuildProblem(.error, path, error.text)
        } catch {
            let reason = (error as? DecodingError)?.plainText.description ?? "the document is not valid"
            throw BuildProblem(.error, path, "The settings cannot be read: \(reason). Correct the file.")
        }
    }

    private mutating func read(_ document: Document) throws(BuildProblem) {
        if let name = document.unknown.first {
            let known = Document.Key.allCases.map(\.rawValue).joined(separator: ", ")
            throw BuildProblem(.error, "", "There is no setting \(name). Correct it: the settings are \(known).")
        }
        access = try Self.word(document.access, .access) ?? access
        prefer = try Self.word(document.prefer, .prefer) ?? prefer
        compatibility = try Self.word(document.compatibility, .compatibility)
        exclude = document.exclude ?? []
        allowRestricted = document.allowRestricted ?? []
        rename = document.rename ?? [:]
        for (name, identifier) in rename.sorted(by: { $0.key < $1.key }) where !SwiftText.isIdentifier(identifier) {
            throw BuildProblem(
                .error, "",
                "“\(identifier)”, the new name of \(name), is no identifier. Choose one of ASCII letters, digits and _ that does not begin with a digit."
            )
        }
    }

    private static func word<Word: RawRepresentable & CaseIterable>(
        _ text: String?, _ key: Document.Key
    ) throws(BuildProblem) -> Word? where Word.RawValue == String {
        guard let text else { return nil }
        if let word = Word(rawValue: text) { return word }
        let known = Word.allCases.map(\.rawValue).joined(separator: ", ")
        throw BuildProblem(.error, "", "“\(text)” is no value of \(key.rawValue). Use one of these: \(known).")
    }

    private struct Document: Decodable {
        enum Key: String, CaseIterable {
            case access, allowRestricted, compatibility, exclude, prefer, rename
        }

        struct AnyKey: CodingKey {
            var stringValue: String
            var intValue: Int? { nil }

            init(stringValue: String) { self.stringValue = stringValue }
            init?(intValue: Int) { nil }
            init(_ key: Key) { stringValue = key.rawValue }
        }

        var access, prefer, compatibility: String?
        var exclude, allowRestricted: [String]?
        var rename: [String: String]?
        var unknown: [String]

        init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: AnyKey.self)
            unknown = values.allKeys.map(\.stringValue).filter { Key(rawValue: $0) == nil }.sorted()
            access = try values.decodeIfPresent(String.self, forKey: AnyKey(.access))
            prefer = try values.decodeIfPresent(String.self, forKey: AnyKey(.prefer))
            compatibility = try values.decodeIfPresent(String.self, forKey: AnyKey(.compatibility))
            exclude = try values.decodeIfPresent([String].self, forKey: AnyKey(.exclude))
            allowRestricted = try values.decodeIfPresent([String].self, forKey: AnyKey(.allowRestricted))
            rename = try values.decodeIfPresent([String: String].self, forKey: AnyKey(.rename))
        }
    }
}

/// Paths in the settings of a target, and which of them name a file.
struct NamedPaths {
    private let paths: [String]
    private var used: Set<String> = []

    init(_ paths: [String]) { self.paths = paths }

    /// The paths that have named no file so far.
    var unused: [String] { paths.filter { !used.contains($0) } }

    /// Whether a path names a file: its path in the target's folder or in the bundle, or a folder above it.
    mutating func matches(_ file: ResourceFile) -> Bool {
        let found = paths.filter { path in
            let path = path.hasPrefix("./") ? path.dropFirst(2) : path[...]
            let folder = path.hasSuffix("/") ? String(path) : path + "/"
            return [file.source, file.resource].contains { $0 == path || $0.hasPrefix(folder) }
        }
        used.formUnion(found)
        return !found.isEmpty
    }
}
