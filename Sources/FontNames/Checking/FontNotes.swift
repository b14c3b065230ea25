package import FontModel

/// What may be intended about the fonts of a target, and is therefore no warning of a build.
package enum FontNotes {
    /// The least weight of a bold face, from which on nothing is emboldened.
    private static let bold = 600.0

    /// Returns the notes about files, in their order.
    ///
    /// - Parameter files: The absolute paths of the font files with their faces.
    package static func notes(about files: [(path: String, faces: [FontFace])]) -> [BuildProblem] {
        let faces = files.flatMap(\.faces)
        var families: Set<String> = []
        return files.flatMap { path, facesOfFile in
            var texts = [otherName(of: path, faces: facesOfFile)]
            for face in facesOfFile where families.insert(face.family).inserted {
                texts.append(missingBold(in: face.family, among: faces))
            }
            return texts.compactMap(\.self).map { BuildProblem(.note, path, $0) }
        }
    }

    /// A file with one static face that is named otherwise than the font.
    private static func otherName(of path: String, faces: [FontFace]) -> String? {
        guard faces.count == 1, !faces[0].isVariable, !faces[0].hasDerivedName, !faces[0].hasFormedPostScriptName else {
            return nil
        }
        let (file, name) = (PathText.name(of: path), faces[0].postscriptName)
        let suffix = file.lastIndex(of: ".").map { file[$0...] } ?? ""
        guard file.dropLast(suffix.count) != name else { return nil }
        return "The font of this file is \(name). Name the file \(name)\(suffix)."
    }

    /// A family without a bold face.
    private static func missingBold(in family: String, among faces: [FontFace]) -> String? {
        let members = faces.filter { $0.family == family }
        guard !members.contains(where: { heaviest($0) >= bold }) else { return nil }
        return "The family \(family) has no bold face. Add one, or programs embolden another."
    }

    /// The greatest weight that a face can have.
    private static func heaviest(_ face: FontFace) -> Double {
        face.axes.first { $0.tag == "wght" }?.maximum ?? face.weight
    }
}

extension TargetFonts {
    /// The notes about the fonts, which only a check shows.
    package var notes: [BuildProblem] { FontNotes.notes(about: fonts.map { ($0.file.path, $0.faces) }) }
}
