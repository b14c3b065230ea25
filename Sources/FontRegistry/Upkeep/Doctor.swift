import FontModel
import Fontconfig
import Glibc

/// The self-check of a store and its processState: independent checks, one file for each group of them.
///
/// All of them run under the store's lock, so that the verdict is about one moment and not about an operation that is
/// under way; repairs run under the same lock.
struct Doctor {
    let registrar: Registrar
    var findings: [Diagnosis.Finding] = []

    var paths: FontPaths { registrar.paths }
    var objects: ObjectStore { registrar.projection.objects }

    init(_ registrar: Registrar) { self.registrar = registrar }

    /// Looks at everything; repairs what it can when asked to.
    ///
    /// - Throws: 301 if another process does not let go of the lock, or the store cannot be written for the repair.
    func examine(repair: Bool) throws(FontError) -> Diagnosis {
        var doctor = self
        // Before anything is opened, the lock among it.
        let misplaced = doctor.examinePlaces(repair: repair)
        let areFoldersSound = !misplaced.contains { paths.isAmongFonts($0.path) } && doctor.examineFontFolders()
        // Folders that fontconfig has not scanned yet, or that do not answer, are not to hold up writers as well.
        if areFoldersSound { _ = try? SystemFonts.load(configurationFile: registrar.context.fontconfigFile) }
        let isSound = Diagnosis(findings: doctor.findings).isHealthy
        do throws(FontError) {
            let lock = try lock(repair: repair)
            defer { withExtendedLifetime(lock) {} }
            let hasDatabase = try doctor.examineStore(repair: repair, withFolders: areFoldersSound)
            try doctor.examineEnvironment(repair: repair, withFolders: areFoldersSound)
            if hasDatabase, areFoldersSound { try doctor.examineListing() }
        } catch {
            // What is known already is no reason to say nothing else.
            guard !isSound else { throw error }
            doctor.note("check-cut-off", .error, error.message, "Put right what stands above, then look again.")
            try doctor.examineEnvironment(repair: false, withFolders: areFoldersSound)
        }
        return Diagnosis(findings: doctor.findings)
    }

    /// The store's lock; nil where there is no store to lock, or nobody who looks at it could write it.
    private func lock(repair: Bool) throws(FontError) -> StoreLock? {
        guard repair || access(paths.store, F_OK) == 0 else { return nil }
        // Like any reader, finishes what a killed operation left if no writer is at it; damage is looked for below.
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

    /// - Returns: Whether there is a database to compare with what programs see.
    private mutating func examineStore(repair: Bool, withFolders: Bool) throws(FontError) -> Bool {
        guard try examineDatabase(repair: repair) else { return false }
        try examineTraces(repair: repair)
        if withFolders { try examinePlacements(repair: repair) }
        try examineObjects(repair: repair)
        guard withFolders else { return true }
        // Both ask fontconfig, which would wait for a FIFO among the fonts.
        try examineProjection(repair: repair)
        try examineShown()
        return true
    }

    mutating func note(
        _ id: String, _ severity: Diagnosis.Severity, _ message: String, _ advice: String, isRepaired: Bool = false
    ) {
        findings.append(
            Diagnosis.Finding(id: id, severity: severity, message: message, advice: advice, isRepaired: isRepaired))
    }
}
