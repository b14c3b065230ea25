import FontModel

extension Doctor {
    mutating func examineObjects() throws(FontError) {
        let stored = try registrar.read { database, _ in try database?.sidecars() ?? [] }.sorted {
            $0.sha256 < $1.sha256
        }
        let providers = try registrar.read { database, _ in try database?.providers() ?? [] }
        let sidecars = try SidecarFile(paths).read()
        let known = try SidecarFile(paths).providers()
        var damaged: [String] = []
        var missing: [String] = []
        var unreadable: [String: FontError] = [:]
        // A content without registrations, which is only disabled by the user, has no file.
        let registered = stored.filter { !$0.registrations.isEmpty }
        let faults = BlockingWork.results(registered.count) { [objects] place in
            Result { () throws(FontError) in try objects.fault(registered[place].sha256) }
        }
        for (sidecar, fault) in zip(registered, faults) {
            do throws(FontError) {
                switch try fault.get() {
                case .missing: missing.append(sidecar.sha256)
                case .damaged: damaged.append(sidecar.sha256)
                case nil, .notShown: continue
                }
            } catch {
                guard let failure = objects.unreadable(sidecar.sha256, error) else { throw error }
                unreadable[sidecar.sha256] = failure
            }
        }
        let stale = stored.filter { sidecars[$0.sha256] != $0 }.count
        let unknown = providers.filter { known[$0.provider] != $0 }.count
        let collections = try registrar.read { database, _ in try database?.storedCollections() } ?? StoredCollections()
        let areCollectionsStale = try collections != SidecarFile(paths).collections()
        if stale > 0 || unknown > 0 || areCollectionsStale {
            if repair { try registrar.writeSidecars(try registrar.writingDatabase()) }
            note(
                "sidecar-stale", .warning,
                areCollectionsStale
                    ? "Metadata is missing or outdated for \(counted(stale, "stored file")) and \(counted(unknown, "provider")), and for the collections."
                    : "Metadata is missing or outdated for \(counted(stale, "stored file")) and \(counted(unknown, "provider")).",
                "Run `fontctl doctor --repair` to write it again.", isRepaired: repair)
        }
        let lacking = Set(missing + damaged + unreadable.keys)
        let names = try described(registered.filter { lacking.contains($0.sha256) })
        try reportLost(missing: missing, damaged: damaged, unreadable: unreadable, as: names)
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

    /// Returns the PostScript name and the registered file of each content, by its hash.
    private func described(_ sidecars: [Sidecar]) throws(FontError) -> [String: Message] {
        guard !sidecars.isEmpty else { return [:] }
        return try registrar.read { database, _ in
            var described: [String: Message] = [:]
            for sidecar in sidecars {
                guard let database, let content = try database.content(sha256: sidecar.sha256) else { continue }
                let name = try database.firstName(contentID: content.id)
                described[sidecar.sha256] = Self.text(name, sidecar.registrations.first?.file ?? "")
            }
            return described
        }
    }

    private static func text(_ name: String, _ file: String) -> Message {
        name.isEmpty || file.isEmpty ? Message(verbatim: name + file) : "\(name), registered from \(file)"
    }

    /// - Parameter described: The name and the registered file of each content.
    private mutating func reportLost(
        missing: [String], damaged: [String], unreadable: [String: FontError], as described: [String: Message]
    ) throws(FontError) {
        guard !missing.isEmpty || !damaged.isEmpty || !unreadable.isEmpty else { return }
        var results: [String: Restoration] = [:]
        if repair {
            results = try registrar.restoreObjects(
                damaged: damaged, missing: missing, unreadable: unreadable.keys.sorted())
            try registrar.restoreMissingFiles(try registrar.writingDatabase())
        }
        for hash in missing {
            let font = described[hash] ?? ""
            noteLost("object-missing", "The stored file \(hash) (\(font)) is missing.", results[hash])
        }
        for hash in damaged {
            let font = described[hash] ?? ""
            noteLost(
                "object-damaged",
                "The contents of the stored file \(hash) (\(font)) differ from the registered file.",
                results[hash],
                kept: "The damaged file is kept as \(objects.path(hash)).damaged.")
        }
        for (hash, failure) in unreadable.sorted(by: { $0.key < $1.key }) {
            let font = described[hash] ?? ""
            let fault: Message = "The stored file \(hash) (\(font)) cannot be read. \(failure.text)"
            switch results[hash] {
            case nil:
                note(
                    "object-unreadable", .error, fault,
                    "Run `fontctl doctor --repair`, which restores it from an intact copy if there is one, and keeps its registrations."
                )
            case .noCopy:
                note(
                    "object-unreadable", .error,
                    Message([fault, "No intact copy was found; its registrations were kept."]),
                    "Run `fontctl doctor --repair` again when the file can be read, or register the original file again."
                )
            case let result: noteLost("object-unreadable", fault, result)
            }
        }
    }

    /// Reports a missing or damaged object.
    ///
    /// - Parameters:
    ///   - fault: The fault as a sentence.
    ///   - result: The result of the repair; nil if none was requested.
    ///   - kept: The last sentence of the message if it was not restored.
    private mutating func noteLost(
        _ id: String, _ fault: Message, _ result: Restoration?, kept: Message? = nil
    ) {
        switch result {
        case nil:
            note(
                id, .error, fault,
                "Run `fontctl doctor --repair` to restore it from an intact copy, or to remove its registrations if there is none."
            )
        case .restored(let source):
            note(
                id, .error, Message([fault, "It was restored from \(source), with its registrations."]), "",
                isRepaired: true)
        case .unreadable(let error):
            note(
                id, .error, Message([fault, Self.notRestored(error)] + [kept].compactMap(\.self)),
                "Make that file readable, then run `fontctl doctor --repair` again; or remove the font with `fontctl unregister`."
            )
        case .noCopy:
            note(
                id, .error,
                Message(
                    [fault, "Its registrations were removed, since no intact copy was found."]
                        + [kept].compactMap(\.self)),
                "Register the original file again.", isRepaired: true)
        }
    }

    private static func notRestored(_ error: FontError) -> Message {
        if let file = error.file {
            "It was not restored, since \(file) cannot be read now: \(error.text) Its registrations were kept."
        } else {
            "It was not restored, since a copy cannot be read now: \(error.text) Its registrations were kept."
        }
    }
}
