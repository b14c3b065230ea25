import GRDB

/// The tables of the registry and their migrations.
///
/// `PRAGMA user_version` is the version of the schema. ``RegistryDatabase`` refuses a version higher than ``version``.
enum Schema {
    /// The version that this program writes; each has other statements, so that a damaged number is recognised.
    static let version = 8

    /// The `application_id` of a registry database ("fntd").
    static let applicationID = 0x666E_7464

    /// Migrates a database from its version to a newer one, step by step; a new database takes all steps.
    static func migrate(_ database: Database, to version: Int = Self.version) throws {
        let found = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
        let steps = [
            createVersion1, createVersion2, createVersion3, createVersion4, createVersion5, createVersion6,
            createVersion7,
            createVersion8,
        ]
        for step in steps[found..<version] { try step(database) }
        try database.execute(sql: "PRAGMA user_version = \(version)")
    }

    /// Whether a database has exactly the tables of ``version``, whatever version it says to have.
    static func matches(_ database: Database) throws -> Bool {
        func statements(_ database: Database) throws -> [String] {
            try String.fetchAll(database, sql: "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY sql")
        }
        let own = try DatabaseQueue().write { database in
            try migrate(database)
            return try statements(database)
        }
        return try statements(database) == own
    }

    /// Adds whether the PostScript name of a face was formed; for older stores this is unknown.
    private static func createVersion8(_ database: Database) throws {
        try database.execute(sql: "ALTER TABLE face ADD COLUMN hasFormedPostScriptName INTEGER")
    }

    /// Adds the files that stay at their paths, hidden by a rule, for programs that may open them again.
    private static func createVersion7(_ database: Database) throws {
        try database.execute(
            sql: """
                CREATE TABLE hiddenFile (
                    contentID INTEGER NOT NULL REFERENCES content (id),
                    scope TEXT NOT NULL,
                    folderID INTEGER NOT NULL REFERENCES folder (id),
                    fileName TEXT NOT NULL,
                    session TEXT,
                    boot TEXT NOT NULL,
                    since REAL NOT NULL,
                    PRIMARY KEY (contentID, scope)
                ) WITHOUT ROWID, STRICT;
                CREATE INDEX hiddenFileByFolder ON hiddenFile (folderID);
                """)
    }

    /// Adds whether the user took an operation back, which can then be repeated.
    private static func createVersion6(_ database: Database) throws {
        try database.execute(sql: "ALTER TABLE operation ADD COLUMN isUndone INTEGER NOT NULL DEFAULT 0")
    }

    /// Adds the last operations of the user, which can be taken back, and the contents whose bytes that needs.
    private static func createVersion5(_ database: Database) throws {
        try database.execute(
            sql: """
                CREATE TABLE operation (
                    number INTEGER PRIMARY KEY AUTOINCREMENT,
                    generation INTEGER NOT NULL,
                    time REAL NOT NULL,
                    count INTEGER NOT NULL,
                    record TEXT NOT NULL
                ) STRICT;
                CREATE TABLE keptContent (
                    sha256 TEXT NOT NULL,
                    operation INTEGER NOT NULL REFERENCES operation (number) ON DELETE CASCADE,
                    PRIMARY KEY (sha256, operation)
                ) WITHOUT ROWID, STRICT;
                CREATE INDEX keptContentByOperation ON keptContent (operation);
                """)
    }

    /// Adds the contents that the user, not the provider, has disabled; for older stores this is unknown.
    ///
    /// The rows refer to contents and providers, not to registrations, which providers remove and create again, in any
    /// scope.
    private static func createVersion4(_ database: Database) throws {
        try database.execute(
            sql: """
                CREATE TABLE held (
                    sha256 TEXT NOT NULL,
                    provider TEXT NOT NULL,
                    PRIMARY KEY (sha256, provider)
                ) WITHOUT ROWID, STRICT;
                CREATE INDEX heldByProvider ON held (provider);
                """)
    }

    /// Adds the records of providers known from D-Bus, and an index for the usage of a provider, queried at every
    /// registration.
    private static func createVersion3(_ database: Database) throws {
        try database.execute(
            sql: """
                CREATE TABLE provider (
                    id TEXT PRIMARY KEY NOT NULL,
                    kind TEXT NOT NULL,
                    evidence TEXT,
                    folder INTEGER,
                    generation INTEGER NOT NULL
                ) WITHOUT ROWID, STRICT;
                CREATE INDEX registrationByProvider ON registration (provider);
                """)
    }

    /// Replaces the column `isStored` by the registrations of a content, and adds the epoch of folder dates, see
    /// ``ProjectedFolder/second``.
    private static func createVersion2(_ database: Database) throws {
        try database.execute(sql: "ALTER TABLE content DROP COLUMN isStored")
        let epoch = max(1, Int64(WallClock.now()) - (1 << 29))
        try database.execute(sql: "INSERT INTO state VALUES ('epoch', ?)", arguments: [epoch])
    }

