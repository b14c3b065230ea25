import FontModel
import Inspection

/// The names of the entries of one archive as text.
///
/// A name is UTF-8 if it is valid as such, whatever its flag says: programs that write other code pages set no flag, and
/// many that write UTF-8 set none either. The other names are in the code page that fits all of them best; if none does,
/// their bytes are written as numbers.
struct EntryNames {
    private let bytes: UnsafeRawBufferPointer
    private let format: ArchiveFormat?
    /// The names of a ZIP archive, in the order of the entries.
    private let listed: [[UInt8]]?
    /// The code page of the names that are not UTF-8, once such a name was met.
    private var page: CodePage??

    init(_ bytes: UnsafeRawBufferPointer, _ format: ArchiveFormat?, listed: [[UInt8]]?) {
        self.bytes = bytes
        self.format = format
        self.listed = listed
    }

    /// Returns the name of an entry.
    ///
    /// - Parameter place: The number of entries before it.
    /// - Throws: `invalidFontData` (104) if the archive has no such entry, `exceededResourceLimit` (106) if the name is
    ///   longer than a path, before the code page is searched in which it makes sense.
    mutating func name(of entry: OpaquePointer, at place: Int) throws(FontError) -> String {
        if let listed {
            // libarchive and the directory differ in the number of entries.
            guard place < listed.count else { throw ArchivedFonts.damaged("Its list of files is invalid.") }
            return try text(listed[place])
        }
        guard let name = ArchiveReader.name(of: entry) else { return "entry \(place + 1)" }
        return try text(name)
    }

    private mutating func text(_ name: [UInt8]) throws(FontError) -> String {
        guard name.count <= ArchivePath.length else { throw ArchivePath.tooLong }
        if let text = String(validating: name, as: UTF8.self) { return text }
        let page = page ?? CodePage.best(for: all())
        self.page = .some(page)
        return page?.text(of: name) ?? Self.escaped(name)
    }

    /// Returns all names that are not UTF-8 and no longer than a path; an archive without a list is read once more for them.
    private func all() -> [[UInt8]] {
        var names: [[UInt8]] = []
        if let listed {
            names = listed
        } else if let reader = try? ArchiveReader(bytes, format) {
            while names.count < FontLimits.archiveEntries, let entry = try? reader.next() {
                if let name = ArchiveReader.name(of: entry) { names.append(name) }
            }
        }
        return names.filter { $0.count <= ArchivePath.length && String(validating: $0, as: UTF8.self) == nil }
    }

    /// Returns a name with each byte that is not ASCII as `%` and its number.
    private static func escaped(_ name: [UInt8]) -> String {
        let digits = Array("0123456789ABCDEF".unicodeScalars)
        var text = String.UnicodeScalarView()
        for byte in name {
            if byte < 0x80 {
                text.append(Unicode.Scalar(byte))
            } else {
                text += ["%", digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(text)
    }
}
