import FontModel
import Fontconfig

/// A compact list of the system's fonts at one scan, with about 150 bytes per face.
///
/// It has the facts that are needed to detect changes and to name removed fonts.
struct SystemFontList: Sendable {
    /// One face, whose text is in `text`, to avoid thousands of separate strings.
    private struct Record {
        var fingerprint: UInt64
        /// The start of its text: path, PostScript name, family, style and full name, each terminated by a zero byte.
        var start: UInt32
        var end: UInt32
        var index: UInt16
        var weight: Float
        var width: Float
        var slant: Float
    }

    private var records: [Record] = []
    private var text: [UInt8] = []

    /// Creates a list from the fonts and the status of their files, without opening the files.
    init(_ fonts: SystemFonts) {
        records.reserveCapacity(fonts.count)
        var last: (path: String, fingerprint: UInt64) = ("", 0)
        for number in 0..<fonts.count {
            let entry = fonts.entryWithoutLanguages(number)
            if !entry.path.hasBytes(of: last.path) { last = (entry.path, Self.fingerprint(of: entry.path)) }
            let start = text.count
            let face = entry.face
            for part in [entry.path, face.postscriptName, face.family, face.style, face.fullName] {
                text += part.utf8
                text.append(0)
            }
            records.append(
                Record(
                    fingerprint: last.fingerprint, start: UInt32(start), end: UInt32(text.count),
                    index: UInt16(truncatingIfNeeded: face.index), weight: Float(face.weight),
                    width: Float(face.width), slant: Float(face.slant)))
        }
    }

    /// Returns a hash of a file's times, size and inode.
    private static func fingerprint(of path: String) -> UInt64 {
        guard let fingerprint = Fingerprint(of: path) else { return 0 }
        var hasher = Hasher()
        hasher.combine(fingerprint)
        return UInt64(bitPattern: Int64(hasher.finalize()))
    }

    private func parts(_ record: Record) -> [String] {
        text[Int(record.start)..<Int(record.end)].split(separator: 0, omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
    }

    private func place(_ record: Record) -> SystemFonts.Place {
        let path = text[Int(record.start)..<Int(record.end)].prefix { $0 != 0 }
        return SystemFonts.Place(path: String(decoding: path, as: UTF8.self), face: Int(record.index))
    }

    private func face(_ record: Record) -> FontChange.Face {
        let parts = parts(record)
        return FontChange.Face(
            face: FontFace(
                postscriptName: parts[1], family: parts[2], style: parts[3], fullName: parts[4],
                index: Int(record.index), weight: Double(record.weight), width: Double(record.width),
                slant: Double(record.slant)),
            path: parts[0])
    }

    /// Returns the changes from an older list to this one, which was created from `fonts`.
    func changes(since old: SystemFontList, in fonts: SystemFonts) -> SystemFontChange {
        var change = SystemFontChange(added: [], removed: [], replaced: [])
        var known: [SystemFonts.Place: Int] = [:]
        known.reserveCapacity(old.records.count)
        for (number, record) in old.records.enumerated() { known[old.place(record)] = number }
        for (number, record) in records.enumerated() {
            let before = known.removeValue(forKey: place(record)).map { old.records[$0].fingerprint }
            guard before != record.fingerprint else { continue }
            let entry = fonts.entry(number)
            let face = FontChange.Face(face: entry.face, path: entry.path)
            if before == nil { change.added.append(face) } else { change.replaced.append(face) }
        }
        change.removed = known.values.sorted().map { old.face(old.records[$0]) }
        return change
    }
}
