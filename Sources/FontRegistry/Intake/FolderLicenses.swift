import CLinux
import FontModel
import Glibc

/// The texts of the licences in searched folders, each folder read once and only if there is a font for it.
struct FolderLicenses: Sendable {
    /// A folder with files that are named like licences.
    struct Place: Sendable {
        /// The folder's path, which ends with a slash.
        let folder: String
        let files: [String]

        /// - Parameter files: The names of all files in the folder.
        /// - Returns: Nil if none is named like a licence.
        init?(folder: String, files: [String]) {
            self.folder = folder
            self.files = files.filter(LicenseFileName.matches)
            if self.files.isEmpty { return nil }
        }
    }

    private var known: [String: [LicenseText]] = [:]
    /// The size of further texts in bytes.
    private var room = FontLimits.licenseTextsSize

    /// Returns the texts of the nearest folder that has some; none if they cannot be kept, as those further above are of
    /// other fonts.
    ///
    /// - Parameter places: The folder of a font and those above it, the nearest first.
    mutating func texts(in places: [Place]) -> [LicenseText] {
        guard let place = places.first else { return [] }
        let texts = known[place.folder] ?? read(place)
        known[place.folder] = texts
        return texts
    }

    private mutating func read(_ place: Place) -> [LicenseText] {
        var texts: [LicenseText] = []
        for file in place.files where texts.count < LicenseText.most {
            guard let text = Self.text(of: place.folder + file), text.count <= room else { continue }
            room -= text.count
            texts.append(LicenseText(text))
        }
        return texts
    }

    /// Returns the text of a file; nil if it is no regular file, too long or no text.
    ///
    /// A link is not followed, and root takes only what all users may read: kept texts of the store of all users are
    /// published, and the folder may be another user's.
    private static func text(of path: String) -> [UInt8]? {
        var status = stat()
        guard GivenPath.with(path, { lstat($0, &status) }) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        let file = GivenPath.with(path) {
            clx_open($0, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC, 0)
        }
        guard file >= 0 else { return nil }
        defer { close(file) }
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            status.st_size > 0, status.st_size <= FontLimits.licenseTextSize,
            geteuid() != 0 || status.st_mode & S_IROTH != 0
        else { return nil }
        let text = [UInt8](unsafeUninitializedCapacity: Int(status.st_size)) { buffer, count in
            count = max(0, pread(file, buffer.baseAddress, buffer.count, 0))
        }
        return text.count == status.st_size && !text.contains(0) ? text : nil
    }
}
