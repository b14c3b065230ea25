public import FontModel
public import Foundation

/// Where fonts to register come from.
public enum FontSource: Sendable {
    /// One font file.
    case file(String)
    /// Every font file in a folder and the folders below it. Files that are no fonts, and fonts in formats that cannot
    /// be registered, are passed over; of the latter, and of archives, ``FontSummary/passedOver`` has the counts. A folder
    /// without any font is an error (101). Symbolic links to folders are not followed.
    case directory(String)
    /// A file or a folder, whichever it is.
    case path(String)
    /// One font file in memory, under a name for reports.
    case data(Data, name: String)
    /// One font file that somebody else opened, as it comes over a bus, under a name for reports, and with a tag of its own.
    case opened(OpenedFile, name: String, tag: String? = nil)
    /// A font that exists, such as one that a query found. Fails with 303 if it has no file.
    case descriptor(FontDescriptor)
    /// The files of the fonts that match (`CTFontManagerRegisterFontDescriptors`). ``FontQuery/file`` leads to a file
    /// directly; ``FontQuery/tag`` becomes the registration's tag. Fails with 303 if nothing matches.
    case query(FontQuery)

    /// A font among a bundle's resources, by the PostScript name of a face, or by the family name of a variable font or a
    /// collection. Fails with 107 if there is none.
    case asset(String, in: Bundle)

    /// One file, or every font file in a folder, by file URL. Fails with 306 for a URL that names no file on this machine.
    case url(URL)

    /// Every font among a bundle's resources, such as `Bundle.module`.
    public static func bundle(_ bundle: Bundle) -> FontSource {
        .directory(bundle.resourcePath ?? bundle.bundlePath)
    }
}
