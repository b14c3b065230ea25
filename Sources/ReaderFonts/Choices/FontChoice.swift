/// A user's choice of a font for one role, as it is stored.
public struct FontChoice: Sendable, Hashable, Codable {
    /// The key of the font, of which an app may not know the meaning: a newer version may have stored it.
    public var key: String
    /// The families to use if the key is unknown or none of its families is available, in order of preference.
    public var fallbacks: [String]

    public init(key: String, fallbacks: [String] = []) {
        self.key = key
        self.fallbacks = fallbacks
    }

    /// The result of looking up a choice.
    public struct Resolution: Sendable, Hashable, Codable {
        /// The family; nil if only the generic one remains.
        public var family: String?
        public var generic: ReaderStyleSheet.GenericFamily
        /// Why it is another family than the chosen one; nil if it is the chosen one.
        public var note: Note?
    }

    /// The reasons for another family than the chosen one.
    public enum Note: String, Sendable, Hashable, Codable, CaseIterable {
        /// The app does not know the key.
        case unknownKey
        /// A stand-in of the same key is used.
        case standIn
        /// No family of the key is available.
        case unavailable
    }

    /// Returns the family to show.
    ///
    /// The choice itself is not changed, so that it holds again once its font is available.
    /// - Parameters:
    ///   - keys: The keys that the app knows.
    ///   - generic: The generic family if the key is unknown.
    ///   - isAvailable: Whether a family can be used.
    ///   - desktop: The desktop's font of a kind; nil if it is unknown.
    public func resolve(
        among keys: [FamilyKey] = FamilyKey.reading, generic: ReaderStyleSheet.GenericFamily,
        isAvailable: (String) -> Bool, desktop: (FamilyKey.DesktopFont) -> String? = { _ in nil }
    ) -> Resolution {
        guard let known = keys.first(where: { $0.key == key }) else {
            return Resolution(family: fallbacks.first(where: isAvailable), generic: generic, note: .unknownKey)
        }
        if let font = known.desktopFont.flatMap(desktop), isAvailable(font) {
            return Resolution(family: font, generic: known.generic)
        }
        if let family = known.families.first(where: isAvailable) {
            let isExact = family == known.families.first && known.desktopFont == nil
            return Resolution(family: family, generic: known.generic, note: isExact ? nil : .standIn)
        }
        return Resolution(family: fallbacks.first(where: isAvailable), generic: known.generic, note: .unavailable)
    }
}
