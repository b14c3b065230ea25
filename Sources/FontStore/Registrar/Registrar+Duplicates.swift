import FontModel
import Glibc
import Inspection

extension Registrar {
    /// Keeps one font of each choice, and takes the others away from programs, as one operation that can be undone.
    ///
    /// Registrations are disabled. A loose file is moved to the trash once something else keeps its bytes: the font that
    /// stays, if it has the same ones and only the user can take it away, or else a new registration of the user, which is
    /// disabled. If the process ends before, the file stays.
    ///
    /// - Returns: An outcome for each registration that was disabled or enabled, and for each file. A file that is not in
    ///   the font folders any more, has other bytes, is hidden as a whole, or cannot be moved, stays with an error.
    /// - Throws: The error of a font that was to stay and that is not there, not readable or damaged;
    ///   `duplicatedName` (305) if a disabled one cannot be enabled; `unsupportedScope` (307) for the store of all users;
    ///   `registrationFailed` (301) if the store cannot be used. Nothing was changed then.
    package func resolve(_ choices: [DuplicateChoice], isDryRun: Bool) throws(FontError) -> FontSummary {
        guard !paths.isOfAllUsers else {
            throw FontError(.unsupportedScope, "Duplicates are resolved for one user. Omit --system.")
        }
        if !context.isOfCommand { FontConfigurationCache.shared.forget(context.fontconfigFile) }
        FontConfigurationCache.shared.prefetch(context.fontconfigFile)
        let kept = try choices.map { choice throws(FontError) in try keptFont(choice.keeper) }
        let wanted = Dictionary(
            choices.flatMap(\.files).map { (ExactText($0.path), $0.sha256) }, uniquingKeysWith: { first, _ in first })
        let found: LooseFonts? = wanted.isEmpty ? nil : try LooseFonts(in: [], paths)
        let staging = isDryRun || wanted.isEmpty ? nil : try StagingArea(paths: paths)
        var loose: [ExactText: LooseFont] = [:]
        var refused: [ExactText: FontError] = [:]
        if let found {
            let intake = try read(found.files.filter { wanted[ExactText($0.name)] != nil }, of: found, into: staging)
            for (_, font) in intake.prepared {
                let path = ExactText(font.font.file)
                if font.font.inspection.sha256 == wanted[path] {
                    loose[path] = font
                } else {
                    refused[path] = .listAgain
                }
            }
            for outcome in intake.outcomes {
                let path = ExactText(outcome.item)
                if loose[path] == nil { refused[path] = refused[path] ?? outcome.error }
            }
        }
        let contents = Set(loose.values.map(\.font.inspection.sha256)).sorted()
        try staging?.intend(contents)
        let committed = try commit(
            scopes: [.persistent], isLarge: contents.count >= Self.largeBatch, isDryRun: isDryRun
        ) { operation in
            (operation.isUndoable, operation.resolvesDuplicates) = (true, true)
            let before = try operation.database.hiddenFonts().hiddenFonts
            var outcomes: [FontOutcome] = []
            for (choice, kept) in zip(choices, kept) {
                outcomes += try choice.registrations.map { try self.disable($0, operation) }
                outcomes += try choice.files.map { file in
                    let path = ExactText(file.path)
                    guard let font = loose[path] else {
                        return .failed(file.path, refused[path] ?? .listAgain)
                    }
                    return try self.takeAway(font, from: operation, keeping: kept)
                }
            }
            let (paths, rest) = (
                Set(operation.moved.map { ExactText($0.path) }), try operation.database.hiddenFonts().hiddenFonts
            )
            let places = Set(rest.map(\.place))
            let hidden = before.filter { paths.contains(ExactText($0.path)) && !places.contains($0.place) }
            // Once the others have given their names free.
            for kept in kept { if let outcome = try self.show(kept, operation) { outcomes.append(outcome) } }
            return (
                outcomes: outcomes, moved: operation.moved, stored: Set(operation.storedObjects), hidden: hidden
            )
        }
        withExtendedLifetime(staging) {}
        var outcomes = committed.value.outcomes
        if !isDryRun {
            let results = moveToTrash(committed.value.moved, loose, new: committed.value.stored)
            try hideAgain(committed.value.hidden, of: results.filter { (try? $1.get()) == nil }.keys)
            for place in outcomes.indices where outcomes[place].status == .movedToTrash {
                switch results[ExactText(outcomes[place].item)] {
                case .success(let users)?: outcomes[place].inUseBy = users
                case .failure(let error)?:
                    outcomes[place].status = .failed
                    outcomes[place].error = error
                case nil: preconditionFailure("a file that was not to be moved")
                }
            }
        }
        var summary = FontSummary(generation: committed.generation, outcomes: withUsers(outcomes, committed))
        summary.operation = committed.operation
        return summary
    }

    // MARK: The font that stays

