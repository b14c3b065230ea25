public import FontModel
public import StyleSheets

/// An icon among the resources of a module, as generated code declares it.
///
/// ```swift
/// let path = try IconName.Toolbar.bookmark.path(scale: 2, scheme: .dark)
/// ```
public struct IconName: Sendable, Hashable, CustomStringConvertible {
    /// The folders below `Icons` and the name without what tells variants apart, such as `Toolbar/bookmark`.
    public let rawValue: String
    /// The resources with the files.
    public let bundle: ResourceBundle
    /// The files, in the order of the generator; at least one.
    public let files: [IconFile]

    /// Creates an icon; for generated code.
    public init(_ name: String, in bundle: ResourceBundle, _ file: IconFile, _ others: IconFile...) {
        self.init(name, in: bundle, [file] + others)
    }

    /// Creates an icon.
    ///
    /// - Parameter files: At least one file.
    package init(_ name: String, in bundle: ResourceBundle, _ files: [IconFile]) {
        rawValue = name
        self.bundle = bundle
        self.files = files
    }

    /// Returns the file to show: of the variants that the icon has, the nearest to the wanted one.
    ///
    /// - Parameters:
    ///   - scale: The number of the screen's pixels for each of the icon's.
    ///   - scheme: Whether the ground is light or dark.
    ///   - isSymbolic: Whether the icon is drawn in the colour of text.
    public func file(scale: Double = 1, scheme: ColorScheme = .light, isSymbolic: Bool = false) -> IconFile {
        var wanted: IconFile.Traits = isSymbolic ? .symbolic : []
        if scheme == .dark { wanted.insert(.dark) }
        return files.dropFirst().reduce(files[0]) { best, file in
            let isBetter = file.rank(wanted, scale: scale).lexicographicallyPrecedes(best.rank(wanted, scale: scale))
            return isBetter ? file : best
        }
    }

    /// Returns the path of the file to show in this process; see ``ResourceBundle/path(of:)``.
    ///
    /// - Parameters:
    ///   - scale: The number of the screen's pixels for each of the icon's.
    ///   - scheme: Whether the ground is light or dark.
    ///   - isSymbolic: Whether the icon is drawn in the colour of text.
    /// - Throws: `FontError` with code ``FontError/Code/fileNotFound`` (101), which lists the places.
    public func path(
        scale: Double = 1, scheme: ColorScheme = .light, isSymbolic: Bool = false
    ) throws(FontError) -> String {
        try bundle.path(of: file(scale: scale, scheme: scheme, isSymbolic: isSymbolic).path)
    }

    public var description: String { rawValue }
}
