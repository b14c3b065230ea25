/// The limits on the registrations of a provider, in all scopes together; `nil` for no limit.
package struct FontQuota: Sendable, Hashable {
    /// The maximum number of registrations; a file counts once per scope.
    package var fonts: Int?
    /// The maximum number of bytes of the files; content in two scopes counts once.
    package var bytes: Int?

    package init(fonts: Int?, bytes: Int?) {
        self.fonts = fonts
        self.bytes = bytes
    }
}

/// The registrations of a provider, counted as in ``FontQuota``.
package struct ProviderUsage: Sendable, Hashable {
    package var fonts: Int
    package var bytes: Int

    package init(fonts: Int, bytes: Int) {
        self.fonts = fonts
        self.bytes = bytes
    }
}
