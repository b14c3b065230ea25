import FontModel
import GRDB

extension Registrar {
    /// The summaries of the providers that a caller may know of, sorted by id.
    func providers(for caller: Caller) throws(FontError) -> [ProviderSummary] {
        try read { database, session in
            guard let database else { return [] }
            let rows = try Row.fetchAll(
                database,
                sql: """
                    SELECT provider, count(*), group_concat(DISTINCT scope),
                        (SELECT count(*) FROM registration i JOIN face ON face.contentID = i.contentID
                         WHERE i.provider = r.provider AND (i.session IS NULL OR i.session = :session)),
                        (SELECT sum(size) FROM content WHERE id IN (
                            SELECT contentID FROM registration i WHERE i.provider = r.provider
                            AND (i.session IS NULL OR i.session = :session)))
                    FROM registration r WHERE session IS NULL OR session = :session
                    GROUP BY provider ORDER BY provider
                    """, arguments: ["session": session])
            let known = Dictionary(grouping: try database.providers(), by: \.provider).compactMapValues(\.first)
            return try rows.filter { try caller.maySee($0.cell(0)) }.map { row in
                let scopes = (try row.cell(2) as String).split(separator: ",").compactMap {
                    FontScope(rawValue: String($0))
                }
                let record = known[try row.cell(0)]
                return ProviderSummary(
                    id: try row.cell(0), registrations: try row.count(1), faces: try row.count(3),
                    bytes: try row.cell(4) ?? 0,
                    scopes: FontScope.allCases.filter(scopes.contains), kind: record?.kind,
                    isGone: record?.isGone ?? false)
            }
        }
    }
}
