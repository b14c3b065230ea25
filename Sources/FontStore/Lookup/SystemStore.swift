import FontModel
import GRDB
import Glibc

/// The store of all users as a user reads it.
package struct SystemStore: Sendable {
    private let context: RegistryContext

    /// - Parameter context: The context of the user's own store.
    package init(_ context: RegistryContext) { self.context = context }

    /// Returns the registrations that show fonts at these paths; none if the store cannot be read, since the fonts can be
    /// used in any case.
    package func registrations(at paths: some Sequence<String>) -> [String: SystemRegistration] {
        rows(at: paths).mapValues { SystemRegistration(id: $0.id, provider: $0.provider) }
    }

    /// Returns the disabled registration with a name of any kind, the best kind of name that has a match, or with an id.
    package func disabled(answeringTo name: String) -> (owner: SystemRegistration, face: FontFace?)? {
        let found = read { database in
            try database.registrations(.named(name), session: nil).filter { !$0.isEnabled }.map { row in
                (row: row, faces: try database.faces(contentID: row.contentID))
            }
        }
        let best = found.min { first, second in
            let kinds = [first, second].map { LookupName.kind(of: $0.faces, for: name)?.rawValue ?? 0 }
            return kinds[0] < kinds[1]
        }
        guard let (row, faces) = best else { return nil }
        return (
            SystemRegistration(id: row.id, provider: row.provider, isEnabled: false),
            faces.first { LookupName.answers($0, to: name) } ?? faces.first
        )
    }

    /// Returns the disabled registrations of a family, each with a face of it.
    package func disabled(ofFamily name: String) -> [(owner: SystemRegistration, face: FontFace)] {
        let filter = RegistrationFilter.listed(
            scope: nil, state: .any, provider: nil, families: [LookupName.fold(name)])
        return read { database -> [(owner: SystemRegistration, face: FontFace)] in
            var found: [(owner: SystemRegistration, face: FontFace)] = []
            for row in try database.registrations(filter, session: nil) where !row.isEnabled {
                let faces = try database.faces(contentID: row.contentID)
                guard let face = faces.first(where: { RegistrationSelection.hasFamily(name, $0) }) else { continue }
                found.append((SystemRegistration(id: row.id, provider: row.provider, isEnabled: false), face))
            }
            return found
        }
    }

    /// Returns the fonts that a target means among those that the administrator hides from all users.
    package func hidden(meantBy target: FontTarget) -> [SystemHiding] {
        let hidden = read { try $0.hiddenFonts().hiddenFonts }
        return HiddenFont.selection(of: target, among: hidden).fonts.map { font in
            SystemHiding(font: font.descriptor, name: target.text)
        }
    }

    /// Returns the files of the licences that came with the fonts at these paths.
    package func licenses(at paths: some Sequence<String>) -> [String: [String]] {
        let licenses = LicenseStore(context.systemPaths)
        return rows(at: paths).mapValues { licenses.texts(of: $0.sha256) }
    }

    private func rows(at paths: some Sequence<String>) -> [String: RegistrationRow] {
        let root = context.systemPaths.persistentProjection + "/"
        let wanted = Set(paths.filter { $0.hasPrefix(root) })
        guard !wanted.isEmpty else { return [:] }
        var found: [String: RegistrationRow] = [:]
        for row in read({ try $0.registrations(.enabled, session: nil) }) {
            guard let path = row.path(context.systemPaths), wanted.contains(path), found[path] == nil else { continue }
            found[path] = row
        }
        return found
    }

    /// Reads the published database; nothing in the store of all users, where these are registered fonts.
    private func read<Row>(_ body: (Database) throws -> [Row]) -> [Row] {
        guard !context.paths.isOfAllUsers else { return [] }
        let paths = context.systemPaths
        // Most machines have no such store, and the search for traces of a lost one takes longer than all else here.
        guard access(paths.publishedDatabase, F_OK) == 0 else { return [] }
        return (try? RegistryDatabase.openForReading(paths, at: paths.publishedDatabase)?.read(body)) ?? []
    }
}
