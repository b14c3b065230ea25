import CLinux
import FontModel
import Fontconfig
import GRDB
import Glibc

/// The self-check of a store and its surroundings.
struct Doctor {
    private let registrar: Registrar
    private var findings: [Diagnosis.Finding] = []

    private var paths: FontPaths { registrar.paths }
    private var objects: ObjectStore { registrar.projection.objects }

    init(_ registrar: Registrar) { self.registrar = registrar }

    /// Looks at everything; repairs what it can when asked to.
    func examine(repair: Bool) throws(FontError) -> Diagnosis {
        var doctor = self
        try doctor.run(repair: repair)
        return Diagnosis(findings: doctor.findings)
    }

    private mutating func run(repair: Bool) throws(FontError) {
        if let damage = databaseDamage() {
            note(
                "database-damaged", .error, damage, "Run `fontctl doctor --repair` to rebuild it from the stored fonts."
            )
            guard repair else { return try examineSurroundings(repair: false) }
            let report = try registrar.rebuild()
            findings[findings.count - 1].isRepaired = true
            findings[findings.count - 1].message += " It was rebuilt with \(report.registrations) registrations."
            if let kept = report.damagedFile {
                note(
                    "database-kept", .note, "The damaged database is kept as \(kept).",
                    "Delete it when nothing is missed.")
            }
            for (hash, reason) in report.unreadable {
                note(
                    "object-unreadable", .warning, "The stored file \(hash) was not taken over: \(reason)",
                    "It is kept as \(objects.path(hash)).damaged; register the original again.")
            }
        }
        if try registrar.read({ database, _ in database != nil }) {
            try examineObjects(repair: repair)
            try examineProjection(repair: repair)
        }
        try examineSurroundings(repair: repair)
    }

    private mutating func note(
        _ id: String, _ severity: Diagnosis.Severity, _ message: String, _ advice: String, isRepaired: Bool = false
    ) {
        findings.append(
            Diagnosis.Finding(id: id, severity: severity, message: message, advice: advice, isRepaired: isRepaired))
    }

    // MARK: Database

    /// What is wrong with the database; nil if nothing, or if there is no store.
    private func databaseDamage() -> String? {
        do throws(FontError) {
            return try registrar.read { database, _ in
                guard let database else { return nil }
                return try database.damage()
            }
        } catch {
            return error.storeFault == .damaged ? error.message : nil
        }
    }

    // MARK: Stored fonts

    private mutating func examineObjects(repair: Bool) throws(FontError) {
        let stored = try registrar.read { database, _ in try database?.sidecars() ?? [] }.sorted {
            $0.sha256 < $1.sha256
        }
        let providers = try registrar.read { database, _ in try database?.providers() ?? [] }
        let sidecars = try SidecarFile(paths).read()
        let known = try SidecarFile(paths).providers()
        var damaged: [String] = []
        var missing: [String] = []
        // What is only held has no file.
        let registered = stored.filter { !$0.registrations.isEmpty }
        for sidecar in registered {
            if try objects.isMissing(sidecar.sha256) {
                missing.append(sidecar.sha256)
            } else if try contentHash(sidecar.sha256) != sidecar.sha256 {
                damaged.append(sidecar.sha256)
            }
        }
        let stale = stored.filter { sidecars[$0.sha256] != $0 }.count
        let unknown = providers.filter { known[$0.provider] != $0 }.count
        if stale > 0 || unknown > 0 {
            if repair { try registrar.writeSidecars() }
            let what = [stale > 0 ? "beside \(stale) stored files" : "", unknown > 0 ? "of \(unknown) providers" : ""]
            note(
                "sidecar-stale", .warning,
                "The facts \(what.filter { !$0.isEmpty }.joined(separator: " and ")) are missing or old.",
                "Run `fontctl doctor --repair` to write them anew.", isRepaired: repair)
        }
        try reportLost(missing: missing, damaged: damaged, repair: repair)
        let needed = Set(registered.map(\.sha256))
        let orphans = try objects.all().filter { !needed.contains($0) }
        if !orphans.isEmpty {
            note(
                "object-orphaned", .note, "\(orphans.count) stored files belong to no registration.",
                "Run `fontctl prune` to free their space.")
        }
    }

    private func contentHash(_ hash: String) throws(FontError) -> String {
        let source = try objects.open(hash)
        return try ByteCopy.hash(descriptor: source.descriptor, path: source.path).sha256
    }

    private mutating func reportLost(missing: [String], damaged: [String], repair: Bool) throws(FontError) {
        guard !missing.isEmpty || !damaged.isEmpty else { return }
        if repair {
            try registrar.withdraw(damaged)
            try registrar.mendVanished()
        }
        for hash in missing {
            let isBack = repair && objects.contains(hash)
            note(
                "object-missing", .error,
                "The stored file \(hash) is gone"
                    + (repair
                        ? (isBack ? "; it was restored from the font folder." : "; its registrations were ended.")
                        : "."),
                repair && !isBack
                    ? "Register the original file again."
                    : "Run `fontctl doctor --repair` to restore it or end its registrations.",
                isRepaired: repair)
        }
        for hash in damaged {
            note(
                "object-damaged", .error,
                "The stored file \(hash) is not what was registered"
                    + (repair ? "; its registrations were ended and it is kept aside." : "."),
                repair ? "Register the original file again." : "Run `fontctl doctor --repair` to take it out.",
                isRepaired: repair)
        }
    }

    // MARK: Projection

