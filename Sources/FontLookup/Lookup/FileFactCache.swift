import CLinux
import FontFiles
import FontModel
import Glibc
import Synchronization

/// The facts of font files that lists show, remembered between starts so that no list opens the files again.
///
/// Registered contents are known by their hash, other files by path, inode, size and time of modification. The facts are in
/// one file of the user's cache folder, `$XDG_CACHE_HOME/fontd/facts`, which is replaced as a whole. If it is damaged, of
/// another release or absent, the facts are found again: they are never more than a saving of time.
package final class FileFactCache: Sendable {
    /// A file whose facts are remembered.
    package struct Key: Sendable, Hashable {
        /// The hash of a content, or the path of a file.
        fileprivate var name: ExactText
        /// The state of the file; nil for a content.
        fileprivate var stamp: Stamp?

        /// Creates the key of a registered content.
        package init(sha256: String) { name = ExactText(sha256) }

        /// Creates the key of the file at a path as it is now; nil if there is none.
        package init?(path: String) {
            guard let fingerprint = Fingerprint(of: path) else { return nil }
            name = ExactText(path)
            stamp = Stamp(fingerprint)
        }
    }

    /// The state of a file, without its device: the numbers of some file systems are others after each start.
    fileprivate struct Stamp: Hashable {
        var numbers: [UInt64]

        init(_ print: Fingerprint) {
            numbers = [print.inode, UInt64(bitPattern: Int64(print.size))]
            numbers += [print.seconds, print.nanoseconds].map { UInt64(bitPattern: Int64($0)) }
        }

        init?(_ reader: inout FactReader) {
            numbers = []
            for _ in 0..<4 {
                guard let number = reader.number() else { return nil }
                numbers.append(number)
            }
        }
    }

    private struct Entry {
        var stamp: Stamp?
        var file: KnownFile
        /// Whether this process asked for it.
        var isUsed = false
    }

    private struct State {
        /// The facts by ``Key/name``; nil before the file is read.
        var entries: [ExactText: Entry]?
        var isChanged = false
    }

    /// The number of files above which some are forgotten, those first that no list asked for.
    static let capacity = 1 << 15
    /// The size up to which the file is read.
    static let largestSize = 64 << 20
    /// The first bytes of the file, which change with its form and with the fields of faces; the hash of the rest follows.
    private static let magic: [UInt8] = {
        let fields = FontFace.fields.map(\.name).joined(separator: " ")
        return Array("fontd facts 2 \(ContentHash.of(Array(fields.utf8)))\n".utf8)
    }()

    private let capacity: Int
    /// The path of the file; nil if facts are remembered in this process only.
    private let path: String?
    private let state = Mutex(State())

    /// Creates a cache without reading anything.
    ///
    /// - Parameter folder: The user's folder for cached files; nil to remember facts in this process only.
    package convenience init(folder: String?) { self.init(folder: folder, capacity: Self.capacity) }

    init(folder: String?, capacity: Int) {
        path = folder.map { $0 + "/fontd/facts" }
        self.capacity = capacity
    }

    /// Reads the remembered facts, once; until then nothing is known or remembered.
    package func open() {
        state.withLock { state in
            guard state.entries == nil else { return }
            state.entries = path.flatMap(Self.entries) ?? [:]
        }
    }

    /// Returns the facts of a file; nil if there are none of its present state.
    package func known(_ key: Key) -> KnownFile? {
        state.withLock { state in
            guard let entry = state.entries?[key.name], entry.stamp == key.stamp else { return nil }
            if !entry.isUsed { state.entries?[key.name]?.isUsed = true }
            return entry.file
        }
    }

    /// Remembers facts of a file.
    ///
    /// - Parameters:
    ///   - key: The file, with its state before the facts were read.
    ///   - change: Sets the facts.
    package func remember(_ key: Key, _ change: (inout KnownFile) -> Void) {
        state.withLock { state in
            guard state.entries != nil else { return }
            var entry = state.entries?[key.name] ?? Entry(file: KnownFile())
            if entry.stamp != key.stamp { entry.file = KnownFile() }
            entry.stamp = key.stamp
            change(&entry.file)
            entry.isUsed = true
            state.entries?[key.name] = entry
            state.isChanged = true
            if let count = state.entries?.count, count > capacity {
                state.entries = state.entries.map { trimmed($0, keeping: key.name) }
            }
        }
    }

    /// Returns entries without some, so that their number has room to grow for a while.
    private func trimmed(_ entries: [ExactText: Entry], keeping name: ExactText) -> [ExactText: Entry] {
        let most = capacity - capacity / 16
        let used = entries.filter(\.value.isUsed)
        var kept = used
        for (other, entry) in entries where !entry.isUsed && kept.count < most { kept[other] = entry }
        for other in used.keys where other != name && kept.count > most { kept[other] = nil }
        return kept
    }

    /// Writes the facts if there are new ones; a disk that is full or read-only is no error.
    package func save() {
        guard let path else { return }
        let bytes = state.withLock { state -> [UInt8]? in
            guard state.isChanged, let entries = state.entries else { return nil }
            state.isChanged = false
            return Self.bytes(of: entries)
        }
        guard let bytes else { return }
        let folder = PathText.folder(of: path)
        do throws(FontError) {
            try makeFolder(folder)
            // A file of another user, such as root, could not be replaced by its owner's programs everywhere.
            var status = stat()
            guard GivenPath.exactly(folder, { lstat($0, &status) }) == 0, status.st_uid == geteuid() else { return }
            let file = try NewFile(at: path, mode: 0o600)
            try file.write(bytes)
            // The hash tells a file that a power cut left incomplete.
            try file.complete(isFlushed: false)
        } catch {}
    }

    // MARK: The file

    private static func bytes(of entries: [ExactText: Entry]) -> [UInt8] {
        var writer = FactWriter()
        writer.write(UInt64(entries.count))
        for (name, entry) in entries {
            writer.write(name.string)
            writer.write(entry.stamp) { writer, stamp in for number in stamp.numbers { writer.write(number) } }
            writer.write(entry.file)
        }
        return magic + Array(ContentHash.of(writer.bytes).utf8) + writer.bytes
    }

    /// Returns the entries of the file at a path; nil if it is absent, or anything in it is not as this program writes it.
    private static func entries(at path: String) -> [ExactText: Entry]? {
        guard let source = try? SourceFile(opening: path, upTo: largestSize),
            let bytes = source.file.bytes(at: 0, most: source.size), bytes.starts(with: magic)
        else { return nil }
        let hash = bytes.dropFirst(magic.count).prefix(64)
        let rest = Array(bytes.dropFirst(magic.count + 64))
        guard hash.elementsEqual(ContentHash.of(rest).utf8) else { return nil }
        var reader = FactReader(rest)
        guard let count = reader.number() else { return nil }
        var entries: [ExactText: Entry] = [:]
        while !reader.isAtEnd {
            guard let name = reader.text(), let stamp = reader.optional({ Stamp(&$0) }), let file = reader.file()
            else { return nil }
            entries[ExactText(name)] = Entry(stamp: stamp, file: file)
        }
        return entries.count == count ? entries : nil
    }
}
