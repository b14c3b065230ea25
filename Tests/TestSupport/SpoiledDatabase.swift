import FontRegistry
import GRDB

extension PrivateHome {
    /// Changes the database of the store behind fontd's back, as any program can: no rule of it is heeded.
    public func spoilDatabase(_ sql: String) throws {
        var configuration = Configuration()
        configuration.foreignKeysEnabled = false
        let queue = try DatabaseQueue(path: paths.database, configuration: configuration)
        try queue.write { try $0.execute(sql: "PRAGMA ignore_check_constraints = ON; " + sql) }
        try queue.close()
    }
}
