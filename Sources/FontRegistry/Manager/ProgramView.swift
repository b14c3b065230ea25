package import FontModel
import Fontconfig

/// How programs treat an enabled registered font.
package struct ProgramView: Sendable, Hashable {
    /// The reason for which programs do not show a font.
    package enum Reason: String, Sendable, Hashable, CaseIterable {
        /// The user's fontconfig configuration rejects it.
        case rejected
        /// The user's fontconfig configuration does not name its folder.
        case folderNotConfigured = "folder-not-configured"
        /// Programs show another file with the same contents.
        case sameContents = "same-contents"
        /// Programs prefer a font of the same family and style that has a higher version.
        case newerVersion = "newer-version"
        /// Programs prefer a font of the family that supports the user's language.
        case language
        /// Programs prefer a font of the same family and style that comes first in fontconfig's order.
        case order
    }

    /// A font that programs do not show.
    package struct Hidden: Sendable, Hashable {
        package var reason: Reason
        /// The PostScript name of the font.
        package var postscriptName: String
        /// The font that they show in its place; nil if the configuration hides the font.
        package var shown: FontDescriptor?
        /// The language for ``Reason/language``, as fontconfig names it.
        package var language: String?
        /// Whether programs show another style of the family, since it supports the language, or would if all fonts of the
        /// style that they prefer were hidden.
        package var isForOtherStyle = false
        /// The configuration files that reject the font.
        package var rejectedBy: [String] = []
    }

    /// The first face that programs do not show.
    package var hidden: Hidden?
    /// The styles with another weight in programs.
    package var weights: [ExplainedFont.Weight] = []
}

extension ProgramView {
    /// Finds how programs treat the faces of a registered file.
    ///
    /// - Parameters:
    ///   - path: The file in the font folder.
    ///   - fonts: All fonts that fontconfig has, loaded after the registration.
    init(of faces: some Collection<FontFace>, at path: String, in fonts: SystemFonts) {
        for face in faces where hidden == nil {
            guard fonts.has(SystemFonts.Place(path: path, face: face.index)) else {
                let isSearched = fonts.searches(path)
                hidden = Hidden(
                    reason: isSearched ? .rejected : .folderNotConfigured, postscriptName: face.postscriptName,
                    rejectedBy: isSearched ? fonts.configuration.filesRejecting(path, face: face.index) : [])
                continue
            }
            hidden = Self.shadow(of: face, at: path, in: fonts)
        }
        weights = faces.flatMap { fonts.mistakenWeights(of: $0, at: path) }
    }

    /// Returns what hides a face that fontconfig has; nil if programs show it.
    static func shadow(of face: FontFace, at path: String, in fonts: SystemFonts) -> Hidden? {
        guard let other = fonts.preferred(to: face, at: path), let entry = fonts.entry(at: other.place),
            // Two paths of one file.
            Fingerprint.Identity(of: entry.path) != Fingerprint.Identity(of: path)
        else { return nil }
        var hidden = Hidden(
            reason: .order, postscriptName: face.postscriptName,
            shown: FontDescriptor(face: entry.face, path: entry.path, origin: .system))
        if ByteCopy.haveSameBytes(path, entry.path) {
            hidden.reason = .sameContents
            return hidden
        }
        switch other.reason {
        case .language(let language):
            (hidden.reason, hidden.language) = (.language, language)
            hidden.isForOtherStyle = isOtherStyleShown(for: face, at: path, after: entry, in: fonts)
        case .version: hidden.reason = .newerVersion
        case .order: hidden.reason = .order
        }
        return hidden
    }

    /// Whether programs show another style of the family for their language when the fonts of the face's own style that
    /// they prefer to it are hidden.
    private static func isOtherStyleShown(
        for face: FontFace, at path: String, after first: SystemFonts.Entry, in fonts: SystemFonts
    ) -> Bool {
        var (shown, passed) = (first, Set<String>())
        while shown.face.style.lowercased() == face.style.lowercased() {
            passed.insert(shown.path)
            guard let next = fonts.preferred(to: face, at: path, hiding: passed),
                let entry = fonts.entry(at: next.place)
            else { return false }
            shown = entry
        }
        return true
    }
}

extension FontManager {
    /// Loads all fonts of the system in a command, which will ask how programs treat some; they are ready when it returns.
    ///
    /// Errors are those of the questions. A task waits for the end before the process exits, because fontconfig leaves a
    /// lock for ten minutes if it is ended while it writes a cache.
    package func loadProgramFonts() async {
        let system = processState.system
        guard processState.context.isOfCommand, authority == .user, storeContext != nil else { return }
        _ = try? await BlockingWork.perform { () throws(FontError) in _ = try system.currentWithRegistered() }
    }

    /// Returns how programs treat registrations, by id, without those that programs show as they are.
    ///
    /// It loads all fonts, like the start of a program that uses fontconfig.
    /// - Throws: `registrationFailed` (301) if fontconfig cannot be used.
    package func programViews(of registrations: [Registration]) async throws(FontError) -> [String: ProgramView] {
        try await programViews(of: registrations.flatMap(\.listedFaces))
    }

    /// Returns how programs treat the registrations of listed faces, as for whole registrations.
    ///
    /// - Parameter faces: Those of a registration follow each other.
    package func programViews(of faces: [ListedFace]) async throws(FontError) -> [String: ProgramView] {
        let shown = faces.filter { $0.isEnabled && $0.scope != .process }
        var files: [Range<Int>] = []
        for place in shown.indices {
            if place > 0, shown[place - 1].id == shown[place].id {
                files[files.count - 1] = files[files.count - 1].lowerBound..<place + 1
            } else {
                files.append(place..<place + 1)
            }
        }
        guard !files.isEmpty else { return [:] }
        return try await queue.perform { [files] () throws(FontError) in
            let fonts = try self.processState.system.currentWithRegistered()
            let views = BlockingWork.results(files.count) { place -> (String, ProgramView)? in
                let faces = shown[files[place]]
                guard let first = faces.first, let path = first.path else { return nil }
                let view = ProgramView(of: faces.map(FontFace.init), at: path, in: fonts)
                return view == ProgramView() ? nil : (first.id, view)
            }
            return Dictionary(views.compactMap(\.self), uniquingKeysWith: { first, _ in first })
        }
    }
}
