package import FontModel

/// The style of a file that has one of some PostScript names: a face, or a named instance of a variable one.
package struct NamedStyle: Sendable, Hashable {
    package var family: String
    package var style: String
    /// The values of axes at which the style is drawn; empty for a face without axes.
    package var axes: [String: Double]

    /// The family and the style.
    package var title: String { "\(family) \(style)" }

    /// Finds the style; if none has a name, the first face stands for the file.
    ///
    /// The answer is nil without faces.
    package init?(of faces: [FontFace], named names: [String]) {
        guard let first = faces.first else { return nil }
        for face in faces {
            if names.contains(face.postscriptName) {
                self.init(face)
                return
            }
            if let instance = face.instances.first(where: { names.contains($0.postscriptName) }) {
                self.init(face)
                style = instance.name
                axes.merge(instance.coordinates) { $1 }
                return
            }
        }
        self.init(first)
    }

    private init(_ face: FontFace) {
        (family, style) = (face.family, face.style)
        axes = Dictionary(face.axes.map { ($0.tag, $0.defaultValue) }, uniquingKeysWith: { first, _ in first })
    }
}
