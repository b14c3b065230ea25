package import FontModel

extension FontManager {
    /// Returns the fonts with a name that programs do not see; nil if there are none that the caller may see.
    ///
    /// It is for a name by which programs find no font. What the user and the administrator hide is for callers with the
    /// user's authority.
    /// - Parameters:
    ///   - name: A name of any kind.
    ///   - isFamily: Whether only the name of a family is meant.
    /// - Throws: `registrationFailed` (301) if the store cannot be read.
    package func withheld(_ name: String, isFamily: Bool = false) async throws(FontError) -> WithheldFont? {
        if let found = try await unusable(name, isFamily: isFamily) { return found }
        guard authority == .user else { return nil }
        let target = isFamily ? FontTarget.family(name) : .any(name)
        let hidden = Self.meant(by: name, isFamily, among: try await hiddenFonts(meantBy: target))
        if !hidden.isEmpty { return WithheldFont(name: name, isFamily: isFamily, cause: .hidden, fonts: hidden) }
        let store = SystemStore(processState.context)
        return try await queue.perform { () throws(FontError) -> WithheldFont? in
            if let (owner, face) = store.disabled(answeringTo: name),
                !isFamily || face.map({ RegistrationSelection.hasFamily(name, $0) }) ?? false
            {
                return WithheldFont(name: name, isFamily: isFamily, cause: .disabledForAllUsers(owner))
            }
            let hidings = store.hidden(meantBy: target)
            guard let hiding = hidings.first else { return nil }
            return WithheldFont(
                name: name, isFamily: isFamily, cause: .hiddenForAllUsers(hiding),
                fonts: Self.meant(by: name, isFamily, among: hidings.map(\.font)))
        }
    }

    /// Returns the registered fonts with a name that programs cannot use.
    private func unusable(_ name: String, isFamily: Bool) async throws(FontError) -> WithheldFont? {
        var fonts: [FontDescriptor]
        if isFamily {
            let set = FontQuerySet(including: [FontQuery(family: name)], options: .includeDisabled)
            let own = process.backend
            fonts = try await queue.perform { () throws(FontError) in try own.fonts(matching: set) }
            let (registered, failure) = await registeredFonts(matching: set)
            if let failure { throw failure }
            fonts += registered
        } else {
            fonts = try await registrations(answeringTo: name).flatMap { registration in
                registration.faces.map { registration.descriptor(of: $0) }
            }
        }
        fonts = Self.meant(by: name, isFamily, among: fonts)
        // The reason is that of one of the fonts: another registration may have the name, too.
        for text in [name] + fonts.map(\.postscriptName) {
            for backend in backends {
                guard let unusable = try await backend.unusable(text),
                    fonts.contains(where: { $0.registrationID == unusable.registration.id })
                else { continue }
                return WithheldFont(name: name, isFamily: isFamily, cause: .unusable(unusable), fonts: fonts)
            }
        }
        return nil
    }

    /// Returns the fonts that a name means: all of a family, else the one that the resolver would choose.
    private static func meant(
        by name: String, _ isFamily: Bool, among fonts: [FontDescriptor]
    ) -> [FontDescriptor] {
        guard !isFamily else { return fonts.ordered([]) }
        guard let match = RegisteredMatch(name, among: fonts) else { return [] }
        return [match.resolution(of: name)?.match].compactMap(\.self)
    }
}
