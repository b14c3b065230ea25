import CLinux
import FontModel
import Glibc

extension Doctor {
    /// Checks the folders above the store, the font folders and the settings, from the root down.
    ///
    /// Where a folder in the home should be, a repair moves other files aside, and gives its owner the permissions back. A
    /// link to nothing stays: it may lead to a disk that is not mounted. Folders above the home are not changed. In a folder
    /// of another user, such as one that `sudo` has left, the next one cannot be created.
    ///
    /// - Returns: Whether the store and its font folders can be reached.
    mutating func examineAbove() -> Bool {
        var seen: Set<String> = []
        var isStoreReachable = true
        // The places whose parent folders must be usable, and whether the store cannot be used without them.
        let places =
            [(paths.store, true), (paths.persistentProjection, true)]
            + [paths.sessionProjection, paths.sessionRoot].compactMap(\.self).map { ($0, false) }
            + [(paths.policyFile, false)]
        for (place, isOfStore) in places {
            let above = FolderFault.folders(above: place)
            for (folder, next) in zip(above, above.dropFirst() + [place]) {
                if !seen.insert(folder).inserted { continue }
                guard let fault = FolderFault(of: folder) else {
                    _ = examineMode(of: folder, .warning)
                    guard isOfStore, let owner = foreignOwner(of: folder), !canCreate(next) else { continue }
                    noteForeign(folder, owner)
                    isStoreReachable = false
                    break
                }
                if examine(fault) { continue }
                if isOfStore { isStoreReachable = false }
                break
            }
        }
        // The user may have replaced the store's folder by a link.
        if isStoreReachable, let fault = FolderFault(of: paths.store), StorePlace(paths.store, .folder).isLink {
            isStoreReachable = examine(fault)
        }
        examinePolicyFile()
        return isStoreReachable
    }

    /// Checks the kind of the policy file, which may be behind a link.
    ///
    /// A repair does not replace it, as that would end the user's rules.
    private mutating func examinePolicyFile() {
        let path = paths.policyFile
        var status = stat()
        guard lstat(path, &status) == 0 else { return }
        let kind: Message
        switch clx_stat(path, &status) == 0 ? status.st_mode & S_IFMT : nil {
        case S_IFREG: return
        case let type?: kind = StorePlace.word(for: type)
        case nil: kind = errno == ELOOP ? "a link that refers to itself" : "a broken link"
        }
        note(
            "misplaced", .error, "\(path) is \(kind), not the policy file.",
            "Replace it with the policy file, or remove it to end all rules.")
    }

    /// Reports a folder whose owner lacks permissions, and adds them on request.
    ///
    /// - Returns: Whether they were added; nil if none is missing, or another user owns the folder.
    private mutating func examineMode(of folder: String, _ severity: Diagnosis.Severity) -> Bool? {
        var status = stat()
        guard paths.isInHome(folder), clx_stat(folder, &status) == 0, status.st_uid == geteuid(),
            status.st_mode & S_IRWXU != S_IRWXU
        else { return nil }
        let isRepaired = repair && chmod(folder, status.st_mode & 0o7777 | S_IRWXU) == 0
        note(
            "mode-wrong", severity, "\(folder) is missing permissions that its owner requires.",
            "Run `fontctl doctor --repair`.", isRepaired: isRepaired)
        return isRepaired
    }

    /// Returns another user who owns a folder below the home, where all folders should be the user's; nil if it is theirs.
    private func foreignOwner(of folder: String) -> uid_t? {
        var status = stat()
        guard !paths.isOfAllUsers, geteuid() != 0, folder != paths.home, paths.isInHome(folder),
            clx_stat(folder, &status) == 0, status.st_uid != geteuid()
        else { return nil }
        return status.st_uid
    }

