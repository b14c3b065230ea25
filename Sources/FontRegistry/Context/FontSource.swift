public import FontModel
public import Foundation

/// A source of fonts to register.
public enum FontSource: Sendable {
    /// One font file.
    case file(String)
    /// Every font file in a folder and its subfolders.
    ///
    /// Files that are not fonts, and fonts in formats that cannot be registered, are skipped;
    /// ``FontSummary/passedOver`` has the counts of the latter and of archives. A folder without any font fails with
    /// ``FontError/Code/fileNotFound`` (101). Symbolic links to folders are not followed.
    case directory(String)
    /// A file or a folder.
    case path(String)
    /// One font file in memory, with a name for reports.
    case data(Data, name: String)
    /// One font file that another process opened and sent over a bus, with a name for reports and its own tag.
    case opened(OpenedFile, name: String, tag: String? = nil)
    /// A font descriptor, such as a result of a query.
    ///
    /// Fails with ``FontError/Code/insufficientInfo`` (303) if it has no file.
    case descriptor(FontDescriptor)
    /// The files of the fonts that match a query (`CTFontManagerRegisterFontDescriptors`).
    ///
    /// ``FontQuery/file`` names a file directly; ``FontQuery/tag`` becomes the registration's tag. Fails with
    /// ``FontError/Code/insufficientInfo`` (303) if no font matches.
    case query(FontQuery)

    /// A font in a bundle's resources, by the PostScript name of a face, or by the family name of a variable font or a
    /// collection.
    ///
    /// Fails with ``FontError/Code/assetNotFound`` (107) if there is none.
    case asset(String, in: Bundle)

    /// One file, or every font file in a folder, by file URL.
    ///
    /// Fails with ``FontError/Code/invalidFilePath`` (306) if the URL is not of a local file.
    case url(URL)

    /// Returns a source of every font in a bundle's resources, such as `Bundle.module`.
    public static func bundle(_ bundle: Bundle) -> FontSource {
        .directory(bundle.resourcePath ?? bundle.bundlePath)
    }
}
