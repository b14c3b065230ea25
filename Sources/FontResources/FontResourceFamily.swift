public import FontModel
public import FontRules

/// A family among the fonts of a module's resources, as generated code declares it.
///
/// The matches have the file of the face, if it is found in this process; the font need not be registered.
public protocol FontResourceFamily: Sendable {
    /// The table of the module.
    var table: FontResourceTable { get }
    /// The name of the family (``FontFace/family``).
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
        face(FontStyle(weight: weight.rawValue, slope: italic ? .italic : .upright))
    }

    /// Returns the face that is nearest to a style, by the rule of the registry.
    public func face(_ style: FontStyle) -> FontMatch { match(style, among: faces) }

    /// Returns the variable face of the family at a location.
    ///
    /// - Parameters:
    ///   - coordinates: The values of axes by tag, which are limited to the range of the axis; others have their
    ///     defaults.
    ///   - italic: Whether the letters are italic, for families with a file or an axis for that.
    public func at(_ coordinates: [String: Double], italic: Bool = false) -> FontMatch {
        var style = FontStyle(slope: italic || (coordinates["ital"] ?? 0) > 0 ? .italic : .upright)
        style.weight = coordinates["wght"] ?? style.weight
        style.width = coordinates["wdth"] ?? style.width
        style.pointSize = coordinates["opsz"]
        // The axis counts degrees to the left.
        if let angle = coordinates["slnt"], angle != 0 { style.slope = .oblique(degrees: 0 - angle) }
        let variable = faces.filter(\.isVariable)
        var match = self.match(style, among: variable.isEmpty ? faces : variable)
        for axis in match.font.face.axes where axis.minimum <= axis.maximum {
            let isOfSlope = axis.tag == "ital" || axis.tag == "slnt"
            let value = coordinates[axis.tag] ?? (isOfSlope ? match.coordinates[axis.tag] : nil) ?? axis.defaultValue
            match.coordinates[axis.tag] =
                value.isNaN ? axis.defaultValue : min(max(value, axis.minimum), axis.maximum)
        }
        let instances = match.font.face.instances
        match.font.instance = instances.first { $0.isAt(match.coordinates) }
        return match
    }

    private func match(_ style: FontStyle, among faces: [FontFace]) -> FontMatch {
        let fonts = faces.map { FontDescriptor(face: $0, path: nil, origin: .file) }
        if var match = StyleMatching(style).match(among: fonts) {
            match.font.path = table.path(of: match.font.face)
            return match
        }
        // Only a table that cannot be read lacks the faces of its families.
        let face = FontFace(postscriptName: name, family: name, style: "", fullName: name)
        return FontMatch(font: FontDescriptor(face: face, path: nil, origin: .file))
    }
}
