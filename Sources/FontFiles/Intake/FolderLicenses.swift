import CLinux
import FontModel
import Glibc

/// The texts of the licences that come with fonts in folders, each folder read once and only if there is a font for it.
///
/// A searched folder has the texts of all its fonts, and of those below it that have none of their own. A font that is
/// given alone has the texts of its folder only if that is a ``FamilyFolder``.
package struct FolderLicenses: Sendable {
    /// A folder with files that are named like licences.
    struct Place: Sendable {
        /// The folder's path, which ends with a slash.
        let folder: String
        let licenses: LicenseFolder

        /// - Parameter files: The names of all files in the folder.
        /// - Returns: Nil if none is named like a licence.
        init?(folder: String, files: [String]) {
            self.folder = folder
            licenses = LicenseFolder(files: files)
            if licenses.texts.isEmpty { return nil }
        }
    }

    /// The places of texts in the folders of fonts that were given alone.
    private var families: [ExactText: [Place]] = [:]
    /// The texts by the paths of their files; nil for those that cannot be kept.
    private var known: [ExactText: LicenseText?] = [:]
    /// The size of further texts in bytes.
    private var room = FontLimits.licenseTextsSize

    package init() {}

    /// Returns the texts of a font in the nearest folder that has some; none if they cannot be kept, as those further
    /// above are of other fonts.
    ///
    /// - Parameters:
    ///   - font: The path of the font's file.
    ///   - places: The folder of the font and those above it, the nearest first.
    mutating func texts(of font: String, in places: [Place]) -> [LicenseText] {
        guard let place = places.first else { return [] }
        var texts: [LicenseText] = []
        for file in place.licenses.texts(of: font) where texts.count < LicenseText.most {
            if let text = self.text(at: place.folder + file) { texts.append(text) }
        }
        return texts
    }

    /// Returns the texts that belong to a font that is given alone.
    package mutating func texts(besides file: String) -> [LicenseText] {
        guard let end = file.utf8.lastIndex(of: UInt8(ascii: "/")) else { return [] }
        let folder = String(file[...end])
        let places =
            families[ExactText(folder)]
            ?? FamilyFolder.files(in: folder).flatMap { Place(folder: folder, files: $0) }.map { [$0] } ?? []
        families[ExactText(folder)] = places
        return texts(of: file, in: places)
    }

    private mutating func text(at path: String) -> LicenseText? {
        if let text = known[ExactText(path)] { return text }
        var text: LicenseText?
        if let bytes = Self.text(of: path), bytes.count <= room {
            room -= bytes.count
            text = LicenseText(bytes, path: path)
        }
        known[ExactText(path)] = .some(text)
        return text
    }

    /// Returns the text of a file; nil if it is no regular file, too long or no text.
    ///
    /// A link is not followed, and root takes only what all users may read: kept texts of the store of all users are
    /// published, and the folder may be another user's.
    private static func text(of path: String) -> [UInt8]? {
        guard GivenPath.kind(of: path) == S_IFREG else { return nil }
        let descriptor = GivenPath.with(path) {
            SharedPath.open($0, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY)
        }
        guard let file = try? OpenedFile(descriptor, path: path) else { return nil }
        var status = stat()
        guard fstat(file.descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            status.st_size > 0, status.st_size <= FontLimits.licenseTextSize,
            geteuid() != 0 || status.st_mode & S_IROTH != 0,
            let text = file.bytes(at: 0, most: Int(status.st_size)), text.count == status.st_size
        else { return nil }
        return text.contains(0) ? nil : text
    }
}

extension FamilyFolder {
    /// Returns the names of the visible files in a folder of one family; nil if it has anything else or cannot be read.
    ///
    /// Stops at the first name of anything else: a folder of downloads may have thousands of files.
    package static func files(in folder: String) -> [String]? {
        var family = FamilyFolder()
        let isOfOne = try? everyFolderEntry(folder) { entry in
            entry.name.hasPrefix(".") || family.add(entry.name, isFolder: entry.type == .folder)
        }
        return isOfOne == true ? family.files : nil
    }
}
