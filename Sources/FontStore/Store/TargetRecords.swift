import FontModel
import GRDB

extension Database {
    /// Returns the registrations that a target matches, among those that the caller may access.
    ///
    /// A name matches by the best kind of name that has a match; see ``ExactNames``.
    func find(
        _ target: FontTarget, sha256: String?, session: String?,
        where isAllowed: (RegistrationRow) -> Bool = { _ in true }
    ) throws -> [RegistrationRow] {
        let filters: [RegistrationFilter]
        switch target.kind {
        case .id(let id): filters = [.id(id)]
        case .name(let name): filters = NameKind.allCases.filter(\.isExact).map { .name(name, $0) }
        // The hash is given if the path alone matched nothing that the caller may access.
        case .file(let path): filters = [.file(path, sha256: sha256)]
        case .family(let name):
            filters = [.listed(scope: nil, state: .any, provider: nil, families: [LookupName.fold(name)])]
        case .any: return try meaning(of: target, sha256: sha256, session: session, where: isAllowed).rows
        }
        for filter in filters {
            let found = try registrations(filter, session: session).filter(isAllowed)
            if !found.isEmpty { return found }
        }
        return []
    }

    /// Returns the registrations that a target matches, and of a text the kind of target as which it matches them.
    func meaning(
        of target: FontTarget, sha256: String?, session: String?,
        where isAllowed: (RegistrationRow) -> Bool = { _ in true }
    ) throws -> (target: FontTarget, rows: [RegistrationRow]) {
        guard case .any(let text) = target.kind else {
            return (target, try find(target, sha256: sha256, session: session, where: isAllowed))
        }
        for way in [FontTarget.id(text), .file(text), .name(text), .family(text)] {
            var found = try find(way, sha256: sha256, session: session, where: isAllowed)
            if case .family = way.kind {
                found = try found.filter { row in
                    try faces(contentID: row.contentID).contains { $0.isMeant(byFamily: text) }
                }
            }
            if !found.isEmpty { return (way, found) }
        }
        return (target, [])
    }
}
