import FontModel

/// The store of all users as a user reads it.
package struct SystemStore: Sendable {
    private let context: RegistryContext

    /// - Parameter context: The context of the user's own store.
    package init(_ context: RegistryContext) { self.context = context }

    /// Returns the registrations that show fonts at these paths; none if the store cannot be read, since the fonts can be
    /// used in any case.
    package func registrations(at paths: some Sequence<String>) -> [String: SystemRegistration] {
        rows(at: paths).mapValues { SystemRegistration(id: $0.id, provider: $0.provider) }
    }

    /// Returns the files of the licences that came with the fonts at these paths.
    package func licenses(at paths: some Sequence<String>) -> [String: [String]] {
        let licenses = LicenseStore(context.systemPaths)
        return rows(at: paths).mapValues { licenses.texts(of: $0.sha256) }
    }

    private func rows(at paths: some Sequence<String>) -> [String: RegistrationRow] {
        let root = context.systemPaths.persistentProjection + "/"
        let wanted = Set(paths.filter { $0.hasPrefix(root) })
        // In the store of all users these are registered fonts.
        guard !wanted.isEmpty, !context.paths.isOfAllUsers else { return [:] }
        let rows = try? RegistryDatabase.openForReading(context.systemPaths, at: context.systemPaths.publishedDatabase)?
            .read { try $0.registrations(.enabled, session: nil) }
        var found: [String: RegistrationRow] = [:]
        for row in rows ?? [] {
            guard let path = row.path(context.systemPaths), wanted.contains(path), found[path] == nil else { continue }
            found[path] = row
        }
        return found
    }
}
