public import FontModel
import GRDB

extension FontManager {
    /// Takes out the fonts of providers that were removed: of a Flatpak that was uninstalled, of a program whose file is
    /// gone.
    ///
    /// It is one operation, told as ``FontChange/Kind/removed``.
    ///
    /// A provider counts as removed when what tells of it (``ProviderFacts/evidence``) is gone from the very folder in which
    /// it lay; if that folder cannot be seen, or is another, its fonts stay. So do those of a provider as which several
    /// programs registered fonts, and those of an application that has a desktop entry still.
    /// - Returns: What was taken out.
    /// - Throws: 301 if the store cannot be written, 302 without the user's authority.
    @discardableResult
    public func sweepGoneProviders() async throws(FontError) -> [Registration] {
        try await backend.sweepGoneProviders(only: nil)
    }

    /// The same for one provider, if its fonts go with it without anybody's word.
    package func sweep(gone provider: String) async throws(FontError) -> [Registration] {
        try await backend.sweepGoneProviders(only: provider)
    }
}

extension LocalBackend {
    func sweepGoneProviders(only provider: String?) async throws(FontError) -> [Registration] {
        try caller.requireUser(for: "sweep the store")
        let registrar = registrar
        return try await perform { () throws(FontError) in try registrar.sweepGoneProviders(only: provider) }
    }
}

extension Registrar {
    fileprivate func sweepGoneProviders(only provider: String?) throws(FontError) -> [Registration] {
        let known = try read { database, _ in try database?.providersWithFonts() ?? [] }
        func isMeant(_ record: ProviderRecord) -> Bool {
            provider.map { record.provider == $0 && record.goesByItself } ?? true
        }
        guard known.contains(where: { $0.isGone && isMeant($0) }) else { return [] }
        return try commit { operation in try operation.sweepGoneProviders(where: isMeant) }.value
    }
}

extension StoreOperation {
    /// Takes out what providers that were removed have registered.
    func sweepGoneProviders(where isMeant: (ProviderRecord) -> Bool = { _ in true }) throws -> [Registration] {
        var swept: [Registration] = []
        for provider in try database.providersWithFonts() where provider.isGone && isMeant(provider) {
            for row in try database.registrations(where: "r.provider = ?", [provider.provider], session: session) {
                swept.append(row.registration(faces: try database.faces(contentID: row.contentID), paths: paths))
                try remove(row)
            }
        }
        return swept
    }
}
