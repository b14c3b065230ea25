public import FontRegistry
import GRDB

extension FontPaths {
    /// Gives the database a table and the version number of a newer fontd.
    public func takeForward() throws {
        let queue = try DatabaseQueue(path: store + "/registry.sqlite")
        try queue.write { try $0.execute(sql: "CREATE TABLE later (something TEXT); PRAGMA user_version = 99") }
        try queue.close()
    }
}

extension PrivateHome {
    /// Converts the store to the state in which an older version of fontd would have left it.
    ///
    /// - Parameter schema: The schema version, 1 to 5.
    public func takeBack(toSchema schema: Int) throws {
        let queue = try DatabaseQueue(path: paths.store + "/registry.sqlite")
        try queue.writeWithoutTransaction { database in
            try database.execute(sql: "PRAGMA synchronous = OFF")
            try database.inTransaction(.immediate) {
                try database.execute(sql: "ALTER TABLE operation DROP COLUMN isUndone; PRAGMA user_version = 5")
                guard schema < 5 else { return .commit }
                try database.execute(sql: "DROP TABLE keptContent; DROP TABLE operation; PRAGMA user_version = 4")
                guard schema < 4 else { return .commit }
                try database.execute(sql: "DROP TABLE held; PRAGMA user_version = 3")
                guard schema < 3 else { return .commit }
                try database.execute(
                    sql: """
                        DROP TABLE provider;
                        DROP INDEX registrationByProvider;
                        PRAGMA user_version = 2;
                        """)
                guard schema < 2 else { return .commit }
                // Version 1 had a column for what follows from the registrations, and set folders to the current time.
                try database.execute(
                    sql: """
                        ALTER TABLE content ADD COLUMN isStored INTEGER NOT NULL DEFAULT 0;
                        UPDATE content SET isStored = EXISTS (SELECT 1 FROM registration WHERE contentID = content.id);
                        DELETE FROM state WHERE key = 'epoch';
                        PRAGMA user_version = 1;
                        """)
                return .commit
            }
        }
        try queue.close()
    }
}