    /// Whether a folder exists, or can be created.
    private func canCreate(_ path: String) -> Bool {
        var status = stat()
        let parent = String(path.prefix(upTo: path.lastIndex(of: "/") ?? path.startIndex))
        return lstat(path, &status) == 0 || access(parent, W_OK) == 0
    }

    private mutating func noteForeign(_ folder: String, _ owner: uid_t) {
        let user = FontPaths.name(of: geteuid())
        note(
            "owner-foreign", .error,
            "\(folder): the owner is \(FontPaths.name(of: owner)), not \(user), who has no access.",
            "If it should belong to \(user), run `\(ShellWords.line(["sudo", "chown", "-h", user, folder]))`.")
    }

    /// Reports a fault.
    ///
    /// - Returns: Whether it was repaired.
    private mutating func examine(_ fault: FolderFault) -> Bool {
        let path = fault.path
        switch fault.reason {
        case .closed:
            if let isRepaired = examineMode(of: path, .error) { return isRepaired }
            if let owner = foreignOwner(of: path) {
                noteForeign(path, owner)
                return false
            }
            var status = stat()
            let command = ShellWords.line(["chmod", "o+x", path])
            let owner = clx_stat(path, &status) == 0 ? status.st_uid : nil
            let advice: Message =
                if let owner, let home = path == paths.home ? path : FontPaths.home(of: owner),
                    path == home || path.hasPrefix(home + "/")
                {
                    // Opening a home to others is the wrong remedy for a wrong variable.
                    "It is in the home of \(FontPaths.name(of: owner)). Set HOME to the home of \(FontPaths.name(of: geteuid())), as `sudo --set-home` does."
                } else if let owner {
                    "Its owner, \(FontPaths.name(of: owner)), can grant access, for example with `\(command)`."
                } else {
                    "Its owner can grant access, for example with `\(command)`."
                }
            note("folder-closed", .error, fault.text, advice)
        // fontd can create its own folders again.
        case .linkToNothing(let target)
        where path != paths.sessionFonts && !path.hasPrefix(paths.sessionFonts + "/"):
            note(
                "link-to-nothing", .error, fault.text,
                "Make \(target) available, for example by mounting its disk, or remove the link with `rm \(ShellWords.line([path]))`."
            )
        case .linkToItself, .notFolder, .linkToNothing:
            let isOfSettings = path == paths.configHome || path.hasPrefix(paths.configHome + "/")
            if paths.isInHome(path), !isOfSettings {
                return moveAside(StorePlace(path, .folder), fault.text)
            }
            note("misplaced", .error, fault.text, "Move it elsewhere, and restore the folder.")
        }
        return false
    }

    /// Reports an entry of a wrong kind, and moves it aside on request.
    ///
    /// - Returns: Whether it was moved.
    mutating func moveAside(_ place: StorePlace, _ message: Message) -> Bool {
        var messages = [message]
        var isRepaired = false
        let link = place.target
        if repair {
            do throws(FontError) {
                messages.append(Self.kept(as: try place.setAside()))
                isRepaired = true
            } catch {
                messages.append(error.text)
            }
        }
        note(
            "misplaced", .error, Message(messages),
            link.map { advice(on: place, $0) }
                ?? "Run `fontctl doctor --repair`, which moves it aside and creates the missing entry again.",
            isRepaired: isRepaired)
        return isRepaired
    }

    /// Returns the advice on a link in place of a file or folder of fontd.
    private func advice(on place: StorePlace, _ link: (path: String, exists: Bool)) -> Message {
        let repair: Message = "Run `fontctl doctor --repair`, which renames the link; \(link.path) stays as it is."
        guard link.exists, paths.isAmongFonts(place.path), place.kind == .file else { return repair }
        let command = ShellWords.line(["fontctl", "register"], operands: [link.path])
        return Message([repair, "To use that font, run `\(command)` afterwards."])
    }

    /// Returns the sentence on the files that were moved aside.
    static func kept(as path: String) -> Message { "It is kept as \(path)." }
}
