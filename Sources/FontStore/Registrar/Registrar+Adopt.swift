import FontModel
import Glibc
import Inspection
import SystemPackage

extension Registrar {
    /// A font file of the user's folders that passed inspection.
    private struct LooseFont: Sendable {
        var font: PreparedFont
        /// The state of the file when its bytes were read.
        var state: Fingerprint
        /// The path of its folder without links.
        var folder: String

        var file: AdoptionPlan.File {
            AdoptionPlan.File(
                path: font.file, sha256: font.inspection.sha256,
                modified: Double(state.seconds) + Double(state.nanoseconds) / 1e9)
        }
    }

    /// Registers the fonts in the user's folders as one batch, and then moves their files to the trash.
    ///
    /// A file is moved once its bytes are stored and shown from there. If the process ends before, the file stays, and
    /// the next call moves it.
    ///
    /// - Parameter folders: The folders; the usual font folders if there are none.
    /// - Throws: The errors of ``LooseFonts``; `unsupportedScope` (307) for the store of all users; `registrationFailed`
    ///   (301) if the store cannot be used. No file was moved then.
    package func adopt(_ folders: [String], isDryRun: Bool) throws(FontError) -> AdoptionReport {
        guard !paths.isOfAllUsers else {
            throw FontError(
                .unsupportedScope,
                "Fonts for all users cannot be adopted. Register them from their files.")
        }
        // A rule file that was created since is not noticed, and may hide a font.
        if !context.isOfCommand { FontConfigurationCache.shared.forget(context.fontconfigFile) }
        FontConfigurationCache.shared.prefetch(context.fontconfigFile)
        let found = try LooseFonts(in: folders, paths)
        let staging = isDryRun || found.files.isEmpty ? nil : try StagingArea(paths: paths)
        let (inspector, folders) = (FileInspector(context), found.settled)
        let intake = try BatchIntake(
            found.files, isAtomic: false, watcher: BatchWatcher()
        ) { item throws(FontError) in
            let source = try SourceFile(opening: item.name)
            guard let state = source.fingerprint() else { throw SourceFile.unreadable(item.name, .badFileDescriptor) }
            let copy = try Self.copied(source, to: staging)
            let inspection = try inspector.inspect(copy, given: item.name)
            return LooseFont(
                font: PreparedFont(
                    file: item.name, staged: copy as? StagedFile, inspection: inspection, licenses: item.licenses),
                state: state, folder: folders[PathText.folder(of: item.name)] ?? "")
        }
        let loose = intake.prepared.map(\.font)
        let refused = intake.outcomes.compactMap { outcome in
            outcome.error.flatMap { FontOutcome.failed(outcome.item, $0).error }
        }
        let left = (found.left + refused).sorted { $0.file ?? "" < $1.file ?? "" }
        guard !loose.isEmpty else {
            return AdoptionReport(generation: try presentGeneration(), fonts: [], left: left)
        }
        let files = Dictionary(loose.map { ($0.font.file, $0) }, uniquingKeysWith: { first, _ in first })
        // fontconfig scans the folders before the lock is taken.
        let rejected = WithheldFaces.rejected(files.mapValues(\.font.inspection.faces), context)
        try staging?.intend(Set(loose.map(\.font.inspection.sha256)).sorted())
        let committed = try commit(
            scopes: [.persistent], isLarge: loose.count >= Self.largeBatch, isDryRun: isDryRun
        ) { operation in
            operation.isUndoable = true
            let withheld = WithheldFaces(
                try operation.database.hiddenFonts().hiddenFonts, rejected: rejected)
            let (fonts, partly) = try self.register(loose, withheld, operation)
            return (
                fonts: fonts, partly: partly, moved: operation.moved, stored: Set(operation.storedObjects),
                withheld: withheld
            )
        }
        withExtendedLifetime(staging) {}
        var fonts = committed.value.fonts
        if !isDryRun {
            // Under the lock, as another process may undo the operation.
            let lock = Result { () throws(FontError) in try StoreLock(paths) }
            move(&fonts, committed.value.moved, files, new: committed.value.stored, lock)
            withExtendedLifetime(lock) {}
        }
        // Files of disabled fonts that could not be moved are hidden as they were before.
        let staying = fonts.filter { !$0.registration.isEnabled }.flatMap(\.files).filter { !$0.isMoved }
        let faces = staying.flatMap { committed.value.withheld.hidden(in: $0.path) }
        if !isDryRun, !faces.isEmpty {
            _ = try commit(scopes: [.persistent]) { try $0.setHidden(true, faces) }
        }
        return AdoptionReport(
            generation: committed.generation, fonts: fonts,
            left: (left + committed.value.partly).sorted { $0.file ?? "" < $1.file ?? "" })
    }

