package import FontModel
import Foundation

/// What the user set in the application and wants to keep: `$XDG_CONFIG_HOME/fontd/fonts.json`.
package struct FontsSettings: Sendable, Hashable {
    package var smartCollections: [SmartCollection] = []
    /// The texts that the user wrote as samples, the last one first.
    package var sampleTexts: [String] = []
    /// Members of later releases.
    private var others: [String: JSONValue] = [:]
    /// Saved searches of later releases, which cannot be read.
    private var unreadable: [JSONValue] = []

    package init() {}

    /// The name of the file in the folder of the user's configuration.
    package static let fileName = "fontd/fonts.json"
    private static let mostTexts = 20

    /// Reads the settings; what is damaged or unknown is left out, and kept for the next release where it can be.
    package init(_ file: DocumentFile) {
        var members = file.read()
        for value in (members.removeValue(forKey: "smartCollections")?.array ?? []).prefix(SmartCollection.most) {
            if let saved = SmartCollection(value), !smartCollections.contains(where: { $0.id == saved.id }) {
                smartCollections.append(saved)
            } else {
                unreadable.append(value)
            }
        }
        sampleTexts = (members.removeValue(forKey: "sampleTexts")?.array ?? []).compactMap(\.string)
            .map(SampleTexts.bounded)
        members["version"] = nil
        others = members
    }

    /// Writes the settings.
    package func write(to file: DocumentFile) throws(FontError) {
        var members = others
        members["version"] = .number(1)
        members["smartCollections"] = .array(smartCollections.map(\.value) + unreadable)
        members["sampleTexts"] = .array(sampleTexts.map(JSONValue.string))
        try file.write(members)
    }

    /// Puts a sample text first.
    package mutating func use(sampleText text: String) {
        let text = SampleTexts.bounded(text)
        guard !text.isEmpty else { return }
        sampleTexts = ([text] + sampleTexts.filter { $0 != text }).prefix(Self.mostTexts).map(\.self)
    }

    /// Saves a filter as a smart collection with an identifier of its own.
    package mutating func save(_ filter: LibraryFilter, as name: String) -> SmartCollection {
        let saved = SmartCollection(id: UUID().uuidString, name: DisplayText.clean(name), filter: filter)
        smartCollections.append(saved)
        return saved
    }
}

/// Texts that a user gives as samples.
package enum SampleTexts {
    /// The most characters of a sample in a list, whose rows are one line.
    package static let longestLine = 256
    /// The most characters of a sample of a specimen: 1 MB of text would be laid out at each change.
    package static let longest = 20_000

    /// What is said of a font that lacks letters of a text.
    static var remark: String { tr("Some letters of the text are missing.") }

    /// Returns a text of a bounded length.
    package static func bounded(_ text: String) -> String { String(text.prefix(longest)) }

    /// Returns the text as one line for rows; empty if it has no visible character.
    package static func line(_ text: String) -> String {
        let line = text.prefix(longest).split(whereSeparator: \.isNewline).joined(separator: " ")
        return line.allSatisfy(\.isWhitespace) ? "" : String(line.prefix(longestLine))
    }
}
