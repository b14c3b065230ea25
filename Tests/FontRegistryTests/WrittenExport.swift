import TestSupport

@testable import FontRegistry

/// The file of an export written entry by entry, whose headers may lie.
struct WrittenExport {
    struct Entry {
        var name: String
        var content: [UInt8]
        var type = UInt8(ascii: "0")
        /// The text of the size in the header; nil for the right one.
        var size: String?
        /// A number that is added to the checksum.
        var checksumError = 0
        /// The target of a link.
        var target = ""
        /// The text of the magic and the version.
        var magic = "ustar\u{0}00"
        /// The folder in the header's second part of the name.
        var prefix = ""

        init(_ name: String, _ content: [UInt8], _ change: (inout Entry) -> Void = { _ in }) {
            self.name = name
            self.content = content
            change(&self)
        }
    }

    var entries: [Entry]
    var hasEnd = true

    init(_ entries: [Entry]) { self.entries = entries }

    /// Creates the export of one font of the user.
    init(_ font: SyntheticFont, _ change: (inout WrittenExport) -> Void = { _ in }) {
        let bytes = font.build()
        self.init([
            .init("manifest.json", Array(Self.manifest([Self.registration(bytes)]).utf8)),
            .init(Self.name(bytes), bytes),
        ])
        change(&self)
    }

    static func hash(_ bytes: [UInt8]) -> String {
        var hash = ContentHash()
        bytes.withUnsafeBytes { hash.update($0) }
        return hash.finalize()
    }

    static func name(_ bytes: [UInt8]) -> String { "fonts/\(hash(bytes)).ttf" }

    static func manifest(_ registrations: [String], _ more: String = "") -> String {
        #"{"fontd":1,"fonts":[\#(registrations.joined(separator: ","))]\#(more)}"#
    }

    /// Returns the members of a registration; those given replace the usual ones, as JSON.
    static func registration(_ bytes: [UInt8], _ members: [String: String] = [:]) -> String {
        var all = [
            "sha256": "\"\(hash(bytes))\"", "file": "\"/given/font.ttf\"", "names": "[\"Moved-Regular\"]",
            "provider": "\"user\"", "enabled": "true", "tags": "[]", "registeredAt": "1700000000.5",
        ]
        all.merge(members) { $1 }
        return "{" + all.sorted { $0.key < $1.key }.map { "\"\($0.key)\":\($0.value)" }.joined(separator: ",") + "}"
    }

    var bytes: [UInt8] {
        var bytes: [UInt8] = []
        for entry in entries {
            bytes += header(entry) + entry.content
            bytes += [UInt8](repeating: 0, count: (512 - entry.content.count % 512) % 512)
        }
        return bytes + [UInt8](repeating: 0, count: hasEnd ? 1_024 : 0)
    }

    private func header(_ entry: Entry) -> [UInt8] {
        var header = [UInt8](repeating: 0, count: 512)
        func set(_ start: Int, _ text: String) {
            header.replaceSubrange(start..<start + text.utf8.count, with: text.utf8)
        }
        func octal(_ number: Int, _ count: Int) -> String {
            let digits = String(number, radix: 8)
            return String(repeating: "0", count: count - digits.count) + digits
        }
        set(0, entry.name)
        set(100, "0000644")
        set(124, entry.size ?? octal(entry.content.count, 11))
        header[156] = entry.type
        set(157, entry.target)
        set(257, entry.magic)
        set(345, entry.prefix)
        set(148, "        ")
        let sum = header.reduce(0) { $0 + Int($1) } + entry.checksumError
        set(148, octal(sum, 6) + "\u{0} ")
        return header
    }
}
