/// The PostScript name of a font, as generated code declares it for each face and named instance of a package's fonts.
public struct FontName: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
    /// The PostScript name.
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// Creates the name of a font.
    public init(_ name: String) { self.init(rawValue: name) }

    public var description: String { rawValue }
}