    /// Moves the files of registered fonts to the trash, and notes which were moved.
    ///
    /// - Parameters:
    ///   - loose: The files as they were read, by path.
    ///   - new: The contents that were stored just now; the stored bytes of the others are checked.
    ///   - lock: The lock of the store; without it no file is moved, and the fonts stay registered.
    private func move(
        _ fonts: inout [AdoptedFont], _ moved: [RecordedOperation.MovedFile], _ loose: [String: LooseFont],
        new: Set<String>, _ lock: Result<StoreLock, FontError>
    ) {
        let names = Dictionary(moved.map { ($0.path, $0.trashed) }, uniquingKeysWith: { first, _ in first })
        var open: [String: OpenFonts.File] = [:]
        if context.reportsUsers { for file in moved { open[file.path] = OpenFonts.File(file.path) } }
        let users = OpenFonts(Set(open.values), of: paths)
        let trash = DesktopTrash(paths)
        for place in fonts.indices {
            let sha256 = fonts[place].registration.sha256
            let fault = reasonToStay(fonts[place].registration.id, sha256, isNew: new.contains(sha256))
            for file in fonts[place].files.indices {
                let path = fonts[place].files[file].path
                guard let name = names[path], let read = loose[path] else { preconditionFailure("a file of no font") }
                do throws(FontError) {
                    if case .failure(let error) = lock { throw DesktopTrash.stays(path, error) }
                    if let fault { throw fault }
                    try trash.take(path, named: name, in: read.state, sha256: sha256, settled: read.folder)
                    fonts[place].files[file].isMoved = true
                    if let user = open[path] { fonts[place].inUseBy += users.users(of: user) }
                } catch {
                    fonts[place].files[file].error = error.of(path)
                }
            }
        }
    }

    /// Moves the files of an operation that is redone to the trash again, once their fonts are registered.
    ///
    /// - Returns: One outcome per file.
    func takeAgain(_ moved: [RecordedOperation.MovedFile], isDryRun: Bool) -> [FontOutcome] {
        guard !moved.isEmpty else { return [] }
        let lock = isDryRun ? nil : Result { () throws(FontError) in try StoreLock(paths) }
        defer { withExtendedLifetime(lock) {} }
        let trash = DesktopTrash(paths)
        return moved.map { file in
            do throws(FontError) {
                if case .failure(let error) = lock { throw DesktopTrash.stays(file.path, error) }
                guard GivenPath.exactly(file.path, { access($0, F_OK) }) == 0 else {
                    return FontOutcome(item: file.path, status: .unchanged)
                }
                let source = try SourceFile(opening: file.path)
                guard let folder = LooseFonts.settledFolder(of: file.path, paths), let state = source.fingerprint(),
                    try source.sha256() == file.sha256
                else { throw DesktopTrash.changed(file.path) }
                guard !isDryRun else { return FontOutcome(item: file.path, status: .movedToTrash) }
                let id = RegistrationID.make(
                    sha256: file.sha256, scope: .persistent, provider: Caller.userProvider)
                if let fault = reasonToStay(id, file.sha256, isNew: false) { throw fault }
                try trash.take(
                    file.path, named: file.trashed, in: state, sha256: file.sha256, settled: folder)
                return FontOutcome(item: file.path, status: .movedToTrash)
            } catch {
                return .failed(file.path, error)
            }
        }
    }

