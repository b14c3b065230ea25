import CLinux
import FontModel
import Glibc

/// A check for files of a store that its owner cannot use, because of another owner or missing permissions.
package struct OwnershipCheck {
    private let paths: FontPaths
    private let owner: UInt32

    /// Creates a check.
    ///
    /// - Returns: Nil if the owner cannot be determined.
    package init?(_ paths: FontPaths) {
        guard let owner = paths.storeOwner else { return nil }
        self.paths = paths
        self.owner = owner
    }

    /// A file or folder.
    private struct Entry {
        var path: String
        var status: stat
        /// Whether the entry belongs to the store or its projection, and is not a parent folder.
        var isOurs: Bool

        var isFolder: Bool { status.st_mode & S_IFMT == S_IFDIR }
        var isFile: Bool { status.st_mode & S_IFMT == S_IFREG }
    }

    /// Returns the findings, and repairs them as far as root or the owner may.
    ///
    /// - Parameter isFirst: Whether folders whose permissions were added are looked at once more.
    package func findings(repair: Bool, isFirst: Bool = true) -> [Diagnosis.Finding] {
        let entries = entries()
        var findings: [Diagnosis.Finding] = []
        let foreign = entries.filter { $0.status.st_uid != owner && ($0.isFolder || $0.isFile) }
        let name = FontPaths.name(of: owner)
        func note(_ foreign: [Entry], advice: (Entry) -> Message, isRepaired: Bool) {
            guard let first = foreign.first else { return }
            let present = FontPaths.name(of: first.status.st_uid)
            findings.append(
                Diagnosis.Finding(
                    id: "owner-foreign", severity: .error,
                    message:
                        paths.isOfAllUsers
                        ? "\(Self.places(first.path, foreign.count)): the owner is \(present), not \(name), and can change it."
                        : "\(Self.places(first.path, foreign.count)): the owner is \(present), not \(name), who has no access.",
                    advice: advice(first), isRepaired: isRepaired))
        }
        let ours = foreign.filter(\.isOurs)
        note(
            ours,
            advice: { _ in
                paths.isOfAllUsers
                    ? "Run `fontctl doctor --repair`."
                    : "Run `\(ShellWords.line(["sudo", "env", "XDG_DATA_HOME=" + paths.dataHome, "XDG_CONFIG_HOME=" + paths.configHome])) fontctl doctor --repair`; if the store is reached through a symbolic link, specify the folder's real path."
            },
            isRepaired: !ours.isEmpty && repair && geteuid() == 0 && give(ours, among: entries))
        // The owner's link may have led to a file that rightly belongs to another user, so this is not repaired.
        note(
            foreign.filter { !$0.isOurs },
            advice: {
                "If it should belong to \(name), run `\(ShellWords.line(["sudo", "chown", "-h", name, realPath($0.path)]))`."
            },
            isRepaired: false)
        let locked = entries.filter { entry in
            let needed =
                (entry.isFolder ? S_IRWXU : paths.areBytes(entry.path) ? S_IRUSR : S_IRUSR | S_IWUSR)
                | paths.neededByAll(entry.path, isFolder: entry.isFolder)
            let isUsed = entry.isOurs || entry.isFile && entry.path == paths.policyFile
            return isUsed && (entry.isFolder || entry.isFile) && entry.status.st_mode & needed != needed
        }
        if let first = locked.first {
            // Root leaves this to the owner, whose own links can do no harm.
            var isRepaired = repair && geteuid() == owner
            for entry in locked where isRepaired {
                let added: mode_t =
                    entry.isFolder
                    ? (paths.isShown(entry.path) ? 0o755 : 0o700) : paths.areBytes(entry.path) ? 0o400 : 0o600
                let all = paths.neededByAll(entry.path, isFolder: entry.isFolder)
                // The contents of a folder without permissions are visible only after this.
                if chmod(entry.path, entry.status.st_mode & 0o7777 | added | all) != 0 { isRepaired = false }
            }
            if isRepaired, isFirst, locked.contains(where: \.isFolder) {
                isRepaired = !self.findings(repair: true, isFirst: false).contains { !$0.isRepaired }
            }
            findings.append(
                Diagnosis.Finding(
                    id: "mode-wrong", severity: .error,
                    message: locked.count == 1
                        ? "\(first.path) is missing permissions that its owner requires."
                        : "\(locked.count) files and folders, such as \(first.path), are missing permissions that their owner requires.",
                    advice: "Run `fontctl doctor --repair`.", isRepaired: isRepaired))
        }
        return findings
    }

    /// Returns the first of several paths with the number of the others.
    private static func places(_ first: String, _ count: Int) -> Message {
        count == 1 ? Message(verbatim: first) : "\(first) (and \(count - 1) more)"
    }

    /// Returns the entries of the store, its font folders and its settings, folders before their contents.
    private func entries() -> [Entry] {
        var found: [Entry] = []
        func add(_ path: String, isDeep: Bool, isOurs: Bool = true) {
            var status = stat()
            guard lstat(path, &status) == 0 else { return }
            found.append(Entry(path: path, status: status, isOurs: isOurs))
            guard isDeep, status.st_mode & S_IFMT == S_IFDIR else { return }
            for name in ((try? folderEntries(path)) ?? []).sorted() where !name.contains(".aside~") {
                add(path + "/" + name, isDeep: true)
            }
        }
        add(paths.dataHome, isDeep: false, isOurs: false)
        add(paths.userFonts, isDeep: false, isOurs: false)
        // As root, the runtime directory may be root's own.
        var runtime = stat()
        let isOwners = paths.runtimeDirectory.map { clx_stat($0, &runtime) == 0 && runtime.st_uid == owner } ?? false
        for folder in [
            paths.store, paths.persistentProjection, isOwners ? paths.sessionRoot : nil, paths.sessionProjection,
            paths.scopedFonts,
        ].compactMap(\.self) {
            add(folder, isDeep: true)
        }
        add(PathText.folder(of: paths.policyFile), isDeep: false, isOurs: false)
        add(paths.policyFile, isDeep: false, isOurs: false)
        if !paths.isOfAllUsers { add(StoreLock.path(beside: paths.policyFile), isDeep: false) }
        return found
    }

    /// Gives files to the owner.
    ///
    /// Files are opened as descriptors, since the owner can replace folders by links at any moment. A file with a hard
    /// link elsewhere is skipped: the owner may have no right to that file.
    /// - Returns: Whether the owner now owns all files.
    private func give(_ foreign: [Entry], among entries: [Entry]) -> Bool {
        var names: [Fingerprint.Identity: Int] = [:]
        for entry in entries where entry.isFile { names[.init(entry.status), default: 0] += 1 }
        var status = stat()
        guard clx_stat(paths.dataHome, &status) == 0 else { return false }
        let group = getpwuid(owner).map(\.pointee.pw_gid) ?? status.st_gid
        var isComplete = true
        for entry in foreign {
            let descriptor = TrustedPath.open(entry.path, owner: owner)
            guard descriptor >= 0 else {
                isComplete = false
                continue
            }
            defer { close(descriptor) }
            guard fstat(descriptor, &status) == 0, Fingerprint.Identity(status) == .init(entry.status),
                entry.isFolder || Int(status.st_nlink) <= names[.init(status)] ?? 0,
                fchown(descriptor, owner, group) == 0
            else {
                isComplete = false
                continue
            }
        }
        return isComplete
    }

    private func realPath(_ path: String) -> String {
        guard let resolved = realpath(path, nil) else { return path }
        defer { free(resolved) }
        return String(cString: resolved)
    }
}

extension FontPaths {
    /// Whether a path is that of a file that is never written in place: font bytes, or the policy, which is replaced.
    fileprivate func areBytes(_ path: String) -> Bool {
        path == policyFile || [objects, staging, removed, scopedFonts].contains { path.hasPrefix($0 + "/") }
            || isShown(path)
    }

    /// Returns the permissions of group and others that a path of the store of all users requires.
    fileprivate func neededByAll(_ path: String, isFolder: Bool) -> mode_t {
        let isRead =
            isShown(path) || [store, publishedDatabase, generationFile, licenses].contains(path)
            || path.hasPrefix(licenses + "/")
        guard isOfAllUsers, isRead else { return 0 }
        return isFolder ? 0o055 : 0o044
    }

    /// Whether other programs read a path.
    fileprivate func isShown(_ path: String) -> Bool {
        [userFonts, persistentProjection, sessionProjection].compactMap(\.self)
            .contains { path == $0 || ($0 != userFonts && path.hasPrefix($0 + "/")) }
    }
}

extension Fingerprint.Identity {
    fileprivate init(_ status: stat) {
        self.init(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
    }
}
