public import DesktopSettings
public import FontModel
public import FontRegistry

extension FontManager {
    /// Returns the family of a stored choice for a role.
    ///
    /// A key that is neither an app's nor among its fallbacks may be the name of a family.
    /// - Parameters:
    ///   - choice: The choice.
    ///   - role: The role, whose generic family is used if there is no other.
    ///   - keys: The keys that the app knows.
    ///   - desktop: The desktop's settings, of which a key may mean a font.
    /// - Throws: `FontError` with code ``FontError/Code/registrationFailed`` (301) if the store or fontconfig cannot be
    ///   used.
    public func family(
        of choice: FontChoice, for role: ReaderStyleSheet.Role, among keys: [FamilyKey] = FamilyKey.reading,
        desktop: DesktopAppearance = DesktopAppearance()
    ) async throws(FontError) -> FontChoice.Resolution {
        let known = keys.first { $0.key == choice.key }
        var names: [String: String] = [:]
        let desktopFamily = known?.desktopFont?.family(in: desktop)
        for name in [desktopFamily].compactMap(\.self) + (known?.families ?? [choice.key]) + choice.fallbacks {
            names[name] = try await fonts(matching: FontQuery(family: name)).first?.face.family
        }
        if known == nil, names[choice.key] != nil {
            return FontChoice.Resolution(family: choice.key, generic: role.generic)
        }
        return choice.resolve(
            among: keys, generic: role.generic, isAvailable: { names[$0] != nil }, desktop: { _ in desktopFamily })
    }
}
