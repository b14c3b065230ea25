import FontRegistry
import GRDB

extension PrivateHome {
    /// Makes the store what the first version of fontd would have left (schema 1).
    public func takeBackToSchema1() throws {
        let queue = try DatabaseQueue(path: paths.database)
        try queue.writeWithoutTransaction { database in
            try database.execute(sql: "PRAGMA synchronous = OFF")
            try database.inTransaction(.immediate) {
                // Version 1 said in a column what the registrations say, and dated folders to the present.
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
