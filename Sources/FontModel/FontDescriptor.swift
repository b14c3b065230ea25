/// A face or one of its named instances, with its origin (`CTFontDescriptor`, for fonts that exist).
public struct FontDescriptor: Sendable, Hashable, Codable {
    /// The origin of a font.
    public enum Origin: Sendable, Hashable, Codable {
        /// The font was read from a file or from data, which does not register it.
        case file
        /// The font is registered with fontd.
        case registered(id: String, scope: FontScope, provider: String, isEnabled: Bool, tags: [String])
        /// The font was found by fontconfig outside fontd's folders.
        case system
    }

    /// The properties of the face.
    public var face: FontFace
    /// The named instance; nil for the face itself, which for a variable face is its default location.
    public var instance: NamedInstance?
    /// The path of the file to open: where fontconfig finds the font, or the file that was read.
    ///
    /// Nil for data in memory and for registered fonts that are disabled.
    package var path: String?
    /// The origin of the font.
    public var origin: Origin
    /// The priority of a font that is not registered, by the folder in which it is; nil for ``FontPriority/system``.
    package var installation: FontPriority?

    package init(face: FontFace, instance: NamedInstance? = nil, path: String?, origin: Origin) {
        self.face = face
        self.instance = instance
        self.path = path
        self.origin = origin
    }

    /// The PostScript name of the instance, or of the face if there is no instance.
    public var postscriptName: String { instance?.postscriptName ?? face.postscriptName }

    /// The style of the instance, or of the face if there is no instance.
    public var style: String { instance?.name ?? face.style }

    /// The full name of the instance, formed from family and style, or of the face if there is no instance.
    public var fullName: String { instance.map { "\(face.family) \($0.name)" } ?? face.fullName }
    /// The full name for a sentence: family and style if it is the PostScript name, as it is in some fonts.
    package var sentenceName: String {
        fullName == postscriptName ? "\(face.family) \(face.style)" : fullName
    }

    /// The weight at the instance's location, 1…1000.
    public var weight: Double { instance?.coordinates["wght"] ?? face.weight }

    /// The width at the instance's location, in percent.
    public var width: Double { instance?.coordinates["wdth"] ?? face.width }

    /// The slant at the instance's location, in degrees to the right.
    public var slant: Double { instance?.coordinates["slnt"].map { -$0 } ?? face.slant }

    /// The traits at the instance's location, or of the face if there is no instance.
    ///
    /// An instance is bold from weight 700 on, italic according to its `ital` or `slnt` axis, and condensed or expanded
    /// according to its `wdth` axis. If the face lacks such an axis, or the location is the default location, the
    /// face's own flags apply.
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

    /// The scope of the registration, or nil if the font is not registered.
    public var scope: FontScope? {
        if case .registered(_, let scope, _, _, _) = origin { scope } else { nil }
    }

    /// The id of the registration, or nil if the font is not registered.
    package var registrationID: String? {
        if case .registered(let id, _, _, _, _) = origin { id } else { nil }
    }

    /// The precedence among fonts with the same name; nil for a file that was only read.
    public var priority: FontPriority? {
        switch origin {
        case .registered(_, let scope, _, _, _): FontPriority(scope)
        case .system: installation ?? .system
        case .file: nil
        }
    }

    /// The order of preference among fonts of one name: that of the scopes, and the fonts that are not registered last.
    package var rank: FontPriority? { origin == .system ? .system : priority }
}

extension FontFace {
    /// Returns the face with the names, style, weight, width, slant and traits of one of its instances.
    package func shown(as instance: NamedInstance?) -> FontFace {
        guard instance != nil else { return self }
        let font = FontDescriptor(face: self, instance: instance, path: nil, origin: .file)
        var face = self
        face.postscriptName = font.postscriptName
        face.style = font.style
        face.fullName = font.fullName
        face.weight = font.weight
        face.width = font.width
        face.slant = font.slant
        face.traits = font.traits
        return face
    }
}
