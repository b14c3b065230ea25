import FontModel
import GRDB
import Glibc

extension Registrar {
    /// Puts right what was deleted behind the store's back: shows vanished files again from their objects, restores
    /// vanished objects from the files that are shown, and ends registrations of which both are gone.
    ///
    /// - Returns: The registrations that ended.
    @discardableResult
    func mendVanished() throws(FontError) -> [Registration] {
        let paths = paths
        let objects = projection.objects
        let committed = try commit { operation -> (folders: [ProjectedFolder], lost: [Registration]) in
            let database = operation.database
            var lost: [Registration] = []
            for row in try database.registrations(where: "TRUE", session: operation.session)
            where !objects.contains(row.sha256) {
                if let path = row.path(paths), objects.restore(row.sha256, from: path) { continue }
                lost.append(row.registration(faces: try database.faces(contentID: row.contentID), paths: paths))
                try operation.remove(row)
            }
            return (try database.projectedFolders(since: -1), lost)
        }
        _ = try projection.synchronize(
            committed.value.folders.filter { folder in
                guard let root = paths.projection(of: folder.scope) else { return false }
                return folder.files.contains { access("\(root)/\(folder.name)/\($0.name)", F_OK) != 0 }
            })
        return committed.value.lost
    }
}