    /// Creates the tables of version 1.
    ///
    /// - `content`: one row per file content that is registered or that the change log refers to.
    /// - `face`: its faces; `coverage`: the characters they map, in a separate table because they are large and rarely
    ///   read.
    /// - `lookup`: every name that a face matches; see ``NameKind``.
    /// - `folder`, `placement`: the projection: the folder and file name of each content.
    /// - `change`: the log, one row per content that an operation changed.
    private static func createVersion1(_ database: Database) throws {
        try database.execute(
            sql: """
                PRAGMA application_id = \(applicationID);

                CREATE TABLE state (
                    key TEXT PRIMARY KEY NOT NULL,
                    value ANY NOT NULL
                ) WITHOUT ROWID, STRICT;
                INSERT INTO state VALUES ('generation', 0);

                CREATE TABLE content (
                    id INTEGER PRIMARY KEY,
                    sha256 TEXT NOT NULL UNIQUE,
                    size INTEGER NOT NULL,
                    format TEXT NOT NULL,
                    patternCount INTEGER NOT NULL,
                    scanCost INTEGER NOT NULL,
                    isStored INTEGER NOT NULL,
                    generation INTEGER NOT NULL
                ) STRICT;
                CREATE INDEX contentByGeneration ON content (generation);

                CREATE TABLE face (
                    contentID INTEGER NOT NULL REFERENCES content (id) ON DELETE CASCADE,
                    faceIndex INTEGER NOT NULL,
                    postscriptName TEXT NOT NULL,
                    family TEXT NOT NULL,
                    style TEXT NOT NULL,
                    fullName TEXT NOT NULL,
                    legacyFamily TEXT,
                    legacyStyle TEXT,
                    hasDerivedName INTEGER NOT NULL,
                    outlines TEXT NOT NULL,
                    weight REAL NOT NULL,
                    width REAL NOT NULL,
                    slant REAL NOT NULL,
                    traits INTEGER NOT NULL,
                    revision REAL NOT NULL,
                    version TEXT NOT NULL,
                    glyphCount INTEGER NOT NULL,
                    languages TEXT NOT NULL,
                    localizedNames TEXT,
                    axes TEXT,
                    instances TEXT,
                    PRIMARY KEY (contentID, faceIndex)
                ) WITHOUT ROWID, STRICT;

                CREATE TABLE coverage (
                    contentID INTEGER NOT NULL REFERENCES content (id) ON DELETE CASCADE,
                    faceIndex INTEGER NOT NULL,
                    ranges BLOB NOT NULL,
                    PRIMARY KEY (contentID, faceIndex)
                ) WITHOUT ROWID, STRICT;

                CREATE TABLE lookup (
                    name TEXT NOT NULL,
                    kind INTEGER NOT NULL,
                    contentID INTEGER NOT NULL REFERENCES content (id) ON DELETE CASCADE,
                    faceIndex INTEGER NOT NULL,
                    instanceIndex INTEGER NOT NULL,
                    PRIMARY KEY (name, kind, contentID, faceIndex, instanceIndex)
                ) WITHOUT ROWID, STRICT;
                CREATE INDEX lookupByContent ON lookup (contentID);

                CREATE TABLE registration (
                    id TEXT PRIMARY KEY NOT NULL,
                    contentID INTEGER NOT NULL REFERENCES content (id),
                    scope TEXT NOT NULL,
                    provider TEXT NOT NULL,
                    isEnabled INTEGER NOT NULL,
                    tag TEXT,
                    file TEXT NOT NULL,
                    registeredAt REAL NOT NULL,
                    session TEXT
                ) WITHOUT ROWID, STRICT;
                CREATE INDEX registrationByContent ON registration (contentID);
                CREATE INDEX registrationByFile ON registration (file);
                CREATE INDEX registrationBySession ON registration (session) WHERE session IS NOT NULL;

                CREATE TABLE folder (
                    id INTEGER PRIMARY KEY,
                    scope TEXT NOT NULL,
                    name TEXT NOT NULL,
                    fontCount INTEGER NOT NULL,
                    scanCost INTEGER NOT NULL,
                    generation INTEGER NOT NULL,
                    UNIQUE (scope, name)
                ) STRICT;
                CREATE INDEX folderByGeneration ON folder (generation);

                CREATE TABLE placement (
                    contentID INTEGER NOT NULL REFERENCES content (id),
                    scope TEXT NOT NULL,
                    folderID INTEGER NOT NULL REFERENCES folder (id),
                    fileName TEXT NOT NULL,
                    PRIMARY KEY (contentID, scope)
                ) WITHOUT ROWID, STRICT;
                CREATE INDEX placementByFolder ON placement (folderID);

                CREATE TABLE change (
                    id INTEGER PRIMARY KEY,
                    generation INTEGER NOT NULL,
                    kind TEXT NOT NULL,
                    scope TEXT NOT NULL,
                    provider TEXT NOT NULL,
                    contentID INTEGER NOT NULL REFERENCES content (id),
                    path TEXT
                ) STRICT;
                CREATE INDEX changeByGeneration ON change (generation);
                CREATE INDEX changeByContent ON change (contentID);
                """)
    }
}

extension Database {
    /// Returns the version of the schema, which is older than ``Schema/version`` in a store that no newer program has
    /// written.
    func schemaVersion() throws -> Int { try cachedStatementRow("PRAGMA user_version", [])?.count(0) ?? 0 }
}
