public import FontModel
public import Foundation
import OpenType

/// An export of registrations, perhaps with the bytes of the fonts, to import them on another machine.
///
/// It is a manifest, or a tar with the manifest, the fonts and the texts of their licences.
///
/// The file may be anybody's: all of it is checked, and the fonts are checked like any other file.
public struct FontExport: Sendable {
    let manifest: FontManifest
    /// The user's policy for providers; nil if the export has none.
    public let policy: FontPolicy?
    private let path: String
    /// The file of the export.
    package let file: OpenedFile
    /// The places of the parts in the file; none in that of a manifest alone.
    private let archive: ExportArchive?

    /// Opens an export.
    ///
    /// - Throws: `FontError` with code ``FontError/Code/unrecognizedFormat`` (103) if the file is no export,
    ///   ``FontError/Code/invalidFontData`` (104) if it is damaged or has something that no export has,
    ///   ``FontError/Code/exceededResourceLimit`` (106) if it is too large; ``FontError/Code/fileNotFound`` (101),
    ///   ``FontError/Code/insufficientPermissions`` (102), ``FontError/Code/registrationFailed`` (301) or
    ///   ``FontError/Code/invalidFilePath`` (306) if it cannot be read.
    public init(contentsOf url: URL) throws(FontError) {
        try self.init(try SourceFile(opening: try url.localPath(), upTo: .max))
    }

    /// Opens an export that another process opened.
    ///
    /// - Parameter name: The name for messages.
    /// - Throws: The errors of ``init(contentsOf:)``.
    package init(opened file: OpenedFile, name: String) throws(FontError) {
        try self.init(try SourceFile(opened: file, name: name, upTo: .max))
    }

    private init(_ source: SourceFile) throws(FontError) {
        let path = source.path
        file = source.file
        self.path = path
        let prefix = try file.bytes(0..<min(source.size, FontSniffer.prefixLength), path: path)
        let document: [UInt8]
        if Self.isManifest(prefix) {
            archive = nil
            document = try Self.text(0..<source.size, of: file, path: path, upTo: FontLimits.exportedTextSize)
        } else if FontSniffer.archive(of: prefix) == .tar {
            let archive = try ExportArchive(source)
            self.archive = archive
            document = try Self.text(archive.manifest, of: file, path: path, upTo: FontLimits.exportedTextSize)
        } else {
            throw Self.other(prefix, path)
        }
        do throws(FontManifest.Fault) {
            manifest = try FontManifest(document)
        } catch {
            throw Self.damaged(error.reason, path)
        }
        do throws(PolicyFault) {
            policy = try manifest.policy.map { value throws(PolicyFault) in try FontPolicy(value) }
        } catch {
            throw Self.damaged("The policy in the export is not valid: \(error.reason).", path)
        }
        try checkEntries()
    }

    /// Whether the first bytes of a file may be those of an export.
    package static func begins(with prefix: [UInt8]) -> Bool {
        isManifest(prefix) || FontSniffer.archive(of: prefix) == .tar
    }

    private static func isManifest(_ prefix: [UInt8]) -> Bool {
        prefix.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) } == UInt8(ascii: "{")
    }

    /// The number of registrations in the manifest.
    public var count: Int { manifest.fonts.count }

    /// Checks that the manifest has all fonts and texts of the archive, and the archive all texts of the manifest.
    private func checkEntries() throws(FontError) {
        guard let archive else { return }
        let wanted = Set(manifest.fonts.map(\.sha256))
        if let font = archive.fonts.first(where: { !wanted.contains($0.key) }) {
            throw Self.damaged("The manifest does not list \(font.value.name).", path)
        }
        guard !archive.fonts.isEmpty || !archive.licenses.isEmpty else { return }
        let texts = Set(manifest.fonts.flatMap(\.licenses))
        if let other = texts.symmetricDifference(archive.licenses.keys).first {
            throw Self.damaged("The license text \(other) is missing from the archive or from its manifest.", path)
        }
    }

    /// Returns the font of an entry of the manifest, if the export has its bytes.
    ///
    /// - Throws: `invalidFontData` (104) if a text of its licences is damaged.
    func font(_ entry: FontManifest.Entry, _ texts: inout [String: LicenseText]) throws(FontError) -> FontItem? {
        guard let archive, let place = archive.fonts[entry.sha256] else { return nil }
        var licenses: [LicenseText] = []
        for hash in entry.licenses {
            if texts[hash] == nil, let place = archive.licenses[hash] {
                let text = LicenseText(
                    try Self.text(place.range, of: file, path: path, upTo: FontLimits.licenseTextSize))
                guard text.sha256 == hash else { throw otherBytes(place) }
                texts[hash] = text
            }
            if let text = texts[hash] { licenses.append(text) }
        }
        return .archived(place.range, of: file, name: path + "/" + place.name, licenses: licenses)
    }

    /// Checks that a font in the export has the bytes that the manifest says.
    ///
    /// - Throws: `invalidFontData` (104) if it has not.
    func check(_ sha256: String) throws(FontError) {
        guard let place = archive?.fonts[sha256] else { return }
        let copy = try SealedMemory(try file.bytes(place.range, path: place.name), name: place.name)
        guard copy.sha256 == sha256 else { throw otherBytes(place) }
    }

    private func otherBytes(_ entry: TarArchive.Entry) -> FontError {
        Self.damaged("The contents of \(entry.name) differ from the manifest.", path)
    }

    private static func text(
        _ range: Range<Int>, of file: OpenedFile, path: String, upTo limit: Int
    ) throws(FontError) -> [UInt8] {
        guard range.count <= limit else { throw tooLarge(path) }
        return try file.bytes(range, path: path)
    }

    /// - Parameter reason: The reason as a sentence.
    static func damaged(_ reason: Message, _ path: String) -> FontError {
        FontError(
            .invalidFontData,
            "The export cannot be used, and nothing was changed. \(reason) Correct the file, or export the fonts again.",
            file: path)
    }

    static func tooLarge(_ path: String) -> FontError {
        FontError(
            .exceededResourceLimit,
            "The texts in the export exceed \(FontLimits.exportedTextSize >> 20) MiB in total, or a license text exceeds \(FontLimits.licenseTextSize >> 10) KiB. Export fewer fonts.",
            file: path)
    }

    /// Returns the error for a file that is not an export.
    private static func other(_ prefix: [UInt8], _ path: String) -> FontError {
        let unpacker: String? =
            switch FontSniffer.archive(of: prefix) {
            case .gzip: "gunzip"
            case .bzip2: "bunzip2"
            case .xz: "unxz"
            case .zstd: "unzstd"
            case .zip, .tar, .rar, .sevenZip, .debian, nil: nil
            }
        if let unpacker {
            // The error has no file, since the general advice for compressed files is to register them.
            return FontError(
                .unrecognizedFormat,
                "\(path) is compressed. Decompress it with \(unpacker), and import the decompressed file.")
        }
        let isFont = FontSniffer.archive(of: prefix) != nil || FontSniffer.format(of: prefix) != nil
        return FontError(
            .unrecognizedFormat,
            isFont
                ? "This file contains fonts, not an export. Register the file instead."
                : "This file is not an export. Specify a manifest or an archive of fonts that was exported.",
            file: path)
    }
}
