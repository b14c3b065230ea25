import FontModel
import Fontconfig
import Glibc

/// The self-check of a store and its environment, with independent checks in one file per group.
///
/// The checks of the database run under the store's lock, so that they see one state and no unfinished operation;
/// repairs run under the same lock.
package struct Doctor {
    let registrar: Registrar
    /// Whether problems are repaired.
    var repair: Bool
    /// Whether fontconfig cannot be used, since it would wait at one of its configuration files.
    var isConfigurationBlocked = false
    /// Whether fontconfig can be used, which would wait at a FIFO in the font folders.
    var areFoldersSound = false
    var findings: [Diagnosis.Finding] = []
    var checks: [Diagnosis.Check] = []
    /// The fonts that ``fonts()`` loaded.
    var loadedFonts: SystemFonts?

    var paths: FontPaths { registrar.paths }
    var objects: ObjectStore { registrar.projection.objects }

    /// Runs all checks, and repairs problems on request.
    ///
    /// - Throws: `registrationFailed` (301) if another process does not release the lock, or the store cannot be
    ///   written for the repair.
    package static func examine(_ registrar: Registrar, repair: Bool) throws(FontError) -> Diagnosis {
        var doctor = Doctor(registrar: registrar, repair: repair)
        doctor.examineBlockingConfiguration()
        // Errors in fontconfig's files are findings.
        return try FontConfiguration.withholdingMessages {
            FontConfiguration.passingOver(doctor.isConfigurationBlocked) {
                Result { () throws(FontError) in try doctor.examine() }
            }
        }.get()
    }

    private mutating func examine() throws(FontError) -> Diagnosis {
        // These precede opening any file, including the lock.
        let isReachable = examineAbove()
        let misplaced = isReachable ? examinePlaces() : []
        checks = [.filesAndPermissions, .fontFolders]
        // In place of a file, only an entry that blocks its readers ends the checks.
        let areBlocked = misplaced.contains { paths.isAmongFonts($0.path) && ($0.kind == .folder || $0.isBlocking) }
        areFoldersSound = !areBlocked && !isConfigurationBlocked && examineFontFolders()
        // fontconfig scans the folders before the lock is taken, as new or unresponsive folders must not delay writers.
        if areFoldersSound { _ = try? fonts() }
        if isReachable {
            try examineUnderLock()
        } else {
            repair = false
            try examineEnvironment()
            checks.append(.configuration)
        }
        // It looks at each font file, which must not delay writers.
        if areFoldersSound {
            examineSandboxes()
            checks.append(.sandboxes)
        }
        return Diagnosis(findings: findings, checks: checks)
    }

    /// Runs the checks of the store and its environment.
    private mutating func examineUnderLock() throws(FontError) {
        let isSound = Diagnosis(findings: findings).isHealthy
        do throws(FontError) {
            let lock = try lock()
            defer { withExtendedLifetime(lock) {} }
            let hasDatabase: Bool
            let before = self
            do throws(FontError) {
                hasDatabase = try examineStore()
            } catch {
                // Some damage, such as that of a statement in the schema, shows only in writing.
                guard repair, error.storeFault == .damaged else { throw error }
                self = before
                _ = try noteDamage(error.text)
                hasDatabase = try examineStore()
            }
            try examineEnvironment()
            checks.append(.configuration)
            if hasDatabase, areFoldersSound {
                try examineListing()
                checks.append(.visibleFonts)
            }
        } catch {
            // Earlier findings are returned instead of the error.
            guard !isSound else { throw error }
            note("check-cut-off", .error, error.text, "Correct the problems above, then run the check again.")
            repair = false
            try examineEnvironment()
            checks.append(.configuration)
        }
    }

    /// Returns the store's lock, or nil if there is no store or it cannot be written and no repair was requested.
    private func lock() throws(FontError) -> StoreLock? {
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
    private mutating func examineStore() throws(FontError) -> Bool {
        checks.append(.database)
        guard try examineDatabase() else { return false }
        guard !paths.isReadOnly else {
            try examineUnfinished()
            note(
                "store-closed", .note, "The stored files were not checked: only root reads them.",
                "`fontctl doctor` checks them as root.")
            if areFoldersSound { try examineShown() }
            return true
        }
        try examinePublished()
        try examineTraces()
        if areFoldersSound { try examinePlacements() }
        try examineObjects()
        checks.append(.storedFiles)
        guard areFoldersSound else { return true }
        try examineProjection()
        try examineShown()
        checks.append(.shownFiles)
        return true
    }

    /// Returns the fonts that programs see, which are loaded again after a change.
    ///
    /// - Throws: `registrationFailed` (301) if fontconfig cannot be used.
    mutating func fonts() throws(FontError) -> SystemFonts {
        if let loadedFonts, loadedFonts.isUpToDate() { return loadedFonts }
        let fonts = try registrar.context.loadFonts()
        loadedFonts = fonts
        return fonts
    }

    mutating func note(
        _ id: String, _ severity: Diagnosis.Severity, _ message: Message, _ advice: Message, files: [String] = [],
        isRepaired: Bool = false
    ) {
        findings.append(
            Diagnosis.Finding(
                id: id, severity: severity, message: message, advice: advice, files: files, isRepaired: isRepaired))
    }
}
