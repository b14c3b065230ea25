public import FontModel
public import Foundation

/// A source of fonts to register: a URL, data, resources of a bundle, or fonts that are found.
public struct FontSource: Sendable {
    package enum Kind: Sendable {
        case file(String)
        case directory(String)
        /// A file or a folder.
        case path(String)
        case data(Data, name: String)
        /// One font file that another process opened and sent over a bus, with its own tag.
        case opened(OpenedFile, name: String, tag: String?)
        case descriptor(FontDescriptor)
        case query(FontQuery)
        case asset(String, folder: String)
        /// An archive whose fonts must have texts of their licence.
        case licensedArchive(OpenedFile, name: String)
        /// A downloaded font, which must be the expected one, with the texts of its licence.
        case downloaded(OpenedFile, name: String, expected: ExpectedFont, licenses: [LicenseText])
        case failure(FontError)
    }

    package let kind: Kind
    /// The bytes of an ``Kind/opened(_:name:tag:)`` file that the user was asked about; nil for any.
    private(set) package var agreed: AgreedBytes?

    package init(_ kind: Kind) { self.kind = kind }

    /// Returns a source of one font file, or of every font file in an archive, or in a folder and its subfolders.
    ///
    /// Archives are ZIP, 7z, tar and Debian packages, recognized by their first bytes, and are unpacked by `fontd-worker`
    /// within the limits of ``FontLimits``; in a folder, Debian packages are skipped. The file of such a font is the path of
    /// the archive, a slash and the path within it. An archive that is encrypted, damaged, incomplete or unsafe fails as a
    /// whole; one in a folder is listed in ``FontSummary/unread`` instead.
    ///
    /// Files of a folder that are not fonts, and fonts in formats that cannot be registered, are skipped;
    /// ``FontSummary/passedOver`` has the counts of the latter and of archives that are not read. A folder without any font fails with
    /// ``FontError/Code/fileNotFound`` (101), a URL that is not of a local file with
    /// ``FontError/Code/invalidFilePath`` (306). Symbolic links to folders are not followed.
    public static func url(_ url: URL) -> FontSource {
        do throws(FontError) { return .path(try url.localPath()) } catch { return FontSource(.failure(error)) }
    }

    /// Returns a source of one font file in memory, with a name for reports.
    ///
    /// Process scope keeps the bytes in memory; the other scopes store them.
    public static func data(_ data: Data, name: String) -> FontSource { FontSource(.data(data, name: name)) }

    /// Returns a source of every font in a bundle's resources, such as `Bundle.module`.
    public static func bundle(_ bundle: Bundle) -> FontSource { .directory(bundle.fontFolder) }

    /// Returns a source of the font in a bundle's resources with the PostScript name of a face, or with the family
    /// name of a variable font or a collection.
    ///
    /// Fails with ``FontError/Code/assetNotFound`` (107) if there is none.
    public static func asset(_ name: String, in bundle: Bundle) -> FontSource {
        FontSource(.asset(name, folder: bundle.fontFolder))
    }

    /// Returns a source of the file of a font descriptor, such as a result of a query.
    ///
    /// Fails with ``FontError/Code/insufficientInfo`` (303) if it has no file.
    public static func descriptor(_ descriptor: FontDescriptor) -> FontSource { FontSource(.descriptor(descriptor)) }

    /// Returns a source of the files of the fonts that match a query (`CTFontManagerRegisterFontDescriptors`).
    ///
    /// ``FontQuery/url`` names a file directly; ``FontQuery/tag`` becomes the registration's tag. Fails with
    /// ``FontError/Code/insufficientInfo`` (303) if no font matches, with ``FontError/Code/invalidFilePath`` (306) if the
    /// URL is not of a local file.
    public static func query(_ query: FontQuery) -> FontSource {
        do throws(FontError) {
            _ = try query.url?.localPath()
            return FontSource(.query(query))
        } catch {
            return FontSource(.failure(error))
        }
    }

    package static func file(_ path: String) -> FontSource { FontSource(.file(path)) }
    package static func directory(_ path: String) -> FontSource { FontSource(.directory(path)) }
    package static func path(_ path: String) -> FontSource { FontSource(.path(path)) }

    /// Returns a source of a downloaded font.
    ///
    /// - Parameters:
    ///   - file: The file, which is read from its start.
    ///   - name: The address of the file, which the registration keeps.
    package static func downloaded(
        _ file: OpenedFile, name: String, expecting expected: ExpectedFont, licenses: [LicenseText]
    ) -> FontSource {
        FontSource(.downloaded(file, name: name, expected: expected, licenses: licenses))
    }

