import FontModel
import Fontconfig
import Glibc

extension Doctor {
    mutating func examineProjection() throws(FontError) {
        let (all, files, fonts, generation, known) = try registrar.read { database, session in
            (
                try database?.projectedFolders(since: -1, session: session) ?? [],
                try database?.hiddenFiles() ?? [], try database?.hiddenFonts() ?? HiddenFonts(),
                try database?.generation() ?? 0,
                try database?.namedContents() ?? KnownContents([])
            )
        }
        // Folders that cannot be reached were already reported, with the reason.
        let folders = all.compactMap { folder -> (folder: ProjectedFolder, path: String)? in
            guard let root = paths.projection(of: folder.scope), FolderFault.above(root) == nil else { return nil }
            return (folder, root + "/" + folder.name)
        }
        let lost = try Set(registrar.lostRegistrations(try registrar.readableDatabase()).shown.map(\.file))
        var wrong = 0
        var foreign: [String] = []
        for (folder, path) in folders {
            let surplus = Set(try folderEntries(path)).subtracting(folder.files.map(\.name))
            var isRight = registrar.projection.showsAll(of: folder, in: path)
            for name in surplus where !StoredName.isKeptFont(name) && !lost.contains(path + "/" + name) {
                if try !registrar.projection.isSpare(name, in: path, knowing: known) {
                    foreign.append(path + "/" + name)
                } else if try registrar.projection.mayWithdraw(name, from: path, of: folder.scope, knowing: known) {
                    isRight = false
                }
            }
            if !isRight { wrong += 1 }
        }
        let isBehind = GenerationFile.read(paths) < generation
        if wrong > 0 || isBehind {
            if repair { try registrar.projectAll() }
            note(
                "projection-stale", .error,
                isBehind && wrong == 0
                    ? "An operation was interrupted before programs were notified of it."
                    : "The number of font folders that do not match the registry is \(wrong).",
                "Run `fontctl doctor --repair`, or any command that changes something.", isRepaired: repair)
        }
        try examineRules(hiding: files, fonts: fonts)
        try examineKept(folders.map(\.path))
        noteForeign(foreign.sorted())
        for scope in [FontScope.persistent, .session] {
            let known = folders.map(\.folder).filter { $0.scope == scope }.map(\.name)
            try examineUnknownFolders(of: scope, known: Set(known))
        }
        examineCaches(folders)
    }

    /// Reports entries of the font folders that fontd did not write, which may be the only copies of fonts.
    private mutating func noteForeign(_ entries: [String]) {
        noteForeignLinks(entries.filter { StorePlace($0, .file).isLink })
        let files = entries.filter { !StorePlace($0, .file).isLink }
        guard let first = files.first else { return }
        let fonts = files.filter { StoredName.isFont(PathText.name(of: $0)) }
        var advice: [Message] = ["Move files that are not fonts to a folder outside of \(paths.persistentProjection)."]
        if !fonts.isEmpty {
            let command = ShellWords.line(["fontctl", "register"], operands: Array(fonts.prefix(Self.mostNamed)))
            advice.insert(
                "Run `\(command)` to register them. The files then belong to fontd, so do not remove them.", at: 0)
        }
        note(
            "projection-foreign", .warning,
            files.count == 1
                ? "\(first) is in no record of fontd, which leaves it as it is."
                : "\(files.count) files in fontd's font folders are in no record of fontd, which leaves them as they are: \(files.listText).",
            Message(advice), files: files)
    }

    /// Reports links in the font folders that fontd did not make, except those that were reported as misplaced.
    private mutating func noteForeignLinks(_ links: [String]) {
        let links = links.filter { link in !findings.contains { $0.message.hasPrefix(link + " is a symbolic link") } }
        guard !links.isEmpty else { return }
        let targets = links.map { StorePlace($0, .file).target?.path ?? "" }
        let described = zip(links, targets).map { "\($0) to \($1)" }
        let command = ShellWords.line(["rm"], operands: Array(links.prefix(Self.mostNamed)))
        var advice: [Message] = ["Run `\(command)`, which removes the links and not their targets."]
        if links.count > Self.mostNamed { advice.append("Remove the other links in the same way.") }
        note(
            "projection-foreign", .warning,
            links.count == 1
                ? "The symbolic link \(links[0]) to \(targets[0]) is in no record of fontd, which leaves it as it is."
                : "\(links.count) symbolic links in fontd's font folders are in no record of fontd, which leaves them as they are: \(described.listText).",
            Message(advice), files: links)
    }

    /// The number of files that a command in an advice names.
    private static let mostNamed = 4

