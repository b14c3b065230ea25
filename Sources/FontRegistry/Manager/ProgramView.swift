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
        /// The configuration files that reject the font.
        package var rejectedBy: [String] = []
    }

    /// The first face that programs do not show.
    package var hidden: Hidden?
    /// The styles with another weight in programs.
    package var weights: [ExplainedFont.Weight] = []
}

extension ProgramView {
    /// Finds how programs treat a registration.
    ///
    /// - Parameter fonts: All fonts that fontconfig has, loaded after the registration.
    init(of registration: Registration, in fonts: SystemFonts) {
        guard registration.isEnabled, let path = registration.path else { return }
        for face in registration.faces where hidden == nil {
            guard fonts.has(SystemFonts.Place(path: path, face: face.index)) else {
                let isSearched = fonts.searches(path)
                hidden = Hidden(
                    reason: isSearched ? .rejected : .folderNotConfigured, postscriptName: face.postscriptName,
                    rejectedBy: isSearched ? fonts.configuration.filesRejecting(path, face: face.index) : [])
                continue
            }
            hidden = Self.shadow(of: face, at: path, sha256: registration.sha256, in: fonts)
        }
        weights = registration.faces.flatMap { fonts.mistakenWeights(of: $0, at: path) }
    }

    /// Returns what hides a face that fontconfig has; nil if programs show it.
    ///
    /// - Parameter sha256: The hash of the file if it is known.
    static func shadow(
        of face: FontFace, at path: String, sha256: String? = nil, in fonts: SystemFonts
    ) -> Hidden? {
        guard let other = fonts.preferred(to: face, at: path), let entry = fonts.entry(at: other.place),
            // Two paths of one file.
            Fingerprint.Identity(of: entry.path) != Fingerprint.Identity(of: path)
        else { return nil }
        var hidden = Hidden(
            reason: .order, postscriptName: face.postscriptName,
            shown: FontDescriptor(face: entry.face, path: entry.path, origin: .system))
        // Large fonts are read only if the others may be equal.
        if let size = Fingerprint(of: path)?.size, Fingerprint(of: entry.path)?.size == size,
            let sha256 = sha256 ?? ByteCopy.sha256(ofFile: path), ByteCopy.sha256(ofFile: entry.path) == sha256
        {
            hidden.reason = .sameContents
            return hidden
        }
        switch other.reason {
        case .language(let language): (hidden.reason, hidden.language) = (.language, language)
        case .version: hidden.reason = .newerVersion
        case .order: hidden.reason = .order
        }
        return hidden
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
        guard registrations.contains(where: { $0.isEnabled && $0.scope != .process }) else { return [:] }
        return try await queue.perform { () throws(FontError) in
            let fonts = try self.processState.system.currentWithRegistered()
            let shown = registrations.filter { $0.scope != .process }
            let views = BlockingWork.results(shown.count) { (shown[$0].id, ProgramView(of: shown[$0], in: fonts)) }
            return Dictionary(views.filter { $0.1 != ProgramView() }, uniquingKeysWith: { first, _ in first })
        }
    }
}
