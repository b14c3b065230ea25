@testable import FontRegistry

extension FontManager {
    /// The registrar of a manager that opens the store itself.
    var registrar: Registrar {
        local.registrar
    }

    private var local: LocalBackend {
        guard let backend = backend as? LocalBackend else { preconditionFailure("a manager without a store") }
        return backend
    }

    /// Unregisters the fonts of removed providers with the manager's authority.
    func sweepGoneProviders(only provider: String? = nil) async throws(FontError) -> [Registration] {
        try await local.sweepGoneProviders(only: provider)
    }
}
