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
        case failure(FontError)
    }

    package let kind: Kind

    package init(_ kind: Kind) { self.kind = kind }

    /// Returns a source of one font file, or of every font file in an archive, or in a folder and its subfolders.
    ///
    /// Archives are ZIP, 7z and tar, recognized by their first bytes, and are unpacked by `fontd-worker` within the
    /// limits of ``FontLimits``. The file of such a font is the path of the archive, a slash and the path within it. An
    /// archive that is encrypted, damaged, incomplete or unsafe fails as a whole; one in a folder is listed in
    /// ``FontSummary/unread`` instead.
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

    /// Returns a source of one font file that another process opened, with a name for reports and its own tag.
    public static func opened(_ file: OpenedFile, name: String, tag: String? = nil) -> FontSource {
        FontSource(.opened(file, name: name, tag: tag))
    }
}

extension Bundle {
    fileprivate var fontFolder: String { resourcePath ?? bundlePath }
}
