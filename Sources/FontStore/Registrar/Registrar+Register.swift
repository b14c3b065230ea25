import FontModel
import GRDB
import Inspection

extension Registrar {
    /// The number of files from which a batch syncs the file system once instead of per file.
    static let largeBatch = 16

    /// Registers files as one batch, with one transaction, one generation and one notification.
    ///
    /// - Parameter items: The files and data, or the error that an item already has.
    package func register(
        _ items: [FontItem], scope: FontScope, caller: Caller, options: RegistrationOptions,
        watcher: BatchWatcher
    ) throws(FontError) -> FontSummary {
        precondition(scope != .process, "process scope never touches the store")
        // Fail before a thousand files are read.
        if scope == .session { try SessionMarker.check(paths) }
        FontConfigurationCache.shared.prefetch(context.fontconfigFile)
        let isBounded = caller.facts != nil && caller.authority == .provider
        let staging =
            options.isDryRun
            ? nil
            : try StagingArea(
                paths: paths, share: isBounded ? StagingRoom.Share(stagingRoom, provider: caller.provider) : nil)
        let inspector = FileInspector(context)
        let isLarge = items.count >= Self.largeBatch
        let reads = FileReads<PreparedFont>()
        let intake = try BatchIntake(items, isAtomic: options.isAtomic, watcher: watcher) { item throws(FontError) in
            var font = try reads.value(of: item) { () throws(FontError) in
                try Self.prepare(item, in: staging, inspector, expecting: item.expected?.sha256)
            }
            try item.expected?.check(font.inspection.faces, of: item.name)
            // One file may be several items.
            (font.file, font.tag, font.licenses) = (item.name, item.tag, item.licenses)
            return font
        }
        let (fonts, wasStopped) = (intake.isVoid ? [] : intake.prepared, intake.wasStopped)
        var outcomes = intake.outcomes
        guard !fonts.isEmpty else {
            return FontSummary(generation: try presentGeneration(), outcomes: outcomes, wasStopped: wasStopped)
        }
        var replaced: [String: [String]] = [:]
        try staging?.intend(fonts.map(\.font.inspection.sha256))
        do {
            let committed = try commit(scopes: [scope], isLarge: isLarge, isDryRun: options.isDryRun) { operation in
                operation.isUndoable = caller.isOfUser
                operation.removesAtOnce = options.removesAtOnce
                let decided = try self.decide(
                    fonts, scope: scope, caller: caller, options: options, &replaced, operation)
                if decided.contains(where: \.1.isSuccess), let facts = caller.recordedFacts {
                    try operation.record(ProviderRecord(provider: caller.provider, facts: facts))
                }
                return decided
            }
            let open = OpenFonts(Set(committed.withdrawn.values), of: paths)
            for (index, outcome) in committed.value {
                let former = replaced[outcome.registration?.id ?? ""] ?? []
                outcomes[index] = outcome
                outcomes[index].inUseBy = former.compactMap { committed.withdrawn[$0] }.flatMap(open.users)
                outcomes[index].keptFor = Set(former.flatMap { committed.keptFor[$0] ?? [] }).named
            }
            withExtendedLifetime(staging) {}
            return FontSummary(
                generation: committed.generation, outcomes: outcomes, wasStopped: wasStopped,
                operation: committed.operation)
        } catch let error where error.storeFault == nil && options.isAtomic {
            // One refused file rolled back the whole batch; the outcomes of the other files stay as they were before
            // the commit.
            let refused = fonts.first { error.file.hasBytes(of: $0.font.file) }?.index
            if let refused {
                outcomes[refused] = FontOutcome(item: outcomes[refused].item, status: .failed, error: error)
            }
            return FontSummary(generation: try presentGeneration(), outcomes: outcomes, wasStopped: wasStopped)
        }
    }

    /// Copies a file to the staging area, or to memory if there is none, and checks the copy.
    ///
    /// - Parameter sha256: The hash that the bytes must have; nil for any.
    static func prepare(
        _ item: FontItem, in staging: StagingArea?, _ inspector: FileInspector, expecting sha256: String? = nil
    ) throws(FontError) -> PreparedFont {
        let source = try item.open()
        let copy = try copied(source, to: staging)
        guard sha256 == nil || copy.sha256 == sha256 else { throw .changedFile(item.name) }
        try item.agreed?.check(source.file, copiedAs: copy.sha256, name: item.name)
        return PreparedFont(
            file: item.name, tag: item.tag, staged: copy as? StagedFile,
            inspection: try inspector.inspect(copy, given: item.name), licenses: item.licenses)
    }

    /// Copies a file to the staging area, or to memory if there is none.
    static func copied(
        _ source: SourceFile, to staging: StagingArea?
    ) throws(FontError) -> any FontCopy {
        guard let staging else { return try SealedMemory(copying: source) }
        return try staging.stage(source)
    }

    /// Decides and executes every item of a batch, in order.
    private func decide(
        _ fonts: [(index: Int, font: PreparedFont)], scope: FontScope, caller: Caller, options: RegistrationOptions,
        _ replaced: inout [String: [String]], _ operation: StoreOperation
    ) throws -> [(Int, FontOutcome)] {
        var batch: Set<String> = []
        var allowance = try caller.quota.map { quota in
            QuotaAllowance(
                quota: quota, provider: caller.provider, used: try operation.database.usage(of: caller.provider))
        }
        var forms = FamilyForms(of: fonts.map(\.font.inspection.faces), preferring: options.preferredForm)
        let decided = try forms.order.map { place -> (Int, FontOutcome) in
            let (index, font) = fonts[place]
            if let other = forms.taken(insteadOf: place) {
                let outcome = FontOutcome(
                    item: font.file, status: .skipped, takenInstead: fonts[other].font.file,
                    lacking: forms.lacking[place] ?? [])
                return (index, outcome)
            }
            let outcome = try decide(
                font, scope: scope, caller: caller, options: options, batch: batch, &allowance, &replaced, operation)
            if outcome.status == .failed { forms.refuse(place) }
            if let id = outcome.registration?.id { batch.insert(id) }
            if options.isAtomic, let error = outcome.error, outcome.status == .failed { throw error }
            return (index, outcome)
        }
        return decided.omittingLackingNames()
    }

