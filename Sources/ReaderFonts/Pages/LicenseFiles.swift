import FontModel
import Foundation

/// The texts of licences in the files beside a font.
public enum LicenseFiles {
    /// Folders of families that hold some of the fonts, while the licence lies beside them.
    private static let subfolders: Set<String> = ["static", "variable", "ttf", "otf", "fonts", "webfonts", "desktop"]

    /// Returns the texts beside a font, in the order of the files' names.
    ///
    /// The search includes the folder above if the font's folder is one such as `static`.
    public static func besides(_ font: String) -> [Attribution.Text] {
        var folder = (font as NSString).deletingLastPathComponent
        while true {
            let texts = texts(in: folder)
            if !texts.isEmpty { return texts }
            guard subfolders.contains((folder as NSString).lastPathComponent.lowercased()) else { return [] }
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
