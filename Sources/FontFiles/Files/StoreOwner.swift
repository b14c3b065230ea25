import CLinux
package import FontModel
import Glibc

extension FontPaths {
    /// The user who owns the fonts: the owner of the store's folder or, without a store, of the nearest existing parent
    /// folder; `nil` if unknown.
    ///
    /// A store that root created in another user's folder belongs to that user.
    package var storeOwner: UInt32? {
        if let administrator { return administrator }
        var status = stat()
        if clx_stat(store, &status) == 0 {
            guard status.st_uid == 0 else { return status.st_uid }
            return clx_stat(dataHome, &status) == 0 ? status.st_uid : 0
        }
        var folder = dataHome[...]
        while let slash = folder.lastIndex(of: "/") {
            if clx_stat(String(folder), &status) == 0 { return status.st_uid }
            folder = folder[..<slash]
        }
        return clx_stat("/", &status) == 0 ? status.st_uid : nil
    }

    /// Refuses to write files that would lock the owner of the store out of it.
    ///
    /// - Throws: `FontError` with code `registrationFailed` (301) and fault `.readOnly` if the store belongs to another
    ///   user than the effective user of this process.
    package func refuseForeign() throws(FontError) {
        if let administrator { return try refuseUntrusted(administrator) }
        guard let owner = storeOwner, owner != geteuid() else { return }
        // Without a store, the permissions of the folder itself stop all users but root.
        var status = stat()
        guard geteuid() == 0 || clx_stat(store, &status) == 0 && status.st_uid == owner else { return }
        let name = Self.name(of: owner)
        throw FontError(
            .registrationFailed,
            geteuid() == 0
                ? "The font store \(store) belongs to \(name), but this process runs as root and would create files that \(name) cannot access. Nothing was changed. Run it as \(name): without sudo, or with `sudo -u \(name)`."
                : "The font store \(store) belongs to \(name), but this process runs as \(Self.name(of: geteuid())). Nothing was changed. Run it as \(name), or set XDG_DATA_HOME to a folder of your own.",
            cause: .store(.readOnly, detail: "owner \(owner), effective user \(geteuid())"))
    }

    /// Refuses to change the store or the policy of the user who runs tests.
    ///
    /// - Throws: `FontError` with code `registrationFailed` (301) and fault `.readOnly` in a test runner with the paths of
    ///   its user.
    package func refuseTestRunner() throws(FontError) {
        guard areOfTestRunner else { return }
        throw FontError(
            .registrationFailed,
            "This is a test runner, and \(store) is the store of the user who runs the tests. Nothing was changed. Create the RegistryContext of the test with paths in a temporary folder.",
            cause: .store(.readOnly, detail: "test runner"))
    }

    /// Refuses to change the fonts of all users as another user than the administrator, or in folders that another user
    /// can replace.
    private func refuseUntrusted(_ administrator: UInt32) throws(FontError) {
        guard geteuid() == administrator else {
            throw FontError(
                .registrationFailed,
                "Only \(Self.name(of: administrator)) can change the fonts of all users. Nothing was changed. Run the command with sudo, or without --system for your account only.",
                cause: .store(.readOnly, detail: "effective user \(geteuid())"))
        }
        for folder in [store, persistentProjection] where !TrustedPath.isSafe(folder, owner: administrator) {
            throw FontError(
                .registrationFailed,
                "Another user can replace \(folder): it or a folder above it is a link or not a folder, belongs to another user, or may be written by every user. Nothing was changed. Check these folders with `namei -l \(folder)`, move what root did not create elsewhere, and protect the others with `chmod o-w`.",
                cause: .store(.readOnly, detail: folder))
        }
    }

    /// The folders that other users can write or own, of which commands warn before they use the store.
    package var trustFindings: [Diagnosis.Finding] {
        [store, persistentProjection].flatMap { folder -> [Diagnosis.Finding] in
            var status = stat()
            guard clx_stat(folder, &status) == 0 else { return [] }
            var findings: [Diagnosis.Finding] = []
            if status.st_mode & 0o002 != 0 {
                findings.append(
                    Diagnosis.Finding(
                        id: "folder-writable-by-others", severity: .error,
                        message: "Every user of this machine can write to \(folder), and thereby change your fonts.",
                        advice: "Run `fontctl doctor --repair`, or `\(ShellWords.line(["chmod", "go-w", folder]))`."))
            }
            if status.st_uid != administrator ?? geteuid(), folder == persistentProjection {
                findings.append(
                    Diagnosis.Finding(
                        id: "owner-foreign", severity: .error,
                        message:
                            "\(folder) belongs to \(Self.name(of: status.st_uid)), who can change the fonts that your programs show.",
                        advice:
                            "Move it elsewhere; the next fontctl command that changes the registry creates it again."))
            }
            return findings
        }
    }
}
