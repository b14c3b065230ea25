public import FontModel
import Fontconfig

extension FontManager {
    /// Returns the font with a name, if there is one.
    ///
    /// A name is compared, in this order, with PostScript names, named instances, full names, family and style, and
    /// localised names. Among fonts with the same name, the order is process, session, persistent, system. The lookup
    /// never activates, downloads or substitutes a font; a substitute of fontconfig is returned separately. A
    /// registered font that programs cannot use is no match, and is returned in ``FontResolution/unusable``: it is
    /// disabled, or the user's fontconfig configuration rejects it or does not name its folder. Fonts of the process
    /// and of the system are found in any state of the store.
    /// - Throws: `FontError` with code ``FontError/Code/registrationFailed`` (301) if no font is found and the store,
    ///   which may have one, cannot be read.
    public func resolve(_ name: String) async throws(FontError) -> FontResolution {
        try await resolve(name, substituting: true)
    }

    /// Returns the font with a name, as ``resolve(_:)-(String)`` does.
    ///
    /// - Parameter substituting: Whether the resolution of a name that no font has includes the substitute.
    package func resolve(_ name: String, substituting: Bool) async throws(FontError) -> FontResolution {
        var found: [FontResolution?] = []
        var failure: FontError?
        for backend in backends {
            do throws(FontError) { found.append(try await backend.find(name)) } catch { failure = error }
        }
        var resolution = try await best(of: found.compactMap(\.self), for: name, substituting)
        if resolution.match == nil, let failure { throw failure }
        noteUse(of: resolution.match)
        resolution.match = resolution.match.map(caller.view)
        for (backend, found) in zip(backends, found) where resolution.match == nil && resolution.unusable == nil {
            if let found {
                resolution.unusable = found.unusable
            } else {
                resolution.unusable = try await backend.unusable(name)
            }
        }
        return resolution
    }

    /// Returns the resolution of a name among what the backends have found and the system's fonts.
    private func best(
        of registered: [FontResolution], for name: String, _ substituting: Bool
    ) async throws(FontError) -> FontResolution {
        // Nothing precedes a registered font with this PostScript name, so the system's fonts need not be read.
        if let found = registered.first(where: { $0.matchedBy == .postscriptName }) { return found }
        let choice = try await queue.perform { () throws(FontError) in
            try self.processState.system.resolve(name, among: registered, substituting: substituting)
        }
        switch choice {
        case .font(let found): return found
        case .family(let kind):
            return try await chosen(ofFamily: name) { (system, fonts) throws(FontError) in
                try system.resolve(name, by: kind, among: fonts)
            }
        }
    }

    /// Returns the registered font with a name, ignoring all others, for a service whose callers see other system
    /// fonts.
    ///
    /// - Returns: Nil if no registered font has the name.
    package func resolveRegistered(_ name: String) async throws(FontError) -> FontResolution? {
        guard var resolution = try await backend.find(name) else { return nil }
        resolution.match = resolution.match.map(caller.view)
        return resolution
    }

    /// Whether a name of any kind that a face has leads to a font already, or means another one to fontconfig, as
    /// `Helvetica` and `serif` do.
    ///
    /// Registered fonts that cannot be read are not found by any name, and do not count.
    /// - Parameter limit: The number of names above which the answer is that one does.
    package func findsFont(namedAs face: FontFace, upTo limit: Int) async throws(FontError) -> Bool {
        let names = Set(LookupName.all(of: face).map(\.name))
        guard names.count <= limit else { return true }
        for name in names {
            for backend in backends where (try? await backend.find(name))?.match != nil { return true }
        }
        let localized = face.localizedNames.filter { $0.kind == .family }.map(\.text)
        let families = Set([face.family, face.fullName] + [face.legacyFamily].compactMap(\.self) + localized)
        return try await queue.perform { () throws(FontError) in
            let index = try self.processState.system.current(loadsRegistered: true)
            if names.contains(where: { name in NameKind.allCases.contains { !index.find(name, as: $0).isEmpty } }) {
                return true
            }
            // The font that fontconfig takes for a name that means nothing to it.
            let last = index.fonts.substitute(for: "\u{FFFF}")
            return families.contains { family in
                Self.generic.contains(family.lowercased())
                    || index.fonts.substitute(for: family).map { !(last?.path).hasBytes(of: $0.path) } ?? false
            }
        }
    }

    /// The generic families of fontconfig and CSS.
    package static let generic: Set<String> = [
        "serif", "sans-serif", "sans serif", "sans", "monospace", "mono", "cursive", "fantasy", "system-ui", "emoji",
        "math", "fangsong", "ui-serif", "ui-sans-serif", "ui-monospace", "ui-rounded",
    ]
}
