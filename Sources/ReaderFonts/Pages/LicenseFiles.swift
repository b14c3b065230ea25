import FontModel
import FontRegistry
import Foundation

/// The texts of licences in the files beside a font.
public enum LicenseFiles {
    /// Returns the texts beside a font, in the order of the files' names.
    ///
    /// The search includes the folder above if the font's folder is one such as `static`.
    public static func besides(_ font: String) -> [Attribution.Text] { besides(font, isMixed: { _ in false }) }

    /// Returns the texts beside a registered font, unless its folder has files of anything, such as that of downloads.
    static func ofFamily(besides font: String) -> [Attribution.Text] {
        besides(font) { FamilyFolder.files(in: $0) == nil }
    }

    private static func besides(_ font: String, isMixed: (String) -> Bool) -> [Attribution.Text] {
        var folder = (font as NSString).deletingLastPathComponent
        while true {
            if isMixed(folder) { return [] }
            let texts = texts(in: folder)
            if !texts.isEmpty { return texts }
            guard FamilyFolder.subfolders.contains((folder as NSString).lastPathComponent.lowercased()) else {
                return []
            }
            folder = (folder as NSString).deletingLastPathComponent
        }
    }

    private static func texts(in folder: String) -> [Attribution.Text] {
        let entries = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return entries.sorted().filter(LicenseFileName.matches).compactMap { text(of: folder + "/" + $0) }
    }

    /// Returns the text of a file; nil if it is no regular file, too long or no text.
    public static func text(of file: String) -> Attribution.Text? {
        guard
            let attributes = try? URL(filePath: file).resolvingSymlinksInPath()
                .resourceValues(forKeys: [.isRegularFileKey, .fileSizeKey]),
            attributes.isRegularFile == true, let size = attributes.fileSize, size <= FontLimits.licenseTextSize,
            let bytes = FileManager.default.contents(atPath: file), !bytes.contains(0)
        else { return nil }
        return Attribution.Text(file: file, text: String(decoding: bytes, as: UTF8.self))
    }
}