    /// Returns a source of the fonts in an archive, which fail without a text of their licence in it.
    package static func licensedArchive(_ file: OpenedFile, name: String) -> FontSource {
        FontSource(.licensedArchive(file, name: name))
    }

    /// Returns a source of one font file that another process opened, with a name for reports and its own tag.
    public static func opened(_ file: OpenedFile, name: String, tag: String? = nil) -> FontSource {
        FontSource(.opened(file, name: name, tag: tag))
    }

    /// Returns a source of one font file that another process opened, which fails with
    /// ``FontError/Code/invalidFontData`` (104) unless it has the bytes that the user was asked about.
    package static func opened(
        _ file: OpenedFile, name: String, tag: String?, agreed: AgreedBytes
    ) -> FontSource {
        var source = FontSource(.opened(file, name: name, tag: tag))
        source.agreed = agreed
        return source
    }
}

extension Bundle {
    fileprivate var fontFolder: String { resourcePath ?? bundlePath }
}

/// One font to register, after folders, bundles and descriptors have been resolved.
package struct FontItem: Sendable {
    /// Where the bytes are.
    package enum Kind: Sendable {
        /// A file, whose path is also the name.
        case file(String)
        case data([UInt8])
        case opened(OpenedFile)
        /// A part of an unpacked archive, or of an export.
        case archived(Range<Int>, of: OpenedFile)
        /// An error that occurred before a file was found.
        case failure(FontError)
    }

    package var kind: Kind
    /// The given name, for reports.
    package var name: String
    /// The tag from its source.
    package var tag: String?
    /// The texts of the licences that come with the font in an archive or a folder.
    package var licenses: [LicenseText] = []
    /// What the font must be; nil for a font that nobody described.
    package var expected: ExpectedFont?
    /// The bytes of an opened file that the user was asked about; nil for any.
    package var agreed: AgreedBytes?
    /// The unwrapper of a file that may be packed for the web, which happens when it is read.
    package var unwrapper: WebFontUnwrapper?

    package static func file(_ path: String, tag: String? = nil, licenses: [LicenseText] = []) -> FontItem {
        FontItem(kind: .file(path), name: path, tag: tag, licenses: licenses)
    }

    package static func data(_ bytes: [UInt8], name: String) -> FontItem { FontItem(kind: .data(bytes), name: name) }

    package static func opened(_ file: OpenedFile, name: String, tag: String? = nil) -> FontItem {
        FontItem(kind: .opened(file), name: name, tag: tag)
    }

    package static func archived(
        _ range: Range<Int>, of file: OpenedFile, name: String, tag: String? = nil, licenses: [LicenseText]
    ) -> FontItem {
        FontItem(kind: .archived(range, of: file), name: name, tag: tag, licenses: licenses)
    }

    package static func failure(_ error: FontError) -> FontItem {
        FontItem(kind: .failure(error), name: error.file ?? "")
    }

    /// Replaces a font without a text of its licence by an error.
    mutating func requireLicense() {
        if case .failure = kind { return }
        guard licenses.isEmpty else { return }
        kind = .failure(
            FontError(
                .missingEntitlement,
                "There is no text of the font's license in the archive, so it is not registered. Ask the publisher for the license.",
                file: name))
    }

    /// Opens the font itself.
    ///
    /// - Throws: `fileNotFound` (101), `insufficientPermissions` (102), `exceededResourceLimit` (106),
    ///   `registrationFailed` (301) or `invalidFilePath` (306) if the item cannot be opened, or the error of the item;
    ///   the errors of ``unwrapped()``.
    package func open() throws(FontError) -> SourceFile {
        switch try unwrapped().kind {
        case .failure(let error): throw error
        case .file(let path): try SourceFile(opening: path)
        case .opened(let file): try SourceFile(opened: file, name: name)
        case .data(let bytes): try SourceFile(opened: try SealedMemory(bytes, name: name).file, name: name)
        case .archived(let range, let file):
            try SourceFile(opened: try SealedMemory(try file.bytes(range, path: name), name: name).file, name: name)
        }
    }

    /// Returns the item, with the font in a file that is packed for the web.
    ///
    /// - Throws: The errors of ``open()``, ``SealedMemory`` and ``WebFontUnwrapper``.
    package func unwrapped() throws(FontError) -> FontItem {
        guard let unwrapper else { return self }
        var item = self
        item.unwrapper = nil
        let source = try item.open()
        let signature = source.file.bytes(at: 0, most: 4) ?? []
        guard ["wOFF", "wOF2"].contains(where: { signature.elementsEqual($0.utf8) }) else { return item }
        let font = try unwrapper.font(in: try SealedMemory(copying: source), given: name)
        item.kind = .opened(try SealedMemory(font, name: name).file)
        return item
    }
}
