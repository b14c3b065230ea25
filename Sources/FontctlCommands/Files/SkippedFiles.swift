import FontAdvice
import FontRegistry

/// The files in searched folders and archives that were left out although they may hold fonts.
struct SkippedFiles: Sendable {
    /// The numbers of files by kind, as in ``FontSummary/passedOver``.
    var passedOver: [String: Int] = [:]
    /// The archives that were not read.
    var unread: [FontError] = []
    /// Whether the command has the option `--unwrap`.
    var unwraps = false

    /// The numbers by kind.
    var counts: JSON {
        .object(passedOver.sorted { $0.key < $1.key }.map { JSON.Member(key: $0.key, value: JSON($0.value)) })
    }

    /// The archives that were not read; nil if there are none.
    var unreadArchives: JSON? { Self.documents(unread) }

    /// Each archive that was not read in a line, and the others in one line.
    var lines: [String] {
        unread.map { tr("Not read: \(FontctlContext.current.given.shown(atStartOf: Self.line($0)))") } + passedOverLine
    }

    /// Returns the line for a file that was left out.
    static func line(_ error: FontError) -> String {
        let path = error.file ?? ""
        let command = PackedFile.command(for: error, at: path).map { " " + tr(.run($0)) } ?? ""
        return "\(path): \(tr(error.advised))\(command) (\(error.code.rawValue))"
    }

    /// Returns the documents for files that were left out; nil if there are none.
    static func documents(_ errors: [FontError]) -> JSON? { errors.isEmpty ? nil : .array(errors.map(document)) }

    /// Returns the document for a file that was left out.
    static func document(_ error: FontError) -> JSON {
        ["file": JSON(error.file), "code": JSON(error.code.rawValue), "message": .string(error.advisedMessage)]
    }

    private var passedOverLine: [String] {
        guard !passedOver.isEmpty else { return [] }
        let kinds = passedOver.sorted { $0.key < $1.key }.map { kind, count in
            let name = Self.name(of: kind)
            return ArchiveFormat(rawValue: kind) == nil
                ? Message(for: count, one: "\(count) \(name) font", many: "\(count) \(name) fonts")
                : Message(for: count, one: "\(count) \(name) archive", many: "\(count) \(name) archives")
        }
        let hasArchives = passedOver.keys.contains { ArchiveFormat(rawValue: $0) != nil }
        let packed = passedOver.keys.count { ["woff", "woff2"].contains($0) }
        let hasOthers = passedOver.keys.count { ArchiveFormat(rawValue: $0) == nil } > packed
        let first: Message? =
            switch (hasArchives, hasOthers) {
            case (true, true):
                "Only TrueType and OpenType fonts are registered: unpack these archives and convert other fonts first."
            case (true, false): "Only TrueType and OpenType fonts are registered: unpack these archives first."
            case (false, true): "Only TrueType and OpenType fonts are registered: convert these fonts first."
            case (false, false): nil
            }
        let unwrapping: Message =
            unwraps ? "Pass --unwrap for WOFF." : "`fontctl register --unwrap` registers WOFF."
        let skipped: Message = "Skipped in folders and archives: \(Message(kinds, separator: ", "))."
        return [tr(Message([skipped, first, packed > 0 ? unwrapping : nil].compactMap(\.self)))]
    }

    /// Returns the usual spelling of a kind of file.
    private static func name(of kind: String) -> String {
        switch kind {
        case "zip", "rar", "woff", "woff2", "pcf", "bdf", "cff", "eot": kind.uppercased()
        case "type1": "Type 1"
        case "winfnt": "Windows"
        default: kind
        }
    }
}
