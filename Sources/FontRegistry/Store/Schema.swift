import GRDB

/// The tables of the registry and how older ones become these.
///
/// `PRAGMA user_version` is the schema's version. A higher one than ``version`` is refused by ``RegistryDatabase``.
enum Schema {
    /// The version this program writes.
    static let version = 4

    /// Says in the file itself whose it is ("fntd").
    static let applicationID = 0x666E_7464

    /// Brings a database of any older version to a newer one, step by step; a new one takes all the steps, too.
    static func migrate(_ database: Database, to version: Int = Self.version) throws {
        let found = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
        let steps = [createVersion1, createVersion2, createVersion3, createVersion4]
        for step in steps[found..<version] { try step(database) }
        try database.execute(sql: "PRAGMA user_version = \(version)")
    }

    /// What the user, and not its provider, has switched off; of earlier times nobody knows.
    ///
    /// Not of registrations, which providers take out and make anew, in whichever scope.
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

    /// What is known of providers that came by the bus; and how much one has registered is asked at every registration.
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

    /// Whether a content is stored is what its registrations say, not a column beside them; and font folders have dates of
    /// their own, see ``ProjectedFolder/second``.
    private static func createVersion2(_ database: Database) throws {
        try database.execute(sql: "ALTER TABLE content DROP COLUMN isStored")
        let epoch = max(1, Int64(WallClock.now()) - (1 << 29))
        try database.execute(sql: "INSERT INTO state VALUES ('epoch', ?)", arguments: [epoch])
    }

    /// - `content`: one row per file content that is registered or that the change log still tells of.
    /// - `face`: its faces; `coverage`: the characters they map, apart because they are large and seldom read.
    /// - `lookup`: every name that a face answers to; see ``NameKind``.
    /// - `folder`, `placement`: the projection: which content lies in which small folder under which name.
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
