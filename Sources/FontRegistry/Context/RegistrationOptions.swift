/// How files are registered.
public struct RegistrationOptions: Sendable, Hashable {
    /// Whether the fonts can be matched at once.
    ///
    /// False: recorded, not shown to fontconfig, can be requested.
    public var isEnabled: Bool
    /// A mark of the provider's own, stored with the registration (`kCTFontRegistrationUserInfoAttribute`).
    public var tag: String?
    /// Whether a font with the same PostScript name and other content gives way (an upgrade).
    ///
    /// Its file stays with programs that have it open.
    public var replaces: Bool
    /// Whether a replacement may have a lower `head.fontRevision`.
    public var allowsDowngrade: Bool
    /// Whether one failure undoes all.
    ///
    /// Without it every item stands for itself, as in Apple's calls.
    public var isAtomic: Bool

    public init(
        isEnabled: Bool = true, tag: String? = nil, replaces: Bool = false, allowsDowngrade: Bool = false,
        isAtomic: Bool = false
    ) {
        self.isEnabled = isEnabled
        self.tag = tag
        self.replaces = replaces
        self.allowsDowngrade = allowsDowngrade
        self.isAtomic = isAtomic
    }
}
