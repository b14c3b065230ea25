import FontModel
import Fontconfig

extension Doctor {
    /// Looks for enabled registrations without a place in the font folders.
    mutating func examinePlacements(repair: Bool) throws(FontError) {
        let rows = try registrar.read { database, session in
            try database?.registrationsWithoutPlace(session: session) ?? []
        }
        guard let first = rows.first else { return }
        if repair {
            _ = try registrar.commit(try registrar.writingDatabase()) { try $0.placeAgain() }
        }
        note(
            "font-not-placed", .error,
            "No place in the font folders is given to \(counted(rows.count, "enabled font")), such as \(first.file).",
            "Run `fontctl doctor --repair` to show them again.", isRepaired: repair)
    }

    /// Compares the registrations that are enabled with what fontconfig lists: nothing else is what programs see.
    mutating func examineListing() throws(FontError) {
        let file = registrar.context.fontconfigFile
        guard let configuration = FontConfigurationCache.shared.current(file),
            // Reported already; it would be said of every font.
            !findings.contains(where: { $0.id == "folder-not-configured" })
        else { return }
        let wanted = try registrar.read { [paths] database, session in
            try database?.registrations(where: "r.isEnabled", session: session).map { (row: $0, path: $0.path(paths)) }
                ?? []
        }
        guard !wanted.isEmpty else { return }
        let fonts = try SystemFonts.load(configurationFile: file)
        let listed = (0..<fonts.count).map { fonts.entryWithoutLanguages($0).path }
        let known = Set(listed)
        var unlisted = wanted.filter { !($0.path.map(known.contains) ?? false) }
        guard !unlisted.isEmpty else { return }
        // Under another spelling of the same folder, as through a link.
        let files = Set(listed.compactMap(Fingerprint.Identity.init(of:)))
        unlisted.removeAll { $0.path.flatMap(Fingerprint.Identity.init(of:)).map(files.contains) ?? false }
        // What fontconfig found there and its configuration rejects is reported by `examineShown`.
        let hidden = unlisted.filter { !isScanned($0.path, configuration) }
        guard let first = hidden.first else { return }
        note(
            "font-not-listed", .error,
            "fontconfig does not list \(counted(hidden.count, "enabled font")), such as \(first.row.file).",
            "Run `fontctl doctor --repair`; register the original again if it stays so.")
    }

    /// Whether fontconfig has found fonts in a file, whatever it makes of them.
    private func isScanned(_ path: String?, _ configuration: FontConfiguration) -> Bool {
        guard let path, let slash = path.lastIndex(of: "/"),
            let cache = configuration.cache(of: String(path[..<slash]))
        else { return false }
        return cache.patternsByFile[String(path[path.index(after: slash)...])] != nil
    }
}
