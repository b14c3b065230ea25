public import FontModel
public import FontRules

/// A family among the fonts of a module's resources, as generated code declares it.
public protocol FontResourceFamily: Sendable {
    /// The table of the module.
    var table: FontResourceTable { get }
    /// The name of the family (``FontModel/FontFace/family``).
    var name: String { get }
}

extension FontResourceFamily {
    /// The faces of the family, in the order of the table.
    public var faces: [FontFace] { table.resources.flatMap(\.faces).filter { $0.family == name } }

    /// The names of the family in other languages.
    public var localizedNames: [LocalizedName] {
        var names: [LocalizedName] = []
        for known in faces.flatMap(\.localizedNames) where known.kind == .family && !names.contains(known) {
            names.append(known)
        }
        return names
    }

    /// Returns the face that is nearest to a style, by the rule of the registry.
    ///
    /// - Parameters:
    ///   - weight: The weight.
    ///   - italic: Whether the letters are italic.
    public func face(weight: FontWeight = .regular, italic: Bool = false) -> FontMatch {
        match(FontStyle(weight: weight.rawValue, slope: italic ? .italic : .upright))
    }

    /// Returns the face that is nearest to a style, by the rule of the registry.
    public func face(_ style: FontStyle) -> FontMatch { match(style) }

    /// Returns the variable face of the family at a location.
    ///
    /// - Parameters:
    ///   - coordinates: The values of axes by tag, which are limited to the range of the axis; others have their
    ///     defaults.
    ///   - italic: Whether the letters are italic.
    public func at(_ coordinates: [String: Double], italic: Bool = false) -> FontMatch {
        match(FontStyle(slope: italic ? .italic : .upright))
    }

    private func match(_ style: FontStyle) -> FontMatch {
        let fonts = faces.map { FontDescriptor(face: $0, path: nil, origin: .file) }
        if let match = StyleMatching(style).match(among: fonts) { return match }
        // Only a table that cannot be read lacks the faces of its families.
        let face = FontFace(postscriptName: name, family: name, style: "", fullName: name)
        return FontMatch(font: FontDescriptor(face: face, path: nil, origin: .file))
    }
}