    /// Checks for folders in the projection that the database does not know.
    ///
    /// A repair sets the whole folder aside, as it may belong to the user or hold the last copy of a font.
    private mutating func examineUnknownFolders(of scope: FontScope, known: Set<String>) throws(FontError) {
        guard let root = paths.projection(of: scope), scope == .persistent || FolderFault.above(root) == nil else {
            return
        }
        for name in try folderEntries(root).sorted() where !name.hasPrefix(".") && !known.contains(name) {
            // The folder of a session may also contain that of another one.
            if scope == .session {
                let entries = (try? folderEntries(root + "/" + name)) ?? []
                guard entries.contains(where: { StoredName.isFont($0) }) else { continue }
            }
            let place = StorePlace(root + "/" + name, .folder)
            let (kind, link) = (place.wrongKind, place.target)
            let message: Message =
                if let link {
                    "\(place.path) is a symbolic link to \(link.path), which fontd did not make."
                } else if let kind {
                    "\(place.path) is \(kind), which fontd did not make."
                } else {
                    "Programs see the fonts of \(place.path), which is not a font folder of the store."
                }
            let aside = repair ? try place.setAside() : nil
            note(
                "folder-unknown", .warning, Message([message] + [aside.map { Self.kept(as: $0) }].compactMap(\.self)),
                link.map { "Run `fontctl doctor --repair`, which moves it aside; \($0.path) stays as it is." }
                    ?? "Run `fontctl doctor --repair`, which moves it aside, or move it to a separate folder under \(paths.userFonts).",
                isRepaired: repair)
        }
    }

    /// Reports foreign fonts that had replaced shown ones and that a repair has set aside.
    private mutating func examineKept(_ folders: [String]) throws(FontError) {
        for path in folders {
            for name in try typedFolderEntries(path).filter({ $0.type == .file && StoredName.isKeptFont($0.name) })
                .map(\.name).sorted()
            {
                note(
                    "projection-kept", .warning,
                    "Another file had replaced a registered font. It is kept as \(path)/\(name), where programs do not see it.",
                    "Run `fontctl register` with that file if you want the font, then remove the file.")
            }
        }
    }

    private mutating func examineCaches(_ folders: [(folder: ProjectedFolder, path: String)]) {
        guard let configuration = registrar.context.fontConfiguration else { return }
        var (stale, repaired) = (0, 0)
        for (folder, path) in folders where !folder.files.isEmpty {
            // A program that ran out of memory may have written an incomplete cache.
            if let cache = configuration.cache(of: path), cache.patternCount >= folder.patternCount { continue }
            stale += 1
            guard repair, registrar.projection.confirmCache(folder, path: path, configuration) else { continue }
            if configuration.cache(of: path) != nil { repaired += 1 }
        }
        // The loaded fonts may come from an incomplete cache.
        if repaired > 0 { loadedFonts = nil }
        guard stale > 0 else { return }
        note(
            "cache-stale", .warning,
            "fontconfig has no valid and complete cache of \(counted(stale, "font folder")); programs start more slowly.",
            "Run `fontctl doctor --repair`; if the problem recurs, make fontconfig's cache folder writable and free some space there.",
            isRepaired: repaired == stale)
    }

    /// Checks that fontconfig's configuration has the rules that hide files and fonts, and obeys those for the fonts that
    /// the user hides.
    mutating func examineRules(hiding files: [HiddenFile], fonts: HiddenFonts) throws(FontError) {
        let rules = RejectRules(hiding: files, fonts: fonts, paths)
        let isForeign = RuleFile.isForeign(paths.rejectRules)
        let isWritten = isForeign ? false : try isCurrent(rules.document, at: paths.rejectRules)
        if let login = paths.loginRules, RuleFile.isForeign(login) {
            if rules.loginDocument != nil { noteForeign(login) }
        } else if let login = paths.loginRules, try !isCurrent(rules.loginDocument, at: login) {
            if repair { try rules.writeForLogin(paths) }
            note(
                "rules-stale", .error,
                "\(login) does not list the files of replaced, disabled and unregistered fonts that the next login removes. If it is an older copy, the next login may remove a font that is shown.",
                "Run `fontctl doctor --repair` to write it again.", isRepaired: repair)
        }
        if isForeign {
            if rules.document != nil { noteForeign(paths.rejectRules) }
        } else if !isWritten {
            if repair {
                try registrar.projection.synchronize([], knowing: KnownContents([]), rules: rules)
            }
            note(
                "rules-stale", .error,
                "\(paths.rejectRules) lacks rules that hide replaced, disabled and unregistered fonts, and fonts that you have hidden, from programs.",
                "Run `fontctl doctor --repair` to write it again.", isRepaired: repair)
        }
        guard !fonts.hiddenFonts.isEmpty, isWritten || repair && !isForeign,
            let system = try? self.fonts()
        else { return }
        let places = Set(fonts.hiddenFonts.map(\.place))
        let seen = system.entries.filter { places.contains(SystemFonts.Place(path: $0.path, face: $0.face.index)) }
        guard let first = seen.first else { return }
        note(
            "hidden-font-seen", .warning,
            "Programs see \(counted(seen.count, "font")) that you have hidden, such as \(first.path): the configuration does not read \(paths.rejectRules), or accepts the file elsewhere.",
            "Look for <acceptfont> in the files that `fc-conflist` lists, and for \(paths.rejectRules) itself.")
    }

    /// Reports a file at the path of the rules that fontd did not write, and leaves it as it is.
    private mutating func noteForeign(_ path: String) {
        note(
            "rules-stale", .error,
            "\(path) was not written by fontd, which does not replace it and cannot write the rules for hidden fonts there.",
            "Give the file another name, then run `fontctl doctor --repair` to write the rules.")
    }

    /// Whether a file has a text, or does not exist if it shall have none.
    private func isCurrent(_ text: String?, at path: String) throws(FontError) -> Bool {
        guard let text else { return access(path, F_OK) != 0 }
        return try fileContents(path) == Array(text.utf8)
    }
}