    private func decide(
        _ font: PreparedFont, scope: FontScope, caller: Caller, options: RegistrationOptions, batch: Set<String>,
        _ allowance: inout QuotaAllowance?, _ replacements: inout [String: [String]], _ operation: StoreOperation
    ) throws -> FontOutcome {
        let database = operation.database
        let id = RegistrationID.make(sha256: font.inspection.sha256, scope: scope, provider: caller.provider)
        let same = try operation.row(id)
        let faces = font.inspection.faces
        // A font disabled by the user stays disabled when its provider registers it again, as programs do at each
        // start, including programs that unregister at exit.
        var options = options
        if caller.authority != .user, same?.isEnabled != true,
            try database.isDisabledByUser(sha256: font.inspection.sha256, provider: caller.provider)
        {
            options.isEnabled = false
        }
        let holders = try operation.holders(of: faces, scope, otherThan: font.inspection.sha256)
        let request = RegistrationRequest(
            file: font.file, provider: caller.provider, faces: faces.map(KnownRegistration.KnownFace.init),
            options: options, mayReplaceOthers: caller.authority == .user)
        let decision = RegistrationDecision.decide(
            request, same: try same.map(database.known),
            holders: try holders.map { try self.known($0, to: caller, database) }, batch: batch)

        func outcome(_ status: FontOutcome.Status, _ row: RegistrationRow) throws -> FontOutcome {
            if caller.authority == .user, row.isEnabled { try operation.setDisabledByUser(false, row) }
            return FontOutcome(
                item: font.file, status: status, registration: row.registration(faces: faces, paths: paths))
        }
        var tags: [String] = []
        if let same {
            do throws(FontError) {
                tags = try font.tags(after: same.tags, options)
            } catch {
                return .failed(font.file, error)
            }
        }
        let replaced = if case .replace(let known) = decision { Set(known.map(\.id)) } else { Set<String>() }
        let giveWay = holders.filter { replaced.contains($0.id) }
        if let error = try allowance?.charge(font, for: decision, giveWay: giveWay, same: same, database) {
            return FontOutcome(item: font.file, status: .failed, error: error)
        }
        switch decision {
        case .refuse(let error):
            return FontOutcome(item: font.file, status: .failed, error: error)
        case .register:
            var record = font.record(scope, provider: caller.provider, options, at: operation.now)
            if caller.isOfUser { record.tags = try operation.tags(record.tags, of: faces) }
            return try outcome(.registered, operation.add(font, record))
        case .keep(let known), .enable(let known):
            guard let same else { preconditionFailure("kept or enabled without an earlier registration") }
            let enables = if case .enable = decision { true } else { false }
            try operation.keepLicenses(font)
            if enables, caller.authority == .user { try operation.setDisabledByUser(false, same) }
            var row = tags == same.tags ? same : try operation.setTags(tags, same)
            if enables { row = try operation.setEnabled(true, row) }
            let registration = row.registration(faces: faces, paths: paths)
            var outcome: FontOutcome =
                enables
                ? .enabledAgain(font.file, known, registration) : .alreadyRegistered(font.file, known, registration)
            outcome.isTagged = row.tags != same.tags
            return outcome
        case .replace(let known):
            let row = try replace(
                giveWay, with: font, same: same, scope: scope, caller: caller, options: options, operation)
            replacements[row.id] = giveWay.map(\.id)
            var outcome = try outcome(.replaced, row)
            outcome.lacking = known.names(notIn: faces)
            return outcome
        }
    }

    private func replace(
        _ holders: [RegistrationRow], with font: PreparedFont, same: RegistrationRow?, scope: FontScope,
        caller: Caller, options: RegistrationOptions, _ operation: StoreOperation
    ) throws -> RegistrationRow {
        let names = Set(font.inspection.faces.flatMap { ExactNames(of: $0).all })
        let revisions = Set(font.inspection.faces.map(\.revision))
        var (hasSameRevision, covered): (Bool, [String]) = (false, [])
        for holder in holders {
            // Log a removal if the new file lacks faces of the replaced one, because those faces are gone, not
            // replaced.
            let faces = try operation.database.known(holder).faces
            let isCovered = faces.allSatisfy { names.isSuperset(of: $0.names.all) }
            hasSameRevision = hasSameRevision || faces.contains { revisions.contains($0.revision) }
            if isCovered { covered.append(holder.id) }
            try operation.remove(holder, isLogged: !isCovered)
        }
        if let same { try operation.remove(same, isLogged: false) }
        var record = font.record(scope, provider: caller.provider, options, at: operation.now)
        if record.tags.isEmpty { record.tags = holders.first { $0.provider == caller.provider }?.tags ?? [] }
        if caller.isOfUser { record.tags = try operation.tags(record.tags, of: font.inspection.faces) }
        return try operation.add(
            font, record, as: .replaced, replacing: covered,
            before: hasSameRevision ? holders.compactMap(\.placement).min() : nil)
    }

    /// Returns the facts that the rules need about a registration, with its file as visible to the caller.
    private func known(_ row: RegistrationRow, to caller: Caller, _ database: Database) throws -> KnownRegistration {
        var known = try database.known(row)
        if !caller.maySee(row.provider) { known.file = row.path(paths) ?? "" }
        return known
    }
}
