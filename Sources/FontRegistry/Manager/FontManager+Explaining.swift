package import FontModel
import Fontconfig

extension FontManager {
    /// Returns the registrations with a name of any kind or with an id, best kind of name first.
    package func registrations(answeringTo name: String) async throws(FontError) -> [Registration] {
        let ranked: [(kind: NameKind, registration: Registration)] = try await registered(named: name).compactMap {
            registration in
            if registration.id == name { return (.postscriptName, registration) }
            return LookupName.kind(of: registration.faces, for: name).map { ($0, registration) }
        }
        return ranked.sorted { $0.kind < $1.kind }.map(\.registration)
    }

    /// Returns all fonts of the system.
    package func systemFonts() async throws(FontError) -> [FontDescriptor] {
        try await queue.perform { () throws(FontError) in
            try self.processState.system.fonts(matching: FontQuerySet(including: [FontQuery()]))
        }
    }

    /// Returns the system's fonts of a family, by weight and style.
    package func systemFonts(ofFamily name: String) async throws(FontError) -> [FontDescriptor] {
        try await queue.perform { () throws(FontError) in
            try self.processState.system.fonts(matching: FontQuerySet(including: [FontQuery(family: name)])).ordered([])
        }
    }

    /// Returns the registered fonts of other providers that every program sees, for a caller with the authority of a
    /// provider; none for the user, whose list has them.
    package func othersFonts(besides own: [Registration]) async throws(FontError) -> [FontDescriptor] {
        guard authority == .provider else { return [] }
        let ids = Set(own.map(\.id))
        return try await fonts(matching: FontQuery(scopes: [.session, .persistent])).filter { font in
            font.registrationID.map { !ids.contains($0) } ?? false
        }
    }

    /// Returns the designers of faces, which are read from their files; none for a file that cannot be read.
    package func designers(of faces: [(path: String, index: Int)]) async -> [[String]] {
        let found = try? await BlockingWork.perform { () throws(FontError) in
            BlockingWork.results(faces.count) { place in
                let details = try? FontDetails(ofFace: faces[place].index, inFile: faces[place].path)
                return details?.texts.filter { $0.kind == .designer }.map(\.text) ?? []
            }
        }
        return found ?? Array(repeating: [], count: faces.count)
    }

    /// Returns the system's fonts with a name of any kind, the best kind that has a match.
    package func systemFonts(answeringTo name: String) async throws(FontError) -> [FontDescriptor] {
        try await queue.perform { () throws(FontError) in
            try self.processState.system.current(loadsRegistered: false).answering(to: name)
        }
    }

    /// Returns the files in fontd's font folders that programs see and that no registration shows, among those with a font
    /// of these PostScript names.
    ///
    /// - Parameter registered: Registrations of fonts of these names that are known.
    package func unrecordedFiles(
        named names: Set<String>, besides registered: [Registration] = []
    ) async throws(FontError) -> Set<String> {
        guard authority == .user, storeContext != nil else { return [] }
        let (system, paths) = (processState.system, processState.context.paths)
        let files = try await queue.perform { () throws(FontError) in
            let fonts = try system.currentWithRegistered()
            return [FontScope.persistent, .session].compactMap(paths.projection).reduce(into: Set<String>()) {
                $0.formUnion(fonts.files(in: $1, named: names))
            }
        }
        var known = Set(registered.compactMap(\.path))
        for name in names where !files.isSubset(of: known) {
            known.formUnion(try await registrations(answeringTo: name).compactMap(\.path))
        }
        return files.subtracting(known).filter { !StoredName.isKeptFont(String(PathText.name(of: $0))) }
    }

    /// Returns the fonts outside of fontd's folders that a target means among those that the user hides.
    package func hiddenFonts(meantBy target: FontTarget) async throws(FontError) -> [FontDescriptor] {
        let hidden = try await hiddenFonts().map { HiddenFont(path: $0.path ?? "", faceCount: 1, face: $0.face) }
        return HiddenFont.selection(of: target, among: hidden).fonts.map(\.descriptor)
    }

    /// Returns the registered font with a name that programs cannot use; nil if there is none that the caller may see.
    package func unusable(_ name: String) async throws(FontError) -> UnusableFont? { try await backend.unusable(name) }

    /// Returns what hides a font of the system; nil if programs show it.
    package func shadow(of font: FontDescriptor) async throws(FontError) -> ProgramView.Hidden? {
        guard let path = font.path else { return nil }
        return try await queue.perform { () throws(FontError) in
            let fonts = try self.processState.system.current(loadsRegistered: true).fonts
            return ProgramView.shadow(of: font.face, at: path, in: fonts)
        }
    }

    /// Returns what programs show for a family that they do not find; nil if there are no fonts at all.
    package func substitution(of family: String) async throws(FontError) -> FontSubstitution? {
        try await queue.perform { () throws(FontError) in
            FontSubstitution(of: family, in: try self.processState.system.current(loadsRegistered: true).fonts)
        }
    }

    /// Returns what programs show for the family of a font that they see; nil if they find the font by its family.
    package func substitution(
        insteadOf face: FontFace, at path: String
    ) async throws(FontError) -> FontSubstitution? {
        try await queue.perform { () throws(FontError) in
            let fonts = try self.processState.system.current(loadsRegistered: true).fonts
            return FontSubstitution(insteadOf: face, at: path, in: fonts)
        }
    }
}
