/// The options of a registration.
public struct RegistrationOptions: Sendable, Hashable {
    /// Whether the fonts can be matched at once.
    ///
    /// If false, they are recorded and can be requested, but are not shown to fontconfig.
    public var isEnabled: Bool
    /// A tag of the provider that is stored with the registration (`kCTFontRegistrationUserInfoAttribute`); see
    /// ``FontLimits/tagLength``.
    ///
    /// With ``replaces``, it also replaces the tag of a registration of the same content; nil keeps that one.
    public var tag: String?
    /// Whether the font replaces one with the same PostScript name and other content, as in an upgrade.
    ///
    /// The new file has a path of its own. Programs that may open the replaced file again keep it at its path, hidden
    /// from others, until they end; see ``removesAtOnce``.
    public var replaces: Bool
    /// Whether a replaced file is removed at once, although running programs may then lose its text.
    public var removesAtOnce = false
    /// Whether a replacement may have a lower `head.fontRevision`.
    public var allowsDowngrade: Bool
    /// Whether one failure undoes the whole batch.
    ///
    /// If false, every item succeeds or fails separately, as in Apple's functions.
    public var isAtomic: Bool
    /// The form that is registered of a family that a batch has both as a variable file and as static files of its
    /// named instances.
    ///
    /// The files of the other form are reported as ``FontOutcome/Status/skipped``, which is not a failure.
    public var preferredForm: FontForm
    /// Whether files packed for the web (WOFF, WOFF2) are unwrapped, by `fontd-worker` of the installed fontd, and the
    /// fonts in them registered.
    ///
    /// If false, such files are refused with ``FontError/Code/unrecognizedFormat`` (103), and skipped in folders. A packed
    /// file may have 32 MiB, and the font in it 64 MiB and 100 times the file.
    public var unwraps: Bool
    /// Whether nothing is registered: the outcomes are those that the registration would have now.
    public var isDryRun: Bool

    /// Whether archives are unpacked; a service does so only for callers that expect an outcome for each font.
    package var unpacks = true

    public init(
        isEnabled: Bool = true, tag: String? = nil, replaces: Bool = false, allowsDowngrade: Bool = false,
        isAtomic: Bool = false, preferredForm: FontForm = .variable, unwraps: Bool = false, isDryRun: Bool = false
    ) {
        self.isEnabled = isEnabled
        self.tag = tag
        self.replaces = replaces
        self.allowsDowngrade = allowsDowngrade
        self.isAtomic = isAtomic
        self.preferredForm = preferredForm
        self.unwraps = unwraps
        self.isDryRun = isDryRun
    }
}
