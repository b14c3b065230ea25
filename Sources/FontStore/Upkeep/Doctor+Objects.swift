import FontModel
import Synchronization

extension Doctor {
    mutating func examineObjects(repair: Bool) throws(FontError) {
        let stored = try registrar.read { database, _ in try database?.sidecars() ?? [] }.sorted {
            $0.sha256 < $1.sha256
        }
        let providers = try registrar.read { database, _ in try database?.providers() ?? [] }
        let sidecars = try SidecarFile(paths).read()
        let known = try SidecarFile(paths).providers()
        var damaged: [String] = []
        var missing: [String] = []
        // A content without registrations, which is only disabled by the user, has no file.
        let registered = stored.filter { !$0.registrations.isEmpty }
        for (sidecar, fault) in zip(registered, faults(of: registered.map(\.sha256))) {
            switch try fault.get() {
            case .missing: missing.append(sidecar.sha256)
            case .damaged: damaged.append(sidecar.sha256)
            case nil, .notShown: continue
            }
        }
        let stale = stored.filter { sidecars[$0.sha256] != $0 }.count
        let unknown = providers.filter { known[$0.provider] != $0 }.count
        if stale > 0 || unknown > 0 {
            if repair { try registrar.writeSidecars(try registrar.writingDatabase()) }
            note(
                "sidecar-stale", .warning,
                "Metadata is missing or outdated for \(counted(stale, "stored file")) and \(counted(unknown, "provider")).",
                "Run `fontctl doctor --repair` to write it again.", isRepaired: repair)
        }
        let lacking = Set(missing + damaged)
        let names = try described(registered.filter { lacking.contains($0.sha256) })
        try reportLost(missing: missing, damaged: damaged, as: names, repair: repair)
        // Objects that the database has lost are reported as lost, not as orphaned.
        let lost = try registrar.lostRegistrations(try registrar.readableDatabase())
        let needed = lost.contents.union(stored.filter { !$0.isUnneeded }.map(\.sha256))
        let orphans = try objects.all().filter { !needed.contains($0) }
        if !orphans.isEmpty {
            note(
                "object-orphaned", .note, "The number of stored files without a registration is \(orphans.count).",
                "Run `fontctl prune` to remove them.")
        }
    }

    /// Reads stored files on all cores, and returns the fault of each.
    private func faults(of hashes: [String]) -> [Result<StoredFileFault?, FontError>] {
        let objects = objects
        let faults = Mutex<[Result<StoredFileFault?, FontError>]>(Array(repeating: .success(nil), count: hashes.count))
        BlockingWork.onAllCores(hashes.count) { place in
            let fault = Result { () throws(FontError) in try objects.fault(hashes[place]) }
            faults.withLock { $0[place] = fault }
        }
        return faults.withLock { $0 }
    }

    /// Returns the PostScript name and the registered file of each content, by its hash.
    private func described(_ sidecars: [Sidecar]) throws(FontError) -> [String: String] {
        guard !sidecars.isEmpty else { return [:] }
        return try registrar.read { database, _ in
            var described: [String: String] = [:]
            for sidecar in sidecars {
                guard let database, let content = try database.content(sha256: sidecar.sha256) else { continue }
                let name = try database.firstName(contentID: content.id)
                described[sidecar.sha256] = [name, sidecar.registrations.first?.file ?? ""].filter { !$0.isEmpty }
                    .joined(separator: ", registered from ")
            }
            return described
        }
    }

    /// - Parameter described: The name and the registered file of each content.
    private mutating func reportLost(
        missing: [String], damaged: [String], as described: [String: String], repair: Bool
    ) throws(FontError) {
        guard !missing.isEmpty || !damaged.isEmpty else { return }
        var sources: [String: String] = [:]
        if repair {
            sources = try registrar.restoreObjects(damaged: damaged, missing: missing)
            try registrar.mendVanished(try registrar.writingDatabase())
        }
        for hash in missing {
            noteLost(
                "object-missing", "The stored file \(hash) (\(described[hash] ?? "")) is missing.",
                isRepaired: repair, from: sources[hash])
        }
        for hash in damaged {
            noteLost(
                "object-damaged",
                "The contents of the stored file \(hash) (\(described[hash] ?? "")) differ from the registered file.",
                isRepaired: repair, from: sources[hash],
                kept: " The damaged file is kept as \(objects.path(hash)).damaged.")
        }
    }

    /// Reports a missing or damaged object.
    ///
    /// - Parameters:
    ///   - fault: The fault as a sentence.
    ///   - source: The file from which the repair restored it; nil if there was none.
    ///   - kept: The last sentence of the message if it was not restored.
    private mutating func noteLost(
        _ id: String, _ fault: String, isRepaired: Bool, from source: String?, kept: String = ""
    ) {
        if !isRepaired {
            note(
                id, .error, fault,
                "Run `fontctl doctor --repair` to restore it from an intact copy, or to remove its registrations if there is none."
            )
        } else if let source {
            note(
                id, .error, "\(fault) It was restored from \(source), with its registrations.", "",
                isRepaired: true)
        } else {
            note(
                id, .error, "\(fault) Its registrations were removed, since no intact copy was found.\(kept)",
                "Register the original file again.", isRepaired: true)
        }
    }
}
