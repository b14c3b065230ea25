package import FontModel

/// What a font must be: the bytes and the names that a catalogue states.
package struct ExpectedFont: Sendable {
    /// The SHA-256 of the file.
    package let sha256: String
    private let names: Set<FaceNames>

    /// The names of a face, by which programs and people ask for it.
    private struct FaceNames: Sendable, Hashable {
        let index: Int
        let postscriptName: String
        let family: String
        let style: String
        let fullName: String
        let instances: [[String]]
        let localized: Set<LocalizedName>

        init(_ face: FontFace) {
            index = face.index
            postscriptName = face.postscriptName
            family = face.family
            style = face.style
            fullName = face.fullName
            instances = face.instances.map { [$0.postscriptName, $0.name] }
            localized = Set(face.localizedNames)
        }
    }

    /// - Parameter faces: The faces as the catalogue describes them.
    package init(sha256: String, faces: [FontFace]) {
        self.sha256 = sha256
        names = Set(faces.map(FaceNames.init))
    }

    /// Checks the faces of the file.
    ///
    /// - Throws: `insufficientInfo` (303) if they have other names than the expected ones.
    package func check(_ faces: [FontFace], of file: String) throws(FontError) {
        let found = faces.map(FaceNames.init)
        guard Set(found) != names else { return }
        let other = found.first { !names.contains($0) }?.postscriptName ?? ""
        throw FontError(
            .insufficientInfo,
            other.isEmpty
                ? "The font has other names than its catalogue states. It was not registered; report this to the publisher of the catalogue."
                : "The font has other names than its catalogue states: \(other). It was not registered; report this to the publisher of the catalogue.",
            file: file)
    }
}