    private mutating func examineProjection(repair: Bool) throws(FontError) {
        let (folders, generation) = try registrar.read { database, session in
            (try database?.projectedFolders(since: -1, session: session) ?? [], try database?.generation() ?? 0)
        }
        var wrong: [ProjectedFolder] = []
        var foreign = 0
        for folder in folders {
            guard let root = paths.projection(of: folder.scope) else { continue }
            let present = Set(try folderEntries(root + "/" + folder.name))
            let wanted = Set(folder.files.map(\.name))
            let surplus = present.subtracting(wanted)
            var spare = 0
            for name in surplus where try registrar.projection.isSpare(name) { spare += 1 }
            foreign += surplus.count - spare
            if spare > 0 || !wanted.isSubset(of: present) { wrong.append(folder) }
        }
        let isBehind = GenerationFile.read(paths) < generation
        if !wrong.isEmpty || isBehind {
            if repair { try registrar.projectAll() }
            note(
                "projection-stale", .error,
                isBehind && wrong.isEmpty
                    ? "An operation was cut off before programs were told of it."
                    : "\(wrong.count) font folders do not show what is registered.",
                "Run `fontctl doctor --repair`, or any command that changes something.", isRepaired: repair)
        }
        if foreign > 0 {
            note(
                "projection-foreign", .warning, "\(foreign) files in fontd's font folders are not fontd's.",
                "Move them to a folder of your own under \(paths.userFonts) and register them if you like.")
        }
        examineCaches(folders, repair: repair)
    }

    private mutating func examineCaches(_ folders: [ProjectedFolder], repair: Bool) {
        guard let configuration = FontConfigurationCache.shared.current(registrar.context.fontconfigFile) else {
            return
        }
        var (stale, repaired) = (0, 0)
        for folder in folders where !folder.files.isEmpty {
            guard let root = paths.projection(of: folder.scope) else { continue }
            let path = root + "/" + folder.name
            // A program that ran out of memory may have written a short one.
            if let cache = configuration.cache(of: path), cache.patternCount >= folder.patternCount { continue }
            stale += 1
            guard repair, registrar.projection.confirmCache(folder, path: path, configuration) else { continue }
            if configuration.cache(of: path) != nil { repaired += 1 }
        }
        guard stale > 0 else { return }
        note(
            "cache-stale", .warning,
            "fontconfig has no valid and complete cache of \(stale) font folders; programs start slower.",
            "Run `fontctl doctor --repair`; if it comes back, make fontconfig's cache folder writable.",
            isRepaired: repaired == stale)
    }

    // MARK: Surroundings

    private mutating func examineSurroundings(repair: Bool) throws(FontError) {
        guard let configuration = FontConfigurationCache.shared.current(registrar.context.fontconfigFile) else {
            return note(
                "fontconfig-absent", .error, "fontconfig cannot load its configuration.",
                "Install fontconfig, and check FONTCONFIG_FILE and FONTCONFIG_PATH.")
        }
        let folders = configuration.fontDirectories
        if !folders.contains(where: {
            paths.persistentProjection == $0 || paths.persistentProjection.hasPrefix($0 + "/")
        }) {
            note(
                "folder-not-configured", .error,
                "fontconfig does not look into \(paths.userFonts): programs see no registered fonts.",
                "Add <dir prefix=\"xdg\">fonts</dir> to fontconfig's configuration.")
        }
        try examineDates(configuration, repair: repair)
        if getenv("SOURCE_DATE_EPOCH") != nil {
            note(
                "source-date-epoch", .warning,
                "SOURCE_DATE_EPOCH is set: fontconfig takes every cache for old and scans all fonts at each start.",
                "Unset it outside of package builds.")
        }
        if let home = getenv("HOME").map({ String(cString: $0) }), access(home + "/.fonts", F_OK) == 0,
            access(paths.userFonts, F_OK) == 0
        {
            note(
                "old-font-folder", .note,
                "~/.fonts exists beside \(paths.userFonts): Flatpak programs see only the latter.",
                "Register the fonts in ~/.fonts with fontctl.")
        }
        if paths.runtimeDirectory == nil {
            note(
                "no-runtime-directory", .note, "There is no runtime directory: the session scope is not available.",
                "Set XDG_RUNTIME_DIR, as a login session does.")
        }
    }

    private mutating func examineDates(_ configuration: FontConfiguration, repair: Bool) throws(FontError) {
        // Folders inside folders count, too, and the configuration's own files.
        let fonts = try? SystemFonts.load(configurationFile: registrar.context.fontconfigFile)
        let all = Set((fonts?.fontDirectories ?? configuration.fontDirectories) + configuration.configurationFiles)
            .union(FutureDates.touchable(paths))
        var ahead = all.filter(FutureDates.isAhead)
        guard let first = ahead.min() else { return }
        let count = ahead.count
        if repair, ahead.contains(where: { FutureDates.isOurs($0, paths) }),
            try registrar.read({ database, _ in database != nil })
        {
            try registrar.projectAll()
            ahead = ahead.filter(FutureDates.isAhead)
        }
        note(
            "folder-in-future", .error,
            (count == 1 ? "\(first) is" : "\(count) font folders and configuration files, such as \(first), are")
                + " dated in the future: running programs notice no new fonts in any folder.",
            ahead.allSatisfy { FutureDates.isOurs($0, paths) }
                ? "Check the clock, and run `fontctl doctor --repair`."
                : "Check the clock, and run `touch` on \(ahead.filter { !FutureDates.isOurs($0, paths) }.min() ?? first).",
            isRepaired: ahead.isEmpty)
    }
}
