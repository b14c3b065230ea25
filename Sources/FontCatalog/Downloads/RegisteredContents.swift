package import FontModel
package import FontRegistry

/// The contents of registered fonts in persistent scope, by SHA-256.
package struct RegisteredContents: Sendable {
    private let hashes: Set<String>

    package init(_ hashes: Set<String> = []) { self.hashes = hashes }

    /// Reads the contents of all registrations of the user, whoever registered them.
    ///
    /// - Parameter fonts: A manager that uses the store itself.
    package init(of fonts: FontManager) async throws(FontError) {
        hashes = Set(try await fonts.storedContents(of: nil).values.filter { $0.scope == .persistent }.map(\.sha256))
    }

    package func contains(_ sha256: String) -> Bool { hashes.contains(sha256) }
}
