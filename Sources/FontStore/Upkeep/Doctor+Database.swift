import FontModel
import Glibc

extension Doctor {
    /// Checks the database for damage, and rebuilds it on request.
    ///
    /// - Returns: Whether there is a database for the other checks.
    mutating func examineDatabase() throws(FontError) -> Bool {
        guard let damage = databaseDamage() else {
            return try registrar.read { database, _ in database != nil }
        }
        return try noteDamage(damage)
    }

    /// Reports damage of the database, and rebuilds it on request.
    ///
    /// - Returns: Whether it is rebuilt.
    mutating func noteDamage(_ damage: Message) throws(FontError) -> Bool {
        note("database-damaged", .error, damage, "Run `fontctl doctor --repair` to rebuild it from the stored fonts.")
        guard repair else { return false }
        let report = try registrar.rebuild()
        findings[findings.count - 1].isRepaired = true
        findings[findings.count - 1].text = Message([
            damage, "It was rebuilt with \(counted(report.registrations, "registration")).",
        ])
        if let kept = report.damagedFile {
            note(
                "database-kept", .note, "The damaged database is kept as \(kept).",
                "Delete it when it is no longer required.")
        }
        examineGone(report.gone)
        for (hash, reason) in report.unreadable { noteUnreadable(hash, reason) }
        noteUnknown(report.unnamed)
        return true
    }

    /// Checks the copy of the database that all users read.
    mutating func examinePublished() throws(FontError) {
        guard paths.isOfAllUsers else { return }
        let generation = try registrar.read { database, _ in try database?.generation() ?? 0 }
        guard !PublishedDatabase.isCurrent(generation, paths) else { return }
        if repair { try PublishedDatabase.publish(try registrar.writingDatabase(), paths) }
        note(
            "published-stale", .error, "The copy of the database for all users is missing or outdated.",
            "Run `fontctl doctor --repair` to write it again.", isRepaired: repair)
    }

    /// Checks, for a user of the store of all users, whether programs see what the published copy says.
    mutating func examineUnfinished() throws(FontError) {
        var (copy, shown): (Int64, Int64) = (0, 0)
        for attempt in 0...40 {
            // An operation that is under way takes some time.
            if attempt > 0 { usleep(50_000) }
            copy = try registrar.read { database, _ in try database?.generation() ?? 0 }
            shown = GenerationFile.read(paths)
            if copy == shown { return }
        }
        note(
            "operation-unfinished", .error,
            copy > shown
                ? "A change of the fonts of all users is in progress, or was interrupted: programs may not see it yet."
                : "The list of the fonts of all users is older than what programs see.",
            "If this persists, run `fontctl doctor --repair`.")
    }

    /// Returns a description of the damage, or nil if the database is intact or there is no store.
    private func databaseDamage() -> Message? {
        do throws(FontError) {
            let (exists, damage) = try registrar.read { database, _ in (database != nil, try database?.damage()) }
            guard exists, damage == nil else { return damage }
            // An open connection does not read the header again; a program that starts now does.
            _ = try RegistryDatabase.openForReading(paths)
            if access(paths.database, W_OK) == 0 { try RegistryDatabase.checkWritable(paths) }
            return nil
        } catch {
            return error.storeFault == .damaged ? error.text : nil
        }
    }
}
