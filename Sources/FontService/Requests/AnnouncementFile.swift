import CLinux
import FontModel
import FontRegistry
import Foundation
import Glibc
import SystemPackage

/// The file `announcements.json` beside the store, with the announcements that outlive their suppliers' connections.
struct AnnouncementFile: Sendable {
    /// The result of reading the file.
    enum Contents: Sendable {
        case nothing
        case announcements([Announcement])
        /// The file was invalid or incomplete, and was renamed; nil if it could not be renamed.
        case damaged(movedTo: String?)
    }

    let path: String

    /// Locks the file against the services of the same user's other sessions, as long as the lock lives.
    ///
    /// The lock is separate from the store's, which a large registration holds for long.
    ///
    /// - Throws: `registrationFailed` (301) if the lock cannot be taken within two seconds.
    func lock() async throws(FontError) -> StoreLock { try await StoreLock.beside(path) }

    /// Reads the file, which is always complete because it is replaced by a rename.
    ///
    /// - Parameter isLocked: Whether the caller holds the lock, without which a damaged file is not renamed.
    /// - Throws: `registrationFailed` (301) if the file exists and cannot be read.
    func read(isLocked: Bool) throws(FontError) -> Contents {
        func setAside() -> Contents { isLocked ? self.setAside() : .damaged(movedTo: nil) }
        let entries: [AnnouncementRecord.Entry]
        switch try AnnouncementRecord.read(path) {
        case .nothing: return .nothing
        case .damaged: return setAside()
        case .announcements(let found): entries = found
        }
        let announcements = entries.compactMap { entry in
            (try? AnnouncedNames(entry.names)).map {
                Announcement(provider: entry.provider, busName: entry.busName, names: $0)
            }
        }
        guard announcements.count == entries.count, announcements.count <= Announcements.capacity,
            announcements.allSatisfy({ BusName.isWellKnown($0.busName) && !$0.provider.isEmpty }),
            Set(announcements.map(\.busName)).count == announcements.count
        else { return setAside() }
        return .announcements(announcements)
    }

    /// Replaces the file with a rename; the caller must hold the lock.
    ///
    /// - Throws: `registrationFailed` (301) if that fails, `exceededResourceLimit` (106) if they are too large; the old file
    ///   then remains.
    func write(_ announcements: [Announcement]) throws(FontError) {
        let new = path + ".new"
        let entries = announcements.map {
            AnnouncementRecord.Entry(provider: $0.provider, busName: $0.busName, names: $0.names.texts)
        }
        let data = try AnnouncementRecord(entries).encoded
        do {
            let file = try FileDescriptor.open(
                new, .writeOnly, options: [.create, .truncate, .noFollow, .closeOnExec], permissions: [.ownerReadWrite])
            defer { try? file.close() }
            try file.writeAll(data)
            // The file holds all announcements, so it must be on disk before it replaces the old one.
            guard fsync(file.rawValue) == 0, rename(new, path) == 0 else { throw Errno(rawValue: errno) }
        } catch {
            unlink(new)
            throw .store(.writeFile, path: path, errno: (error as? Errno ?? .ioError).rawValue)
        }
    }

    /// Renames the damaged file, so that it can be inspected.
    private func setAside() -> Contents {
        let place = path + ".damaged"
        return .damaged(movedTo: rename(path, place) == 0 ? place : nil)
    }
}

/// The rules of the D-Bus specification for names on a bus.
enum BusName {
    /// Returns whether a name is a valid well-known name: elements of letters, digits, `_` and `-`, none beginning with
    /// a digit.
    static func isWellKnown(_ name: String) -> Bool {
        let elements = name.split(separator: ".", omittingEmptySubsequences: false)
        return name.utf8.count <= 255 && elements.count >= 2
            && elements.allSatisfy { element in
                element.first?.isNumber == false
                    && element.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_" || $0 == "-") }
            }
    }
}
