package import FontModel

/// Something about the fonts of a target that may be intended, and that no build reports.
package struct FontNote: Sendable, Hashable {
    /// The path of the font.
    package var path: String
    /// The note, as a sentence.
    package var text: String

    /// The least weight of a bold face, from which on nothing is emboldened.
    private static let bold = 600.0

    /// Returns the notes about files, in their order.
    ///
    /// - Parameter files: The paths of the font files with their faces.
    package static func notes(about files: [(path: String, faces: [FontFace])]) -> [FontNote] {
        let faces = files.flatMap(\.faces)
        var families: Set<String> = []
        return files.flatMap { path, facesOfFile in
            var notes = name(of: path, faces: facesOfFile)
            for face in facesOfFile where families.insert(face.family).inserted {
                if let text = boldness(of: face.family, among: faces) { notes.append(FontNote(path: path, text: text)) }
            }
            return notes
        }
    }

    /// Notes a file with one static face that is named otherwise than the font.
    private static func name(of path: String, faces: [FontFace]) -> [FontNote] {
        guard faces.count == 1, !faces[0].isVariable, !faces[0].hasDerivedName, !faces[0].hasFormedPostScriptName else {
            return []
        }
        let (file, name) = (PathText.name(of: path), faces[0].postscriptName)
        let suffix = file.lastIndex(of: ".").map { file[$0...] } ?? ""
        guard file.dropLast(suffix.count) != name else { return [] }
        return [FontNote(path: path, text: "The font of this file is \(name). Name the file \(name)\(suffix).")]
    }

    /// Notes a family with a face for texts and without a bold one.
    private static func boldness(of family: String, among faces: [FontFace]) -> String? {
        let members = faces.filter { $0.family == family }
        guard !members.contains(where: { heaviest($0) >= bold }) else { return nil }
        return "The family \(family) has no bold face. Add one, or programs embolden another."
    }

    /// The greatest weight that a face can have.
    private static func heaviest(_ face: FontFace) -> Double {
        face.axes.first { $0.tag == "wght" }?.maximum ?? face.weight
    }
}
