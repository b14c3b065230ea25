import FontModel
import GRDB

/// Queries of the provider records.
extension Database {
    private static let providerColumns = "id, kind, evidence, folder"

    private static func provider(_ row: Row) throws -> ProviderRecord {
        ProviderRecord(
            provider: try row.cell(0), kind: try row.cell(1), evidence: try row.cell(2), folder: try row.cell(3))
    }

    /// Returns the record of a provider; `nil` if there is none.
    func provider(_ id: String) throws -> ProviderRecord? {
        try firstRow("SELECT \(Self.providerColumns) FROM provider WHERE id = ?", [id]).map(Self.provider)
    }

    /// Returns the provider records changed after a generation, sorted by id.
    func providers(since generation: Int64 = -1) throws -> [ProviderRecord] {
        try rows(
            "SELECT \(Self.providerColumns) FROM provider WHERE generation > ? ORDER BY id", [generation],
            Self.provider)
    }

    /// Returns the records of providers that have registrations.
    func providersWithFonts() throws -> [ProviderRecord] {
        try rows(
            """
            SELECT \(Self.providerColumns) FROM provider
            WHERE EXISTS (SELECT 1 FROM registration WHERE registration.provider = provider.id) ORDER BY id
            """, [], Self.provider)
    }

    func setProvider(_ record: ProviderRecord, generation: Int64) throws {
        try executeCached(
            "INSERT OR REPLACE INTO provider VALUES (?, ?, ?, ?, ?)",
            [record.provider, record.kind.rawValue, record.evidence, record.folder, generation])
    }

    /// Deletes the records of providers without registrations and without fonts disabled by the user.
    func forgetIdleProviders() throws {
        try execute(
            sql: """
                DELETE FROM provider
                WHERE NOT EXISTS (SELECT 1 FROM registration WHERE registration.provider = provider.id)
                    AND NOT EXISTS (SELECT 1 FROM disabledByUser WHERE disabledByUser.provider = provider.id)
                """)
    }

    /// Returns the usage of a provider, in all scopes.
    func usage(of provider: String) throws -> ProviderUsage {
        let row = try firstRow(
            """
            SELECT (SELECT count(*) FROM registration WHERE provider = :id),
                (SELECT sum(size) FROM content WHERE id IN (SELECT contentID FROM registration WHERE provider = :id))
            """, ["id": provider])
        return ProviderUsage(fonts: try row?.count(0) ?? 0, bytes: try row?.cell(1) ?? 0)
    }

    /// Returns the ids of a provider's registrations of a content.
    func registrationIDs(contentID: Int64, provider: String) throws -> Set<String> {
        try Set(
            rows("SELECT id FROM registration WHERE contentID = ? AND provider = ?", [contentID, provider]) {
                try $0.cell(0)
            })
    }

    /// Returns the size of a content in bytes.
    func size(contentID: Int64) throws -> Int {
        try firstRow("SELECT size FROM content WHERE id = ?", [contentID])?.cell(0) ?? 0
    }

    /// Returns the summaries of the providers that have registrations in a session or in persistent scope, sorted by id.
    func providerSummaries(session: String?) throws -> [ProviderSummary] {
        let known = Dictionary(grouping: try providers(), by: \.provider).compactMapValues(\.first)
        return try rows(
            """
            SELECT provider, count(*), group_concat(DISTINCT scope),
                (SELECT count(*) FROM registration i JOIN face ON face.contentID = i.contentID
                 WHERE i.provider = r.provider AND (i.session IS NULL OR i.session = :session)),
                (SELECT sum(size) FROM content WHERE id IN (
                    SELECT contentID FROM registration i WHERE i.provider = r.provider
                    AND (i.session IS NULL OR i.session = :session)))
            FROM registration r WHERE session IS NULL OR session = :session
            GROUP BY provider ORDER BY provider
            """, ["session": session]
        ) { row in
            let scopes = (try row.cell(2) as String).split(separator: ",").compactMap {
                FontScope(rawValue: String($0))
            }
            let record = known[try row.cell(0)]
            return ProviderSummary(
                id: try row.cell(0), registrations: try row.count(1), faces: try row.count(3),
                bytes: try row.cell(4) ?? 0, scopes: FontScope.allCases.filter(scopes.contains), kind: record?.kind,
                isGone: record?.isGone ?? false)
        }
    }
}
