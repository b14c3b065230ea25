package import FontModel
import Fontconfig

extension FontManager {
    /// Returns the registrations with a name of any kind or with an id, best kind of name first.
    package func registrations(answeringTo name: String) async throws(FontError) -> [Registration] {
        let ranked: [(kind: NameKind, registration: Registration)] = try await registered().compactMap { registration in
            if registration.id == name { return (.postscriptName, registration) }
            return LookupName.kind(of: registration.faces, for: name).map { ($0, registration) }
        }
        return ranked.sorted { $0.kind < $1.kind }.map(\.registration)
    }

    /// Returns the system's fonts with a name of any kind, the best kind that has a match.
    package func systemFonts(answeringTo name: String) async throws(FontError) -> [FontDescriptor] {
        let system = processState.system
        return try await perform { () throws(FontError) in
            try system.current(loadsRegistered: false).answering(to: name)
        }
    }

    /// Returns the fonts outside of fontd's folders that a target means among those that the user hides.
    package func hiddenFonts(meantBy target: FontTarget) async throws(FontError) -> [FontDescriptor] {
        let hidden = try await hiddenFonts().map { HiddenFont(path: $0.path ?? "", faceCount: 1, face: $0.face) }
        return HiddenFont.selection(of: target, among: hidden).fonts.map(\.descriptor)
    }

    /// Returns the registered font with a name that programs cannot use; nil if there is none that the caller may see.
    package func unusable(_ name: String) async throws(FontError) -> UnusableFont? { try await backend.unusable(name) }

    /// Returns the font that fontconfig returns to a program that requests the family and style of a face; nil if there
    /// are no fonts.
    package func shown(for face: FontFace) async throws(FontError) -> FontDescriptor? {
        let system = processState.system
        return try await perform { () throws(FontError) in
            try system.current(loadsRegistered: true).fonts.shown(for: face).map {
                FontDescriptor(face: $0.face, path: $0.path, origin: .system)
            }
        }
    }

    /// Returns what programs show for a family that they do not find; nil if there are no fonts at all.
    package func substitution(of family: String) async throws(FontError) -> FontSubstitution? {
        let system = processState.system
        return try await perform { () throws(FontError) in
            FontSubstitution(of: family, in: try system.current(loadsRegistered: true).fonts, system.configuration)
        }
    }
}
