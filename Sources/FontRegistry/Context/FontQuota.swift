/// How much a provider may have registered, in all scopes together; nil for as much as it likes.
package struct FontQuota: Sendable, Hashable {
    /// Registrations: files, each once per scope.
    package var fonts: Int?
    /// Bytes of these files; content in two scopes counts once.
    package var bytes: Int?

    package init(fonts: Int?, bytes: Int?) {
        self.fonts = fonts
        self.bytes = bytes
    }
}

/// How much a provider has registered; counted as ``FontQuota`` counts.
struct ProviderUsage: Sendable, Hashable {
    var fonts: Int
    var bytes: Int
}
