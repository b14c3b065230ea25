import CLinux
import FontModel
import Fontconfig
import Glibc

extension Doctor {
    /// Checks the owners, permissions and kinds of the store's files.
    ///
    /// It opens none of them and is the first check, because SQLite and fontconfig wait forever at a FIFO.
    ///
    /// - Returns: The entries of a wrong kind that remain at paths of the store.
    mutating func examinePlaces() -> [StorePlace] {
        findings += OwnershipCheck(paths)?.findings(repair: repair) ?? []
        examineTrust()
        var misplaced: [StorePlace] = []
        // The font folders can be searched only if they are folders, so they come second.
        for areAmongFonts in [false, true] {
            let places =
                areAmongFonts
                ? paths.misplacedAmongFonts()
                : paths.storePlaces + paths.otherPlaces + paths.misplacedAmongObjects() + paths.misplacedAmongLicenses()
                    + paths.projectionPlaces
            for place in places {
                guard let wrongKind = place.wrongKind, !misplaced.contains(place) else { continue }
                guard moveAside(place, place.message(wrongKind)) else {
                    misplaced.append(place)
                    continue
                }
                if place.path == paths.sessionMarker || place.path == paths.sessionRoot { restoreSessionMarker() }
                if place.path.hasPrefix(paths.licenses) { LicenseStore(paths).linkAgain() }
            }
        }
        return misplaced
    }

    /// Writes the marker of the session again after it was moved aside, so that the session does not count as ended.
    private func restoreSessionMarker() {
        guard let pattern = SessionMarker.pattern(paths),
            let rows = try? RegistryDatabase.openForReading(paths)?.read({
                try $0.registrations(ofSessionsLike: pattern, otherThan: nil)
            }), let session = rows.last?.session, rows.allSatisfy({ $0.session == session })
        else { return }
        try? SessionMarker.restore(session, paths)
    }

    /// Checks for files of the store and the font folders that other users may write.
    private mutating func examineTrust() {
        let tops = [paths.store, paths.persistentProjection]
        let within = paths.writableWithin()
        var known = paths.trustFindings
        if repair {
            for path in tops + within { Self.closeToOthers(path) }
            let left = paths.trustFindings
            for index in known.indices { known[index].isRepaired = !left.contains(known[index]) }
        }
        findings += known
        guard let first = within.first else { return }
        note(
            "folder-writable-by-others", .error,
            "Every user of this machine can write to \(counted(within.count, "file or folder", "files and folders")) of the store, such as \(first).",
            "Run `fontctl doctor --repair`, or `\(ShellWords.line(["chmod", "-R", "go-w", paths.store, paths.persistentProjection]))`.",
            isRepaired: repair && paths.writableWithin().isEmpty)
    }

    /// Removes the write permissions of others from a file or folder, unless another user owns it.
    private static func closeToOthers(_ path: String) {
        let descriptor = clx_open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_uid == geteuid(), status.st_mode & 0o022 != 0 else { return }
        fchmod(descriptor, status.st_mode & 0o755)
    }

    /// Checks all font folders, not only those of fontd, for FIFOs, at which fontconfig would wait forever.
    ///
    /// - Returns: Whether fontconfig can list the fonts.
    mutating func examineFontFolders() -> Bool {
        let folders = registrar.context.fontConfiguration?.fontDirectories ?? []
        var canList = true
        for folder in folders where StorePlace(folder, .folder).isBlocking {
            canList = false
            // In place of a folder of fontd's, or above it, it was reported already.
            if findings.contains(where: { $0.message.hasPrefix(folder + " is ") }) { continue }
            note("font-folder-blocked", .error, Self.sentence(onFolder: folder), "Move it elsewhere.")
        }
        for path in Self.fifos(in: folders) {
            canList = false
            note("font-folder-blocked", .error, Self.sentence(onFIFO: path), Self.adviceOnFIFO)
        }
        return canList
    }

    static func sentence(onFolder folder: String) -> Message {
        "\(folder) is not a folder: programs that search for fonts block there."
    }

    static let adviceOnFIFO: Message = "Move it out of the font folders."

    static func sentence(onFIFO path: String) -> Message {
        "\(path) is a FIFO: programs that search for fonts block there."
    }

