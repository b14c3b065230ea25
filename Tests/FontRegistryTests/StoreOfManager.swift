@testable import FontRegistry

extension FontManager {
    /// The registrar of a manager that opens the store itself.
    var registrar: Registrar {
        guard let backend = backend as? LocalBackend else { preconditionFailure("a manager without a store") }
        return backend.registrar
    }

    /// Unregisters the fonts of removed providers.
    func sweepGoneProviders(only provider: String? = nil) throws(FontError) -> [Registration] {
        try registrar.sweepGoneProviders(only: provider)
    }
}
