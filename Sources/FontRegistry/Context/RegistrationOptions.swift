/// How files are registered.
public struct RegistrationOptions: Sendable, Hashable {
    /// Whether the fonts can be matched at once.
    ///
    /// False: recorded, not shown to fontconfig, can be requested.
    public var isEnabled: Bool
    /// A mark of the provider's own, stored with the registration (`kCTFontRegistrationUserInfoAttribute`); see
    /// ``FontLimits/tagLength``.
    ///
    /// With ``replaces`` it also takes the place of the tag of a registration of the same content; nil keeps that one.
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
    /// Which form to take of a family that a batch has in both: a variable file, and static files of its named instances.
    ///
    /// The files of the other form are reported as ``FontOutcome/Status/skipped``, which is no failure.
    public var preferredForm: FontForm

    public init(
        isEnabled: Bool = true, tag: String? = nil, replaces: Bool = false, allowsDowngrade: Bool = false,
        isAtomic: Bool = false, preferredForm: FontForm = .variable
    ) {
        self.isEnabled = isEnabled
        self.tag = tag
        self.replaces = replaces
        self.allowsDowngrade = allowsDowngrade
        self.isAtomic = isAtomic
        self.preferredForm = preferredForm
    }
}
