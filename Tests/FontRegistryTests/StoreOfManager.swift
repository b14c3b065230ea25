@testable import FontRegistry

extension FontManager {
    /// The store behind a manager that opens it itself.
    var registrar: Registrar {
        guard let backend = backend as? LocalBackend else { preconditionFailure("a manager without a store") }
        return backend.registrar
    }
}
