import FontModel
import FontRegistry
import Foundation

/// The texts of licences in the files beside a font.
package enum LicenseFiles {
    /// A text beside a font.
    package struct Found: Sendable, Hashable {
        var text: Attribution.Text
        /// The other families that have the text beside them.
        var others: Set<String>

        package init(text: Attribution.Text, others: Set<String>) {
            self.text = text
            self.others = others
        }
    }

    /// Returns the texts beside a font, those named like its family first, with the other families in their folder by the
    /// names of the files.
    ///
    /// The search includes the folder above if the font's folder is one such as `static`. A text that is named like a
    /// family of the folder, such as `OFL-Lora.txt`, is beside the fonts of that family only.
    static func found(besides font: String) -> [Found] { besides(font, isMixed: { _ in false }) }

    /// Returns the texts beside a registered font, unless its folder has files of anything, such as that of downloads.
    static func ofFamily(besides font: String) -> [Found] {
        besides(font) { FamilyFolder.files(in: $0) == nil }
    }

    private static func besides(_ font: String, isMixed: (String) -> Bool) -> [Found] {
        var folder = (font as NSString).deletingLastPathComponent
        while true {
            if isMixed(folder) { return [] }
            let texts = texts(of: font, in: folder)
            if !texts.isEmpty { return texts }
            guard FamilyFolder.subfolders.contains((folder as NSString).lastPathComponent.lowercased()) else {
                return []
            }
            folder = (folder as NSString).deletingLastPathComponent
        }
    }

    private static func texts(of font: String, in folder: String) -> [Found] {
        let entries = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        let texts = LicenseFolder(files: entries).texts(of: font).compactMap { text(of: folder + "/" + $0) }
        guard !texts.isEmpty else { return [] }
        let others = Set(entries.compactMap(FamilyFolder.family(ofFont:)))
            .subtracting([FamilyFolder.family(ofFont: font)].compactMap(\.self))
        return texts.map { Found(text: $0, others: others) }
    }

    /// Returns the text of a file; nil if it is no regular file, too long or no text.
    static func text(of file: String) -> Attribution.Text? {
        guard
            let attributes = try? URL(filePath: file).resolvingSymlinksInPath()
                .resourceValues(forKeys: [.isRegularFileKey, .fileSizeKey]),
            attributes.isRegularFile == true, let size = attributes.fileSize, size <= FontLimits.licenseTextSize,
            let bytes = FileManager.default.contents(atPath: file), !bytes.contains(0)
        else { return nil }
        return Attribution.Text(file: file, text: String(decoding: bytes, as: UTF8.self))
    }
}