    /// Registers fonts as the plan says, and records which files are to be moved.
    ///
    /// - Returns: The fonts, and the errors of files that stay because a part of them is hidden.
    private func register(
        _ loose: [LooseFont], _ withheld: WithheldFaces, _ operation: StoreOperation
    ) throws -> (fonts: [AdoptedFont], partly: [FontError]) {
        let database = operation.database
        let files = loose.map { font in
            let faces = font.font.inspection.faces
            var file = font.file
            (file.faceCount, file.hiddenFaces) = (faces.count, withheld.places(of: faces, in: file.path))
            return file
        }
        func row(_ group: [Int]) throws -> RegistrationRow? {
            let id = RegistrationID.make(
                sha256: files[group[0]].sha256, scope: .persistent, provider: Caller.userProvider)
            return try operation.row(id)
        }
        var partly: [FontError] = []
        let groups = try AdoptionPlan.groups(of: files).filter { group in
            let places = AdoptionPlan.partlyHiddenFaces(group.map { files[$0] })
            // A registration shows all faces already, or none.
            guard try !places.isEmpty && row(group) == nil else { return true }
            let names = places.map { loose[group[0]].font.inspection.faces[$0].postscriptName }
            partly += group.map { FontError.partlyHidden(files[$0].path, names) }
            return false
        }
        // The rule is for the file at its path; the registration has the state.
        try operation.setHidden(false, groups.joined().flatMap { withheld.hidden(in: files[$0].path) })
        let registered = try groups.map(row)
        let fonts = try zip(groups, registered).map { group, row in
            let faces = loose[group[0]].font.inspection.faces
            return AdoptionPlan.Font(
                files: group.map { files[$0] }, faces: faces.map(KnownRegistration.KnownFace.init),
                same: try row.map(database.known),
                holders: try operation.holders(of: faces, .persistent, otherThan: files[group[0]].sha256)
                    .map(database.known))
        }
        let adopted = try zip(AdoptionPlan.steps(for: fonts), groups.indices).map { step, place in
            let group = groups[place]
            var font = loose[group[0]].font
            // A copy may lie beside the licence.
            font.licenses = group.map { loose[$0].font.licenses }.first { !$0.isEmpty } ?? []
            var row: RegistrationRow
            let reason: AdoptedFont.Reason?
            switch step {
            case .keep(let isEnabled):
                guard let same = registered[place] else { preconditionFailure("kept without an earlier registration") }
                try operation.keepLicenses(font)
                (row, reason) = (same, isEnabled ? nil : .disabledBefore)
            case .enable, .disable:
                if case .disable(let given) = step { reason = given } else { reason = nil }
                row = try operation.add(
                    font,
                    RegistrationRecord(
                        file: font.file, provider: Caller.userProvider, isEnabled: reason == nil,
                        tags: operation.tags([], of: font.inspection.faces), registeredAt: operation.now))
                if reason == nil { try operation.setDisabledByUser(false, row) }
                if reason == .disabledBefore { try operation.setDisabledByUser(true, row) }
            }
            let faces = font.inspection.faces
            operation.moved += group.map { index in
                RecordedOperation.MovedFile(
                    name: faces.first?.postscriptName ?? "", path: files[index].path,
                    trashed: DesktopTrash.newName(for: files[index].path), sha256: files[index].sha256,
                    seconds: loose[index].state.seconds, nanoseconds: loose[index].state.nanoseconds)
            }
            return AdoptedFont(
                files: group.map { AdoptedFont.File(path: files[$0].path) },
                registration: row.registration(faces: faces, paths: paths),
                wasRegistered: registered[place] != nil, reason: reason)
        }
        return (adopted, partly)
    }

    /// Returns the error for files whose font is no longer registered, not stored soundly or not shown; nil if programs
    /// do not need the files.
    ///
    /// - Parameter isNew: Whether the bytes were stored just now, and need no check.
    private func reasonToStay(_ id: String, _ sha256: String, isNew: Bool) -> FontError? {
        do throws(FontError) {
            let found = try read { database, session in
                try database?.registrations(.id(id), session: session).first
            }
            guard let row = found else {
                return FontError(
                    .notRegistered,
                    "The font was unregistered in the meantime, so the file stays where it is. Adopt it again if you want it."
                )
            }
            let objects = projection.objects
            let fault = isNew ? nil : try objects.fault(sha256)
            if fault == nil, !objects.isObstructed(sha256), isShown(row) { return nil }
        } catch {
            // Bytes that cannot be read now count as damaged.
        }
        return FontError(
            .registrationFailed,
            "The font is registered, but its stored bytes are damaged or not shown to programs, so the file stays where it is. Repair the store, then adopt the file again.",
            cause: .store(.damaged, detail: sha256))
    }

    /// Whether programs find a font where it is shown, or are not to find it.
    private func isShown(_ row: RegistrationRow) -> Bool {
        guard row.isEnabled else { return true }
        guard let path = row.path(paths) else { return false }
        let shown = Fingerprint.Identity(of: path)
        if shown != nil, shown == Fingerprint.Identity(of: paths.object(row.sha256)) { return true }
        return ByteCopy.sha256(ofFile: path) == row.sha256
    }
}
