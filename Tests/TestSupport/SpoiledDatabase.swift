import FontRegistry
import GRDB

extension PrivateHome {
    /// Changes the database of the store directly, without its constraints, as any other program can.
    public func spoilDatabase(_ sql: String) throws {
        var configuration = Configuration()
        configuration.foreignKeysEnabled = false
        // A service may be reading.
        configuration.busyMode = .timeout(30)
        let queue = try DatabaseQueue(path: paths.store + "/registry.sqlite", configuration: configuration)
        try queue.write { try $0.execute(sql: "PRAGMA ignore_check_constraints = ON; " + sql) }
        try queue.close()
    }
}