    /// Returns the FIFOs that fontconfig would open when it scans folders, without those in hidden entries.
    static func fifos(in tops: [String]) -> [String] {
        var (folders, found) = (tops, [String]())
        var seen: Set<Fingerprint.Identity> = []
        while let folder = folders.popLast() {
            // A link may lead back to a folder that was already searched.
            guard let identity = Fingerprint.Identity(of: folder), seen.insert(identity).inserted else { continue }
            for entry in (try? typedFolderEntries(folder)) ?? [] where !entry.name.hasPrefix(".") {
                let path = folder + "/" + entry.name
                switch entry.type {
                case .file: continue
                case .folder: folders.append(path)
                case .link, .other:
                    var status = stat()
                    guard clx_stat(path, &status) == 0 else { continue }
                    if status.st_mode & S_IFMT == S_IFDIR { folders.append(path) }
                    if status.st_mode & S_IFMT == S_IFIFO { found.append(path) }
                }
            }
        }
        return found
    }
}

extension StorePlace {
    /// Returns what is at the place instead of an entry of the store, as sentences.
    fileprivate func message(_ wrongKind: Message) -> Message {
        switch (target, kind) {
        case (let link?, .file) where link.exists:
            "\(path) is a symbolic link to \(link.path). fontd does not follow links: it needs a file of its own there."
        case (let link?, .folder) where link.exists:
            "\(path) is a symbolic link to \(link.path). fontd does not follow links: it needs a folder of its own there."
        case (let link?, .file):
            "\(path) is a symbolic link to \(link.path), which does not exist. fontd does not follow links: it needs a file of its own there."
        case (let link?, .folder):
            "\(path) is a symbolic link to \(link.path), which does not exist. fontd does not follow links: it needs a folder of its own there."
        case (nil, .file): "\(path) is \(wrongKind), but the font store needs a file there."
        case (nil, .folder): "\(path) is \(wrongKind), but the font store needs a folder there."
        }
    }
}

extension FontPaths {
    /// Returns the entries of a wrong kind in place of kept or stored bytes, or of the folders of stored objects.
    func misplacedAmongObjects() -> [StorePlace] {
        let kept = StorePlace(removed, .folder).wrongKind == nil ? misplacedBytes(in: removed) : []
        guard StorePlace(objects, .folder).wrongKind == nil else { return kept }
        return kept
            + ((try? folderEntries(objects)) ?? []).filter { $0.utf8.count == 2 }.sorted().flatMap { name in
                let folder = StorePlace(objects + "/" + name, .folder)
                guard folder.wrongKind == nil else { return [folder] }
                return misplacedBytes(in: folder.path)
            }
    }

    /// Returns the entries of a wrong kind in place of the texts of licences, or of their folders.
    func misplacedAmongLicenses() -> [StorePlace] {
        guard StorePlace(licenses, .folder).wrongKind == nil else { return [] }
        return ((try? folderEntries(licenses)) ?? []).filter { StoredName.isHash($0) || $0 == "texts" }.sorted()
            .flatMap { name -> [StorePlace] in
                let folder = StorePlace(licenses + "/" + name, .folder)
                guard folder.wrongKind == nil else { return [folder] }
                return ((try? typedFolderEntries(folder.path)) ?? []).filter {
                    !$0.name.hasPrefix(".") && $0.type != .file
                }.map { StorePlace(folder.path + "/" + $0.name, .file) }
            }
    }

    private func misplacedBytes(in folder: String) -> [StorePlace] {
        ((try? typedFolderEntries(folder)) ?? []).compactMap { entry in
            StoredName.isHash(entry.name) && entry.type != .file
                ? StorePlace(folder + "/" + entry.name, .file) : nil
        }
    }

    /// Returns the files and folders in the store and the font folders that every user may write, without the two top
    /// folders.
    func writableWithin() -> [String] {
        var found: [String] = []
        var folders = [store, persistentProjection]
        while let folder = folders.popLast() {
            for entry in (try? typedFolderEntries(folder)) ?? [] where entry.type == .file || entry.type == .folder {
                let path = folder + "/" + entry.name
                var status = stat()
                if lstat(path, &status) == 0, status.st_mode & 0o002 != 0 { found.append(path) }
                if entry.type == .folder { folders.append(path) }
            }
        }
        return found.sorted()
    }
}
