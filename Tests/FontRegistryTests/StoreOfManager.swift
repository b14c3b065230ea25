@testable import FontRegistry

extension FontManager {
    /// The store behind a manager that opens it itself.
    var registrar: Registrar {
        guard let door = door as? StoreDoor else { preconditionFailure("a manager without a store") }
        return door.registrar
    }
}
