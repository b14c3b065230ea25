import FontModel
package import Fontconfig

/// A face outside of fontd's font folders that the user hides from programs.
package struct HiddenFont: Sendable, Hashable, Codable {
    /// The file's path as fontconfig has it.
    package var path: String
    /// The number of faces of the file that fontconfig lists.
    package var faceCount: Int
    /// The face, with the names that mean it.
    package var face: FontFace
    /// Whether it was hidden with its family, not on its own.
    package var isHiddenWithFamily = false

    package init(path: String, faceCount: Int, face: FontFace) {
        self.path = path
        self.faceCount = faceCount
        self.face = face
    }

    package var place: SystemFonts.Place { SystemFonts.Place(path: path, face: face.index) }

    /// The decision of the user about a face.
    package struct Decision: Sendable, Hashable {
        package var place: SystemFonts.Place
        package var isHiddenWithFamily: Bool
    }

    package var decision: Decision { Decision(place: place, isHiddenWithFamily: isHiddenWithFamily) }

    package var descriptor: FontDescriptor { FontDescriptor(face: face, path: path, origin: .system) }
}

extension HiddenFont {
    /// The faces that a target means, and whether it means several things.
    package struct Selection {
        package var fonts: [HiddenFont]
        /// The files of the other meanings of the text, each with its faces; empty if it has one meaning.
        package var meanings: [[HiddenFont]] = []
        /// Whether the target means a family.
        package var isFamily = false
    }

    /// Returns the faces that a target means: the names are those that mean registered fonts.
    package static func selection(of target: FontTarget, among fonts: [HiddenFont]) -> Selection {
        // A registration for each face answers to the same names as that of a registered font. No text is its id.
        let candidates = fonts.enumerated().map { number, font in
            Registration(
                id: "\0\(number)", sha256: "", record: RegistrationRecord(file: font.path, provider: ""),
                faces: [font.face])
        }
        func meant(_ registrations: [Registration]) -> [HiddenFont] {
            registrations.compactMap { Int($0.id.dropFirst()).map { fonts[$0] } }
        }
        switch target.kind {
        case .id: return Selection(fonts: [])
        case .file(let path): return Selection(fonts: meant(RegistrationSelection(path: path, among: candidates).all))
        case .family(let name):
            return Selection(
                fonts: meant(candidates.filter { RegistrationSelection.hasFamily(name, $0) }), isFamily: true)
        case .name(let name):
            let named = [true, false].lazy.map { isFace in
                candidates.filter { candidate in
                    candidate.faces.contains { face in
                        isFace ? face.postscriptName == name : ExactNames(of: face).all.contains(name)
                    }
                }
            }
            return Selection(fonts: meant(named.first { !$0.isEmpty } ?? []))
        case .any(let text):
            var readings = RegistrationSelection(path: text, among: text.contains("/") ? candidates : []).readings
            if readings.isEmpty {
                readings = RegistrationSelection(text, among: candidates).readings
            }
            let meanings = readings.map { meant($0.registrations) }
            return Selection(
                fonts: meanings.first ?? [], meanings: meanings.count > 1 ? meanings : [],
                isFamily: readings.first?.kind == .family)
        }
    }
}
