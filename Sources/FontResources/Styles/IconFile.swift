/// One file of an icon.
public struct IconFile: Sendable, Hashable, Codable {
    /// What a file is made for.
    public struct Traits: OptionSet, Sendable, Hashable, Codable {
        public let rawValue: Int

        public init(rawValue: Int) { self.rawValue = rawValue }

        /// Toolkits draw the file in the colour of text (`-symbolic`).
        public static let symbolic = Traits(rawValue: 1)
        /// The file is for dark grounds (`-dark`).
        public static let dark = Traits(rawValue: 2)
    }

    /// The path of the file in the module's bundle, such as `Icons/Toolbar/bookmark-symbolic.svg`.
    public let path: String
    /// What the file is made for.
    public let traits: Traits
    /// The number of pixels of the file for each of the icon's (`@2x`); 1 for drawings, which have any size.
    public let scale: Int

    /// Creates a file; for generated code.
    public init(_ path: String, _ traits: Traits = [], scale: Int = 1) {
        self.path = path
        self.traits = traits
        self.scale = scale
    }

    /// Whether the file is a drawing (SVG), which is sharp at any size.
    public var isDrawing: Bool { path.hasSuffix(".svg") || path.hasSuffix(".SVG") }

    /// Returns numbers of which the smaller come first, for the file to use.
    ///
    /// The file's purpose counts first; a drawing is better than pixels, and more pixels than needed are better than
    /// fewer.
    func rank(_ wanted: Traits, scale wantedScale: Double) -> [Double] {
        let others = traits.symmetricDifference(wanted)
        let missing = Double(scale) < wantedScale
        return [
            others.contains(.symbolic) ? 1 : 0, others.contains(.dark) ? 1 : 0, isDrawing ? 0 : 1, missing ? 1 : 0,
            missing ? -Double(scale) : Double(scale),
        ]
    }
}
