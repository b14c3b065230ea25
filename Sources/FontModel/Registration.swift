/// One font file that a provider registered in a scope.
public struct Registration: Sendable, Hashable, Codable, Identifiable {
    /// Identifies the registration; derived from content, scope and provider, so it survives a rebuild of the store.
    public var id: String
    /// The file as it was given when registered; it may be gone since.
    public var file: String
    /// Where fontconfig sees the file, or nil while the registration is disabled.
    public var path: String?
    /// SHA-256 of the file, lower-case hexadecimal.
    public var sha256: String
    /// How far the registration reaches.
    public var scope: FontScope
    /// Who registered it.
    public var provider: String
    /// Whether it can be matched.
    public var isEnabled: Bool
    /// The provider's own mark (`kCTFontRegistrationUserInfoAttribute`).
    public var tag: String?
    /// Seconds since 1970-01-01 UTC.
    public var registeredAt: Double
    /// Every face in the file, in file order.
    public var faces: [FontFace]

    public init(
        id: String, file: String, path: String?, sha256: String, scope: FontScope, provider: String,
        isEnabled: Bool, tag: String?, registeredAt: Double, faces: [FontFace]
    ) {
        self.id = id
        self.file = file
        self.path = path
        self.sha256 = sha256
        self.scope = scope
        self.provider = provider
        self.isEnabled = isEnabled
        self.tag = tag
        self.registeredAt = registeredAt
        self.faces = faces
    }
}
