public import FontModel
import FontRegistry
public import Foundation

/// A check that the fonts of a folder, such as a program's resources, have their licences with them.
public struct LicenseCheck: Sendable, Hashable, Codable {
    /// One font file.
    public struct File: Sendable, Hashable, Codable {
        public var path: String
        public var license: LicenseFinding
        /// The files with the licence's text; empty if it is missing.
        public var texts: [String]
        /// The ``failure`` with its values, which can be translated.
        package var failureText: Message?

        /// Why the facts of the font could not be read, in English; nil if they were.
        public var failure: String? { failureText?.description }

        /// The ``failure`` in the language of this process, for people; see ``Message/localized``.
        public var localizedFailure: String? { failureText?.localized }

        private enum CodingKeys: String, CodingKey {
            case path, license, texts, failureText = "failure"
        }

        /// Whether the licence is known and its text lies beside the font.
        public var isComplete: Bool { failure == nil && license.identifier != nil && !texts.isEmpty }
    }

    /// The font files in the order of their paths.
    public var files: [File]

    /// Whether all licences are known and have their texts.
    public var isComplete: Bool { files.allSatisfy(\.isComplete) }

    /// Checks the font files in a folder and its subfolders, which are those with a font's suffix.
    ///
    /// - Throws: `FontError` with code ``FontError/Code/fileNotFound`` (101) if there is no such folder, or
    ///   ``FontError/Code/invalidFilePath`` (306) if it is a file.
    public init(folder: URL) throws(FontError) {
        let root = folder.path(percentEncoded: false)
        let missing = FontError(.fileNotFound, "There is no such folder. Check the path.", file: root)
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: root, isDirectory: &isFolder) else { throw missing }
        guard isFolder.boolValue else {
            throw FontError(
                .invalidFilePath,
                FontFile.archive(at: root) == nil
                    ? "This is a file, not a folder. Specify the folder that it is in."
                    : "This is a file, not a folder. Unpack the archive, and specify the folder of its files.",
                file: root)
        }
        let target = folder.resolvingSymlinksInPath().path(percentEncoded: false)
        guard let paths = FileManager.default.enumerator(atPath: target)?.allObjects as? [String] else { throw missing }
        let fonts = paths.filter { FamilyFolder.fontSuffixes.contains(($0 as NSString).pathExtension.lowercased()) }
        files = fonts.sorted().map { File(path: (root as NSString).appendingPathComponent($0)) }
    }
}

extension LicenseCheck.File {
    init(path: String) {
        self.path = path
        var details: FontDetails?
        var family: String?
        // A font that is packed for the web is unwrapped.
        var item = FontItem.file(path)
        item.unwrapper = WebFontUnwrapper()
        do throws(FontError) {
            let source = try item.open()
            details = try FontDetails(ofFace: 0, in: source)
            family = (try? FontFile(source))?.faces.first?.family
        } catch {
            failureText = error.text
        }
        func text(_ kind: FontText.Kind) -> String? { details?.texts.first { $0.kind == kind }?.text }
        func license(with files: [Attribution.Text]) -> LicenseFinding {
            LicenseFinding(
                copyright: text(.copyright), description: text(.license), address: text(.licenseURL),
                notices: [text(.trademark), text(.description)].compactMap(\.self), files: files.map(\.text),
                fonts: [path])
        }
        let stated = StatedLicense(
            family: family ?? "", copyrights: [text(.copyright)].compactMap(\.self),
            identifier: license(with: []).identifier, fonts: [path])
        let found = LicenseFiles.found(besides: path).map { item in
            (text: item.text, owner: stated.owner(of: item.text.text, beside: item.others))
        }
        self.license = license(with: found.filter { $0.owner == .family }.map(\.text))
        texts = found.filter { $0.owner != .other }.compactMap(\.text.file)
    }
}
