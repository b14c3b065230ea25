import FontModel

extension Registrar {
    /// Returns all registrations that match a name of any kind, enabled or not, best kind first.
    package func answering(
        to name: String
    ) throws(FontError) -> [(registration: Registration, isDisabledByUser: Bool)] {
        let paths = paths
        return try read { database, session in
            guard let database else { return [] }
            let contents = try database.contents(answeringTo: name)
            return try contents.flatMap { contentID in
                let faces = try database.faces(contentID: contentID)
                return try database.registrations(.content(contentID), session: session).map {
                    ($0.registration(faces: faces, paths: paths), try database.isDisabledByUser($0))
                }
            }
        }
    }
}
