import FontModel
import FontRegistry
import Glibc

/// The relation between the user of a command and the owner of the store.
enum StoreUser {
    /// Returns the user who started the command with `sudo`, if it uses root's own store.
    static func behindSudo(in context: FontctlContext) throws(FontError) -> String? {
        guard geteuid() == 0, context.service == nil, !context.isOfAllUsers,
            try context.registry().paths.storeOwner == 0
        else { return nil }
        let user = context.variables["SUDO_USER"]
        return user == "root" || user == "" ? nil : user
    }

    /// Drops root privileges permanently and continues as the owner of a store, so that root owns no files in it.
    ///
    /// - Throws: `registrationFailed` (301) if the system refuses.
    static func become(_ owner: UInt32) throws(FontError) {
        let entry = getpwuid(owner)
        let group = entry?.pointee.pw_gid ?? owner
        let groups = entry.map { initgroups($0.pointee.pw_name, group) } ?? setgroups(0, nil)
        guard groups == 0, setgid(group) == 0, setuid(owner) == 0 else {
            throw FontError(
                .registrationFailed,
                "This process cannot act as \(FontPaths.name(of: owner)), who owns the store. Run it as that user.",
                cause: .store(.unavailable, detail: "setuid \(owner)"))
        }
        // The session of root is not the owner's.
        var status = stat()
        if let folder = getenv("XDG_RUNTIME_DIR"), stat(folder, &status) != 0 || status.st_uid != owner {
            unsetenv("XDG_RUNTIME_DIR")
        }
    }
}
