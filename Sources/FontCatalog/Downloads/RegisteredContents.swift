package import FontModel
package import FontRegistry

/// The contents of registered fonts in session and persistent scope, by SHA-256.
package struct RegisteredContents: Sendable {
    private let hashes: Set<String>

    package init(_ hashes: Set<String> = []) { self.hashes = hashes }

    /// Reads the contents of all registrations of the user.
    package init(of fonts: FontManager) async throws(FontError) {
        let user = fonts.acting(as: fonts.provider, authority: .user)
        hashes = Set(try await user.registered(scope: .persistent).map(\.sha256))
    }

    package func contains(_ sha256: String) -> Bool { hashes.contains(sha256) }
}
