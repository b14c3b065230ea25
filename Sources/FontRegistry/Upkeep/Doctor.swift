import FontModel
import Glibc

/// The self-check of a store and its surroundings: independent checks, one file for each group of them.
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
        let lock = try lock(repair: repair)
        defer { withExtendedLifetime(lock) {} }
        var doctor = self
        try doctor.run(repair: repair)
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

    private mutating func run(repair: Bool) throws(FontError) {
        let hasDatabase = try examineDatabase(repair: repair)
        if hasDatabase {
            try examineTraces(repair: repair)
            try examinePlacements(repair: repair)
            try examineObjects(repair: repair)
            try examineProjection(repair: repair)
            try examineShown()
        }
        try examineSurroundings(repair: repair)
        if hasDatabase { try examineListing() }
    }

    mutating func note(
        _ id: String, _ severity: Diagnosis.Severity, _ message: String, _ advice: String, isRepaired: Bool = false
    ) {
        findings.append(
            Diagnosis.Finding(id: id, severity: severity, message: message, advice: advice, isRepaired: isRepaired))
    }
}
