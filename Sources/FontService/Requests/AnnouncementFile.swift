import CLinux
import FontModel
import FontRegistry
import Foundation
import Glibc
import SystemPackage

/// The announcements that outlive their providers' connections: `announcements.json` beside the store.
struct AnnouncementFile: Sendable {
    /// What was there.
    enum Contents: Sendable {
        case nothing
        case announcements([Announcement])
        /// It was not ours, or not whole, and lies under another name now; nil if it could not be moved there.
        case damaged(movedTo: String?)
    }

    /// As it is written.
    private struct Record: Codable {
        var version = 1
        var announcements: [Announcement]
    }

    /// Bytes beyond which nothing is read.
    private static let largest = 300 << 20

    let path: String

    /// Keeps services of the same user's other sessions from changing the file, as long as the lock lives.
    ///
    /// Its own and not the store's, which whoever registers many fonts holds for long.
    /// - Throws: 301 if it cannot be had, within two seconds.
    func lock() async throws(FontError) -> StoreLock { try await StoreLock.beside(path) }

    /// Reads it, which is always a whole one.
    ///
    /// - Parameter isLocked: Whether the lock is held, under which alone what is damaged is put aside.
    /// - Throws: 301 if it is there and cannot be read.
    func read(isLocked: Bool) throws(FontError) -> Contents {
        func setAside() -> Contents { isLocked ? self.setAside() : .damaged(movedTo: nil) }
        let data: Data
        do {
            let file = try FileDescriptor.open(path, .readOnly, options: [.noFollow, .closeOnExec, .nonBlocking])
            defer { try? file.close() }
            guard let contents = try Self.contents(of: file) else { return setAside() }
            data = contents
        } catch Errno.noSuchFileOrDirectory, Errno.notDirectory {
            return .nothing
        } catch Errno.tooManySymbolicLinkLevels {
            return setAside()
        } catch {
            throw fault("read", error)
        }
        guard let record = try? JSONDecoder().decode(Record.self, from: data), record.version == 1,
            record.announcements.count <= Announcements.capacity,
            record.announcements.allSatisfy({ BusName.isWellKnown($0.busName) && !$0.provider.isEmpty }),
            Set(record.announcements.map(\.busName)).count == record.announcements.count
        else { return setAside() }
        return .announcements(record.announcements)
    }

    /// Nil for what is no regular file, or too large to be ours.
    private static func contents(of file: FileDescriptor) throws -> Data? {
        var status = stat()
        guard fstat(file.rawValue, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size <= largest else {
            return nil
        }
        return try FileHandle(fileDescriptor: file.rawValue, closeOnDealloc: false).readToEnd() ?? Data()
    }

    /// Puts all of them in the place of what was there, by one rename; only under the lock.
    ///
    /// - Throws: 301 if that cannot be done; what was there then still is.
    func write(_ announcements: [Announcement]) throws(FontError) {
        let new = path + ".new"
        do {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            let data = try encoder.encode(Record(announcements: announcements))
            let file = try FileDescriptor.open(
                new, .writeOnly, options: [.create, .truncate, .noFollow, .closeOnExec], permissions: [.ownerReadWrite])
            defer { try? file.close() }
            try file.writeAll(data)
            // All that is known is in it: it must not take the old one's place before it is on the disk.
            guard fsync(file.rawValue) == 0, rename(new, path) == 0 else { throw Errno(rawValue: errno) }
        } catch {
            unlink(new)
            throw fault("write", error)
        }
    }

    /// Out of the way, for whoever wants to look at it.
    private func setAside() -> Contents {
        let place = path + ".damaged"
        return .damaged(movedTo: rename(path, place) == 0 ? place : nil)
    }

    private func fault(_ verb: String, _ error: any Error) -> FontError {
        FontError(
            .registrationFailed,
            "The announcements of font providers cannot be \(verb == "read" ? "read" : "written"): \(error).",
            file: path, cause: .store(.unavailable, detail: "\(error)"))
    }
}

/// Names on a bus, as the D-Bus specification allows them.
enum BusName {
    /// Whether it can be a well-known one: elements of letters, digits, `_` and `-`, none beginning with a digit.
    static func isWellKnown(_ name: String) -> Bool {
        let elements = name.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return name.utf8.count <= 255 && elements.count >= 2
            && elements.allSatisfy { element in
                guard let first = element.first, !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first) else {
                    return false
                }
                return element.allSatisfy { byte in
                    switch byte {
                    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
                        true
                    default: false
                    }
                }
            }
    }
}
