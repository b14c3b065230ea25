/// A face, or one named instance of it, and where it comes from (`CTFontDescriptor`, for fonts that exist).
public struct FontDescriptor: Sendable, Hashable, Codable {
    /// Where a font comes from.
    public enum Origin: Sendable, Hashable, Codable {
        /// Read from a file or from data; not registered by that.
        case file
        /// Registered with fontd.
        case registered(id: String, scope: FontScope, provider: String, isEnabled: Bool, tag: String?)
        /// Found by fontconfig outside fontd's folders.
        case system
    }

    /// The facts of the face.
    public var face: FontFace
    /// The named instance; nil for the face as such (for a variable face: its default location).
    public var instance: NamedInstance?
    /// The file to open: where fontconfig sees the font, or the file that was read; nil for data in memory and for
    /// registered fonts that are disabled.
    public var path: String?
    /// Where the font comes from.
    public var origin: Origin

    public init(face: FontFace, instance: NamedInstance? = nil, path: String?, origin: Origin) {
        self.face = face
        self.instance = instance
        self.path = path
        self.origin = origin
    }

    /// The PostScript name of the instance, else of the face.
    public var postscriptName: String { instance?.postscriptName ?? face.postscriptName }

    /// The style of the instance, else of the face.
    public var style: String { instance?.name ?? face.style }

    /// The weight at the instance's location, 1…1000.
    public var weight: Double { instance?.coordinates["wght"] ?? face.weight }

    /// The width at the instance's location, in percent.
    public var width: Double { instance?.coordinates["wdth"] ?? face.width }

    /// The slant at the instance's location, in degrees to the right.
    public var slant: Double { instance?.coordinates["slnt"].map { -$0 } ?? face.slant }

    /// The properties at the instance's location, else of the face.
    ///
    /// An instance is bold from weight 700 on, italic by the axis `ital` or `slnt`, condensed or expanded by `wdth`. Where
    /// the face has no such axis, and at its default location, the face's own flags count.
    public var traits: FontTraits {
        guard let instance, !instance.isDefault else { return face.traits }
        var traits = face.traits
        func set(_ trait: FontTraits, _ isSet: Bool?) {
            guard let isSet else { return }
            if isSet { traits.insert(trait) } else { traits.remove(trait) }
        }
        let location = instance.coordinates
        set(.bold, location["wght"].map { $0 >= 700 })
        set(.condensed, location["wdth"].map { $0 < 100 })
        set(.expanded, location["wdth"].map { $0 > 100 })
        let leaning = ["ital", "slnt"].compactMap { location[$0] }
        set(.italic, leaning.isEmpty ? nil : leaning.contains { $0 != 0 })
        return traits
    }

    /// Whether the font can be matched; system fonts always can.
    public var isEnabled: Bool {
        switch origin {
        case .registered(_, _, _, let isEnabled, _): isEnabled
        case .system: true
        case .file: false
        }
    }

    /// The scope of the registration, if it is one.
    public var scope: FontScope? {
        if case .registered(_, let scope, _, _, _) = origin { scope } else { nil }
    }

    /// Who wins among fonts of one name; nil for a file that was only read.
    public var priority: FontPriority? {
        switch origin {
        case .registered(_, let scope, _, _, _): FontPriority(scope)
        case .system: .system
        case .file: nil
        }
    }
}
