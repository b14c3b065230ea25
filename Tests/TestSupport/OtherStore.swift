public import FontRegistry
import GRDB

extension FontPaths {
    /// Gives the database a table and the version number of a newer fontd.
    public func takeForward() throws {
        try change("CREATE TABLE later (something TEXT); PRAGMA user_version = 99")
    }

    /// Gives the database the identifier and a version number of the development versions.
    ///
    /// - Parameter version: Their version of the schema, 1 to 8.
    public func takeToDevelopment(_ version: Int = 8) throws {
        try change("PRAGMA application_id = 0x666E7464; PRAGMA user_version = \(version)")
    }

    private func change(_ sql: String) throws {
        let queue = try DatabaseQueue(path: store + "/registry.sqlite")
        try queue.write { try $0.execute(sql: sql) }
        try queue.close()
    }
}
