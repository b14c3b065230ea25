import FontModel
import Foundation

/// The list of registrations in an export: JSON that stays the same as long as the registrations do.
struct FontManifest: Codable, Sendable {
    /// The version of the format.
    private var fontd = 1
    var fonts: [Entry]
    /// The policy document, unless nothing is set.
    var policy: PolicyValue?
    /// The fonts of the system that the user hides; nil if there are none.
    var hidden: [Hidden]?
    /// The collections that are kept, in the user's order; nil in a manifest that says nothing about them, as one by hand.
    var collections: [StoredCollection]?

    /// A font of the system that the user hides.
    ///
    /// Another machine has it at another path.
    struct Hidden: Codable, Sendable, Hashable {
        var postscriptName: String
        var family: String
        /// Whether it was hidden with its family; nil for no.
        var isHiddenWithFamily: Bool?

        enum CodingKeys: String, CodingKey {
            case postscriptName, family
            case isHiddenWithFamily = "withFamily"
        }
    }

    /// A registration in persistent scope.
    struct Entry: RecordedRegistration, FieldRecord, Codable {
        var sha256 = ""
        /// The stored facts; the path of a file in the user's home begins with `~/`.
        var record = RegistrationRecord()
        /// The PostScript names of the faces, for readers; nothing depends on them.
        var names: [String] = []
        /// Whether the user has disabled it.
        var isDisabledByUser = false
        /// The hashes of the licence texts in the export.
        var licenses: [String] = []

        static let fields: [Field<Entry>] =
            [.text("sha256", \.sha256), .texts("names", \.names)]
            + RegistrationRecord.fields(in: \.record, without: ["scope", "session"])
            + [
                .flag("disabledByUser", \.isDisabledByUser, isRequired: false),
                .texts("licenses", \.licenses, isStated: true),
            ]

        var id: String { record.id(of: sha256) }
    }

    init(
        fonts: [Entry], policy: PolicyValue?, hidden: [Hidden] = [], collections: [StoredCollection]? = nil
    ) {
        self.fonts = fonts
        self.policy = policy
        self.hidden = hidden.isEmpty ? nil : hidden
        self.collections = collections
    }

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        let version = try members.decode(Int.self, forKey: .fontd)
        // The members of a later version may have other forms.
        guard version <= 1 else { throw Fault(reason: "The manifest was written by a newer fontd. Update fontd.") }
        guard version == 1 else { throw Fault(reason: "The manifest has the unknown format \(version).") }
        fonts = try members.decode([Entry].self, forKey: .fonts)
        policy = try members.decodeIfPresent(PolicyValue.self, forKey: .policy)
        hidden = try members.decodeIfPresent([Hidden].self, forKey: .hidden)
        collections = try members.decodeIfPresent([StoredCollection].self, forKey: .collections)
    }

    /// A defect of a manifest, as sentences.
    struct Fault: Error {
        var reason: Message
    }

    /// Reads a document that may be anybody's.
    init(_ document: [UInt8]) throws(Fault) {
        do {
            self = try JSONDecoder().decode(Self.self, from: Data(document))
        } catch let fault as Fault {
            throw fault
        } catch {
            throw Fault(reason: Self.reason(error))
        }
        guard max(fonts.count, hidden?.count ?? 0) <= FontLimits.exportedRegistrations else {
            throw Fault(reason: "The manifest has more than \(FontLimits.exportedRegistrations) fonts, the limit.")
        }
        guard StoredCollections(collections: collections ?? []).isSound,
            StoredCollections.areWithinLimits(collections ?? [])
        else {
            throw Fault(reason: "The manifest has too many collections, an invalid name of one, or a name twice.")
        }
        var seen: Set<String> = []
        for (place, entry) in fonts.enumerated() {
            if let defect = entry.defect(at: place) { throw Fault(reason: defect) }
            guard seen.insert(entry.id).inserted else {
                throw Fault(reason: "The manifest lists the font \(entry.sha256) of \(entry.provider) twice.")
            }
        }
    }

    private static func reason(_ error: any Error) -> Message {
        let path: [any CodingKey]
        switch error as? DecodingError {
        case .typeMismatch(_, let context), .valueNotFound(_, let context): path = context.codingPath
        case .keyNotFound(let key, let context): path = context.codingPath + [key]
        case .dataCorrupted(let context): path = context.codingPath
        case nil, _?: path = []
        }
        guard !path.isEmpty else { return "The manifest is not a valid JSON object." }
        var place = ""
        for key in path { place += key.intValue.map { "[\($0)]" } ?? (place.isEmpty ? "" : ".") + key.stringValue }
        return "The member \(place) of the manifest is missing or has an invalid value."
    }

    /// The document, with a line for each member, so that versions of it can be compared.
    var document: [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        guard let json = try? encoder.encode(self) else { preconditionFailure("a manifest that is no JSON") }
        // The encoder leaves characters above ASCII that control a terminal or reorder text.
        guard !json.allSatisfy({ $0 < 0x7F }) else { return Array(json) + [UInt8(ascii: "\n")] }
        var document: [UInt8] = []
        for scalar in String(decoding: json, as: UTF8.self).unicodeScalars {
            if scalar != "\n", DisplayText.isHostile(scalar) {
                for unit in scalar.utf16 {
                    let digits = String(unit, radix: 16)
                    document += "\\u\(String(repeating: "0", count: 4 - digits.count))\(digits)".utf8
                }
            } else {
                document += Array(UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
            }
        }
        return document + [UInt8(ascii: "\n")]
    }
}

extension FontManifest.Entry {
    /// Returns the reason for which the entry cannot be used, as a sentence; nil if there is none.
    ///
    /// - Parameter place: Its place in the member `fonts`.
    fileprivate func defect(at place: Int) -> Message? {
        guard StoredName.isHash(sha256) else { return "In the manifest, the sha256 of fonts[\(place)] is not a hash." }
        do throws(FontError) {
            try CallerText.checkProvider(record.provider)
            for tag in record.tags { try CallerText.checkTag(tag) }
        } catch {
            return Message(["In the manifest, fonts[\(place)] has an invalid text.", error.text])
        }
        let (file, tags) = (record.file, record.tags)
        guard tags.count <= FontLimits.tagsPerRegistration, Set(tags).count == tags.count, !tags.contains("") else {
            return "In the manifest, fonts[\(place)] has too many tags, an empty tag or a tag twice."
        }
        guard file.utf8.count <= Self.fileLength, !file.utf8.contains(0) else {
            return "In the manifest, the file of fonts[\(place)] is not a path."
        }
        guard (0..<1e12).contains(record.registeredAt) else {
            return "In the manifest, the registration time of fonts[\(place)] is impossible."
        }
        guard licenses.count <= LicenseText.most, licenses.allSatisfy(StoredName.isHash) else {
            return "In the manifest, the licenses of fonts[\(place)] are not hashes, or more than \(LicenseText.most)."
        }
        return nil
    }

    /// The maximum length of a path as text: of an archive and a font in it, whose bytes may be escaped.
    private static let fileLength = 65_536

    /// Returns a path as it is written in a manifest.
    static func portable(_ path: String, home: String?) -> String {
        guard let home, path.hasPrefix(home + "/") else { return path }
        return "~" + path.dropFirst(home.count)
    }

    /// The entry with the path of its file on this machine.
    func local(home: String?) -> Self {
        guard let home, record.file.hasPrefix("~/") else { return self }
        var entry = self
        entry.record.file = home + record.file.dropFirst()
        return entry
    }
}