    /// Returns the font that stays, of which the bytes are read and checked.
    private func keptFont(_ keeper: DuplicateChoice.Keeper) throws(FontError) -> KeptFont {
        switch keeper {
        case .registration(let id):
            let found = try read { database, session in
                try database?.registrations(.id(id), session: session).first
            }
            guard let row = found else {
                throw FontError(
                    .notRegistered,
                    "The font to keep was unregistered in the meantime; nothing was changed. List the duplicates again.",
                    file: id)
            }
            guard try projection.objects.fault(row.sha256) == nil, !projection.objects.isObstructed(row.sha256) else {
                throw FontError(
                    .invalidFontData,
                    "The stored bytes of the font to keep are missing or damaged; nothing was changed. Repair the store, or keep another one.",
                    file: row.file)
            }
            let isUsers = row.provider == Caller.userProvider && row.scope == .persistent
            return KeptFont(keeper: keeper, sha256: row.sha256, isLasting: isUsers)
        case .file(let file):
            do throws(FontError) {
                let copy = try Self.copied(try SourceFile(opening: file.path), to: nil)
                guard copy.sha256 == file.sha256 else { throw FontError.listAgain }
                _ = try FileInspector(context).inspect(copy, given: file.path)
            } catch {
                if error.storeFault != nil { throw error }
                throw FontError(
                    error.code,
                    Message(["The font to keep cannot be used, so nothing was changed.", error.text]),
                    file: file.path, cause: error.cause)
            }
            // A package may be removed or updated at any time, and a disk unplugged.
            return KeptFont(
                keeper: keeper, sha256: file.sha256, isLasting: LooseFonts.includes(file.path, paths))
        }
    }

    /// Shows the font that stays to programs, if it is disabled or hidden.
    ///
    /// - Returns: The outcome if something was changed.
    private func show(_ kept: KeptFont, _ operation: StoreOperation) throws -> FontOutcome? {
        switch kept.keeper {
        case .registration(let id):
            guard let row = try operation.row(id) else { throw FontError.listAgain.of(id) }
            guard !row.isEnabled else { return nil }
            let faces = try operation.database.faces(contentID: row.contentID)
            if let obstacle = try operation.obstacle(toEnabling: faces, as: row.record, row.sha256) { throw obstacle }
            try operation.setDisabledByUser(false, row)
            let shown = try operation.setEnabled(true, row)
            return FontOutcome(item: row.file, status: .enabled, registration: try operation.registration(shown))
        case .file(let file):
            let hidden = try operation.database.hiddenFonts().hiddenFonts.filter { $0.path.hasBytes(of: file.path) }
            guard !hidden.isEmpty else { return nil }
            try operation.setHidden(false, hidden)
            return FontOutcome(item: file.path, status: .enabled, systemFonts: hidden.map(\.descriptor))
        }
    }

    // MARK: The others

    private func disable(_ id: String, _ operation: StoreOperation) throws -> FontOutcome {
        guard let row = try operation.row(id) else {
            return .failed(
                id, FontError(.notRegistered, "The font was unregistered in the meantime. List the duplicates again."))
        }
        try operation.setDisabledByUser(true, row)
        let present = row.isEnabled ? try operation.setEnabled(false, row) : row
        return FontOutcome(
            item: row.file, status: row.isEnabled ? .disabled : .unchanged,
            registration: try operation.registration(present))
    }

    /// Records that a file is to be moved, once its bytes are kept, and registers them if nothing else does that.
    private func takeAway(
        _ loose: LooseFont, from operation: StoreOperation, keeping kept: KeptFont
    ) throws -> FontOutcome {
        let (font, path) = (loose.font, loose.font.file)
        let sha256 = font.inspection.sha256
        if operation.moved.contains(where: { $0.path.hasBytes(of: path) }) {
            return FontOutcome(item: path, status: .unchanged)
        }
        // The rule is for the file at its path.
        let hidden = try operation.database.hiddenFonts().hiddenFonts.filter { $0.path.hasBytes(of: path) }
        // What programs do not see needs not go.
        guard !font.inspection.faces.allSatisfy({ face in hidden.contains { $0.face.index == face.index } }) else {
            return .failed(path, .listAgain)
        }
        let keeper = kept.keeper(of: sha256)
        var outcome = FontOutcome(item: path, status: .movedToTrash)
        if keeper == nil {
            let id = RegistrationID.make(sha256: sha256, scope: .persistent, provider: Caller.userProvider)
            var row = try operation.row(id)
            if row == nil {
                let added = try operation.add(
                    font,
                    RegistrationRecord(
                        file: path, provider: Caller.userProvider, isEnabled: false,
                        tags: operation.tags([], of: font.inspection.faces), registeredAt: operation.now))
                try operation.setDisabledByUser(true, added)
                row = added
            } else {
                try operation.keepLicenses(font)
            }
            outcome.registration = try row.map(operation.registration)
        }
        if !hidden.isEmpty { try operation.setHidden(false, hidden) }
        operation.moved.append(
            RecordedOperation.MovedFile(
                name: font.inspection.faces.first?.postscriptName ?? "", path: path,
                trashed: DesktopTrash.newName(for: path), sha256: sha256, seconds: loose.state.seconds,
                nanoseconds: loose.state.nanoseconds, keeper: keeper))
        return outcome
    }
}

extension FontError {
    /// The error of a font that is not as it was when the duplicates were listed.
    fileprivate static var listAgain: FontError {
        FontError(
            .invalidFontData, "The file was changed or moved after the duplicates were listed. List them again.")
    }
}
