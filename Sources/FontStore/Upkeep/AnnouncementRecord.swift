import CLinux
package import FontModel
package import Foundation
import Glibc

/// The contents of `announcements.json` beside the store: the announcements that outlive their suppliers' connections.
///
/// The service writes it; other processes read it to list providers and to follow changes.
package struct AnnouncementRecord: Codable, Sendable {
    /// One announcement.
    package struct Entry: Codable, Sendable, Hashable {
        package var provider: String
        package var busName: String
        package var names: [String]

        package init(provider: String, busName: String, names: [String]) {
            self.provider = provider
            self.busName = busName
            self.names = names
        }
    }

    package var version = 1
    package var announcements: [Entry]

    package init(_ announcements: [Entry]) { self.announcements = announcements }

    /// The maximum size of the file in bytes.
    package static let largest = 32 << 20

    /// The result of reading the file.
    package enum Contents: Sendable {
        case nothing
        case announcements([Entry])
        /// It is no file of announcements, or an incomplete or too large one.
        case damaged
    }

    /// Reads the file, which is always complete because it is replaced by a rename.
    ///
    /// - Throws: `registrationFailed` (301) if the file exists and cannot be read.
    package static func read(_ path: String) throws(FontError) -> Contents {
        let descriptor = clx_open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0)
        guard descriptor >= 0 else {
            switch errno {
            case ENOENT, ENOTDIR: return .nothing
            case ELOOP: return .damaged
            default: throw .store(.readFile, path: path)
            }
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size <= largest
        else { return .damaged }
        guard let bytes = remainingBytes(of: descriptor) else { throw .store(.readFile, path: path) }
        guard let record = try? JSONDecoder().decode(AnnouncementRecord.self, from: Data(bytes)), record.version == 1
        else { return .damaged }
        return .announcements(record.announcements)
    }

    /// Returns the announcements by provider; none if the file is absent, damaged or cannot be read.
    package static func byProvider(_ path: String) -> [String: [Entry]] {
        guard case .announcements(let entries)? = try? read(path) else { return [:] }
        return Dictionary(grouping: entries, by: \.provider)
    }

    /// Returns the bytes of the file.
    ///
    /// - Throws: `exceededResourceLimit` (106) if they are too many.
    package var encoded: Data {
        get throws(FontError) {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            guard let data = try? encoder.encode(self), data.count <= Self.largest else {
                throw FontError(
                    .exceededResourceLimit,
                    "The announcements of all suppliers exceed \(Self.largest >> 20) MiB. Withdraw some of them, or announce common beginnings with *."
                )
            }
            return data
        }
    }
}
