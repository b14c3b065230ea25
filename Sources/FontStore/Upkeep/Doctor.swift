import FontModel
import Fontconfig
import Glibc

/// The self-check of a store and its environment, with independent checks in one file per group.
///
/// The checks of the database run under the store's lock, so that they see one state and no unfinished operation;
/// repairs run under the same lock.
package struct Doctor {
    let registrar: Registrar
    var findings: [Diagnosis.Finding] = []
    var checks: [Diagnosis.Check] = []

    var paths: FontPaths { registrar.paths }
    var objects: ObjectStore { registrar.projection.objects }

    package init(_ registrar: Registrar) { self.registrar = registrar }

    /// Runs all checks, and repairs problems on request.
    ///
    /// - Throws: `registrationFailed` (301) if another process does not release the lock, or the store cannot be
    ///   written for the repair.
    package func examine(repair: Bool) throws(FontError) -> Diagnosis {
        // Errors in fontconfig's files are findings.
        try FontConfiguration.withholdingMessages {
            Result { () throws(FontError) in try examineAll(repair: repair) }
        }.get()
    }

    private func examineAll(repair: Bool) throws(FontError) -> Diagnosis {
        var doctor = self
        // These precede opening any file, including the lock.
        let isReachable = doctor.examineAbove(repair: repair)
        let misplaced = isReachable ? doctor.examinePlaces(repair: repair) : []
        doctor.checks = [.filesAndPermissions, .fontFolders]
        let areFoldersSound = !misplaced.contains { paths.isAmongFonts($0.path) } && doctor.examineFontFolders()
        // fontconfig scans the folders before the lock is taken, as new or unresponsive folders must not delay writers.
        if areFoldersSound { _ = try? SystemFonts.load(configurationFile: registrar.context.fontconfigFile) }
        if isReachable {
            try doctor.examineUnderLock(repair: repair, withFolders: areFoldersSound)
        } else {
            try doctor.examineEnvironment(repair: false, withFolders: areFoldersSound)
            doctor.checks.append(.configuration)
        }
        // It looks at each font file, which must not delay writers.
        if areFoldersSound {
            doctor.examineSandboxes()
            doctor.checks.append(.sandboxes)
        }
        return Diagnosis(findings: doctor.findings, checks: doctor.checks)
    }

    /// Runs the checks of the store and its environment.
    private mutating func examineUnderLock(repair: Bool, withFolders: Bool) throws(FontError) {
        let isSound = Diagnosis(findings: findings).isHealthy
        do throws(FontError) {
            let lock = try lock(repair: repair)
            defer { withExtendedLifetime(lock) {} }
            let hasDatabase: Bool
            let before = self
            do throws(FontError) {
                hasDatabase = try examineStore(repair: repair, withFolders: withFolders)
            } catch {
                // Some damage, such as that of a statement in the schema, shows only in writing.
                guard repair, error.storeFault == .damaged else { throw error }
                self = before
                _ = try noteDamage(error.message, repair: true)
                hasDatabase = try examineStore(repair: true, withFolders: withFolders)
            }
            try examineEnvironment(repair: repair, withFolders: withFolders)
            checks.append(.configuration)
            if hasDatabase, withFolders {
                try examineListing()
                checks.append(.visibleFonts)
            }
        } catch {
            // Earlier findings are returned instead of the error.
            guard !isSound else { throw error }
            note("check-cut-off", .error, error.message, "Correct the problems above, then run the check again.")
            try examineEnvironment(repair: false, withFolders: withFolders)
            checks.append(.configuration)
        }
    }

    /// Returns the store's lock, or nil if there is no store or it cannot be written and no repair was requested.
    private func lock(repair: Bool) throws(FontError) -> StoreLock? {
        guard repair || access(paths.store, F_OK) == 0 else { return nil }
        // As any reader does, this finishes the operation of a killed writer; damage is reported later.
        _ = try? registrar.read { database, _ in database == nil }
        do throws(FontError) {
            let lock = try StoreLock(paths)
            registrar.rollBackJournal(under: lock)
            return lock
        } catch {
            if repair || error.storeFault == .locked { throw error }
            return nil
        }
    }

    /// Runs the checks under the lock.
    ///
    /// - Returns: Whether there is a database to compare with the fonts that programs see.
    private mutating func examineStore(repair: Bool, withFolders: Bool) throws(FontError) -> Bool {
        checks.append(.database)
        guard try examineDatabase(repair: repair) else { return false }
        guard !paths.isReadOnly else {
            try examineUnfinished()
            note(
                "store-closed", .note, "The stored files were not checked: only root reads them.",
                "`fontctl doctor` checks them as root.")
            if withFolders { try examineShown() }
            return true
        }
        try examinePublished(repair: repair)
        try examineTraces(repair: repair)
        if withFolders { try examinePlacements(repair: repair) }
        try examineObjects(repair: repair)
        checks.append(.storedFiles)
        guard withFolders else { return true }
        // Both use fontconfig, which would wait at a FIFO in the font folders.
        try examineProjection(repair: repair)
        try examineShown()
        checks.append(.shownFiles)
        return true
    }

    mutating func note(
        _ id: String, _ severity: Diagnosis.Severity, _ message: String, _ advice: String, isRepaired: Bool = false
    ) {
        findings.append(
            Diagnosis.Finding(id: id, severity: severity, message: message, advice: advice, isRepaired: isRepaired))
    }
}
