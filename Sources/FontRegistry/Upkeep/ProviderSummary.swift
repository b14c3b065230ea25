public import FontModel
import GRDB

/// What one provider has registered.
public struct ProviderSummary: Sendable, Hashable, Identifiable {
    /// The provider's id.
    public var id: String
    public var registrations: Int
    public var faces: Int
    /// Bytes of its files; content that several registrations share counts once.
    public var bytes: Int
    public var scopes: [FontScope]
    /// What it is; nil for the user, and for a script without a desktop entry that did not come by the bus.
    public var kind: ProviderKind?
    /// Whether it was removed: the next ``FontManager/prune()`` takes its fonts out.
    public var isGone: Bool

    public init(
        id: String, registrations: Int, faces: Int, bytes: Int, scopes: [FontScope], kind: ProviderKind? = nil,
        isGone: Bool = false
    ) {
        self.id = id
        self.registrations = registrations
        self.faces = faces
        self.bytes = bytes
        self.scopes = scopes
        self.kind = kind
        self.isGone = isGone
    }
}

extension FontManager {
    /// Who has registered how much in the store, sorted by id.
    ///
    /// With ``FontAuthority/provider`` only the caller itself.
    ///
    /// - Throws: 301 if the store cannot be read.
    public func providers() async throws(FontError) -> [ProviderSummary] { try await backend.providers() }
}

extension LocalBackend {
    func providers() async throws(FontError) -> [ProviderSummary] {
        let (registrar, caller) = (registrar, caller)
        return try await perform { () throws(FontError) in
            try registrar.read { database, session in
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
}
