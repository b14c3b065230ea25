import CLinux
import FontModel
import Glibc

extension Doctor {
    /// Looks at who owns the store's files and may write them, and whether they are what the store keeps there.
    ///
    /// Opens none of them, and is done before all else: SQLite and fontconfig wait for ever at a FIFO.
    ///
    /// - Returns: What still lies where something of the store belongs.
    mutating func examinePlaces(repair: Bool) -> [StorePlace] {
        findings += OwnershipCheck(paths)?.findings(repair: repair) ?? []
        examineTrust(repair: repair)
        var misplaced: [StorePlace] = []
        // What is among the font folders is seen when these are folders.
        for areAmongFonts in [false, true] {
            let places =
                areAmongFonts
                ? paths.intrudersAmongFonts()
                : paths.storePlaces + paths.otherPlaces + paths.intrudersAmongObjects() + paths.projectionPlaces
            for place in places {
                guard let intruder = place.intruder, !misplaced.contains(place) else { continue }
                let aside: Result<String, FontError>? =
                    repair ? Result { () throws(FontError) in try place.setAside() } : nil
                var message = "\(place.path) is \(intruder), and not the \(place.kind.rawValue) that belongs there."
                if case .success(let name)? = aside { message += " It is kept as \(name)." }
                if case .failure(let error)? = aside { message += " \(error.message)" }
                let isRepaired = if case .success? = aside { true } else { false }
                if !isRepaired { misplaced.append(place) }
                note(
                    "misplaced", .error, message,
                    "Run `fontctl doctor --repair`, which keeps it aside and makes anew what belongs there.",
                    isRepaired: isRepaired)
            }
        }
        return misplaced
    }

    /// Looks for what other users may write, in the store and among the font folders.
    private mutating func examineTrust(repair: Bool) {
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
            "Every user of this machine may write \(counted(within.count, "file or folder", "files and folders")) of the store, such as \(first).",
            "Run `fontctl doctor --repair`, or `chmod -R go-w '\(paths.store)' '\(paths.persistentProjection)'`.",
            isRepaired: repair && paths.writableWithin().isEmpty)
    }

    /// Lets only its owner write a file or folder; what is another user's stays as it is.
    private static func closeToOthers(_ path: String) {
        let descriptor = clx_open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_uid == geteuid(), status.st_mode & 0o022 != 0 else { return }
        fchmod(descriptor, status.st_mode & 0o755)
    }
}

extension FontPaths {
    /// Whether programs come upon a path when they look for fonts.
    func isAmongFonts(_ path: String) -> Bool {
        projectionPlaces.contains { path == $0.path || path.hasPrefix($0.path + "/") }
    }

    /// What lies among all font folders and in them that would hold up or mislead programs.
    func intrudersAmongFonts() -> [StorePlace] {
        projectionPlaces.flatMap { top -> [StorePlace] in
            var found = (try? intruders(among: top.path)) ?? []
            guard top.intruder == nil else { return found }
            for name in ((try? folderEntries(top.path)) ?? []).sorted() where Self.isFolderOfOurs(name) {
                let folder = top.path + "/" + name
                if StorePlace(folder, .folder).intruder == nil {
                    found += (try? intruders(inFontFolder: folder)) ?? []
                }
            }
            return found
        }
    }

    /// What lies among the stored objects in place of one, or of a folder of them.
    func intrudersAmongObjects() -> [StorePlace] {
        guard StorePlace(objects, .folder).intruder == nil else { return [] }
        return ((try? folderEntries(objects)) ?? []).filter { $0.utf8.count == 2 }.sorted().flatMap { name in
            let folder = StorePlace(objects + "/" + name, .folder)
            guard folder.intruder == nil else { return [folder] }
            return ((try? typedFolderEntries(folder.path)) ?? []).compactMap { entry in
                StoredName.isHash(entry.name) && entry.type != .file
                    ? StorePlace(folder.path + "/" + entry.name, .file) : nil
            }
        }
    }

    /// What lies in the store and among the font folders and may be written by every user, without the two folders themselves.
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

    /// - Throws: 301 if something lies among the font folders at which fontconfig would wait for ever.
    func refuseIntrudersAmongFonts() throws(FontError) {
        for place in intrudersAmongFonts() where place.kind == .folder || place.isBlocking { try place.check() }
    }
}
