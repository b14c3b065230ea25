import FontModel
import FontRegistry
import Glibc

/// The relation between the user of a command and the owner of the store.
enum StoreUser {
    /// Returns the user who started the command with `sudo`, if the store belongs to root.
    ///
    /// - Parameter environment: The environment as `NAME=value`.
    static func behindSudo(_ environment: [[CChar]], _ paths: FontPaths) -> String? {
        guard geteuid() == 0, paths.storeOwner == 0 else { return nil }
        let prefix = "SUDO_USER=".utf8.map { CChar(bitPattern: $0) }
        let user = environment.first { $0.starts(with: prefix) }.map { entry in
            String(
                decoding: entry.dropFirst(prefix.count).prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        }
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
