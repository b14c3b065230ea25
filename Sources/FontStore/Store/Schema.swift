import GRDB

/// The tables of the registry, and the steps from one version of them to the next.
///
/// `PRAGMA user_version` is the number of the steps that a database has taken. ``RegistryDatabase`` refuses a database
/// that has taken more steps than this program knows.
struct Schema: Sendable {
    typealias Step = @Sendable (Database) throws -> Void

    /// The schema that this program writes.
    static let present = Schema(steps: [createTables])

    /// The `application_id` of a registry database ("fReg").
    static let applicationID = 0x6652_6567

    /// The `application_id` that development versions of fontd wrote ("fntd"), with user versions 1 to 8.
    static let developmentID = 0x666E_7464

    /// The steps in their order; each changes the statements, so that a damaged number is recognised.
    let steps: [Step]

    /// The version after all steps.
    var version: Int { steps.count }

    /// Takes the steps that a database lacks; a new database takes all.
    func migrate(_ database: Database) throws {
        let found = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
        guard found < version else { return }
        for step in steps[found...] { try step(database) }
        try database.execute(sql: "PRAGMA user_version = \(version)")
    }

    /// Whether a database has exactly the tables of ``version``, whatever version it says to have.
    func matches(_ database: Database) throws -> Bool {
        func statements(_ database: Database) throws -> [String] {
            try String.fetchAll(database, sql: "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY sql")
        }
        let own = try DatabaseQueue().write { database in
            try migrate(database)
            return try statements(database)
        }
        return try statements(database) == own
    }

    /// Creates the tables of version 1.
    ///
    /// - `state`: the generation, and the epoch of folder dates, see ``ProjectedFolder/second``.
    /// - `content`: one row per file content that is registered or that the change log refers to.
    /// - `face`: its faces; `coverage`: the characters they map, in a separate table because they are large and rarely
    ///   read.
    /// - `lookup`: every name that a face matches; see ``NameKind``.
    /// - `registration`: the registrations of a content.
    /// - `provider`: the providers known from D-Bus.
    /// - `disabledByUser`: the contents that the user, not the provider, has disabled. The rows refer to contents and
    ///   providers, not to registrations, which providers remove and create again, in any scope.
    /// - `folder`, `placement`: the projection: the folder and file name of each content.
    /// - `hiddenFile`: the files that stay at their paths, hidden by a rule, for programs that may open them again.
    /// - `operation`: the last operations of the user, which can be undone or redone; `keptContent`: the contents
    ///   whose bytes that needs.
    /// - `change`: the log, one row per content that an operation changed; `replaced`: the ids of the registrations that
    ///   it replaced, separated by spaces.
    private static func createTables(_ database: Database) throws {
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
                    hasFormedPostScriptName INTEGER,
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
                    enabled INTEGER NOT NULL,
                    tags TEXT,
                    file TEXT NOT NULL,
                    registeredAt REAL NOT NULL,
                    session TEXT
                ) WITHOUT ROWID, STRICT;
                CREATE INDEX registrationByContent ON registration (contentID);
                CREATE INDEX registrationByFile ON registration (file);
                CREATE INDEX registrationByProvider ON registration (provider);
                CREATE INDEX registrationBySession ON registration (session) WHERE session IS NOT NULL;
                CREATE INDEX registrationDisabled ON registration (registeredAt, file, id) WHERE NOT enabled;

                CREATE TABLE provider (
                    id TEXT PRIMARY KEY NOT NULL,
                    kind TEXT NOT NULL,
                    evidence TEXT,
                    folder INTEGER,
                    generation INTEGER NOT NULL
                ) WITHOUT ROWID, STRICT;

                CREATE TABLE disabledByUser (
                    sha256 TEXT NOT NULL,
                    provider TEXT NOT NULL,
                    PRIMARY KEY (sha256, provider)
                ) WITHOUT ROWID, STRICT;
                CREATE INDEX disabledByProvider ON disabledByUser (provider);

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

                CREATE TABLE operation (
                    number INTEGER PRIMARY KEY AUTOINCREMENT,
                    generation INTEGER NOT NULL,
                    time REAL NOT NULL,
                    count INTEGER NOT NULL,
                    record TEXT NOT NULL,
                    isUndone INTEGER NOT NULL DEFAULT 0
                ) STRICT;

                CREATE TABLE keptContent (
                    sha256 TEXT NOT NULL,
                    operation INTEGER NOT NULL REFERENCES operation (number) ON DELETE CASCADE,
                    PRIMARY KEY (sha256, operation)
                ) WITHOUT ROWID, STRICT;
                CREATE INDEX keptContentByOperation ON keptContent (operation);

                CREATE TABLE change (
                    id INTEGER PRIMARY KEY,
                    generation INTEGER NOT NULL,
                    kind TEXT NOT NULL,
                    scope TEXT NOT NULL,
                    provider TEXT NOT NULL,
                    contentID INTEGER NOT NULL REFERENCES content (id),
                    path TEXT,
                    replaced TEXT
                ) STRICT;
                CREATE INDEX changeByGeneration ON change (generation);
                CREATE INDEX changeByContent ON change (contentID);
                """)
        let epoch = max(1, Int64(WallClock.now()) - (1 << 29))
        try database.execute(sql: "INSERT INTO state VALUES ('epoch', ?)", arguments: [epoch])
    }
}
