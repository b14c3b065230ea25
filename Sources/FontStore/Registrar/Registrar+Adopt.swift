import FontModel
import Inspection

extension Registrar {
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
        let intake = try read(found.files, of: found, into: staging)
        let loose = intake.prepared.map(\.font)
        let refused = intake.outcomes.compactMap { outcome in
            outcome.error.flatMap { FontOutcome.failed(outcome.item, $0).error }
        }
        let left = (found.left + refused).sorted { $0.file ?? "" < $1.file ?? "" }
        guard !loose.isEmpty else {
            return AdoptionReport(generation: try presentGeneration(), fonts: [], left: left)
        }
        let files = Dictionary(loose.map { (ExactText($0.font.file), $0) }, uniquingKeysWith: { first, _ in first })
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
            let value = committed.value
            Self.note(moveToTrash(value.moved, files, new: value.stored), in: &fonts)
        }
        // Files of disabled fonts that could not be moved are hidden as they were before.
        let staying = fonts.filter { !$0.registration.isEnabled }.flatMap(\.files).filter { !$0.isMoved }
        let faces = staying.flatMap { committed.value.withheld.hidden(in: $0.path) }
        if !isDryRun { try hideAgain(faces, of: faces.map { ExactText($0.path) }) }
        return AdoptionReport(
            generation: committed.generation, fonts: fonts,
            left: (left + committed.value.partly).sorted { $0.file ?? "" < $1.file ?? "" },
            operation: committed.operation)
    }

    /// Notes which files of registered fonts were moved to the trash.
    ///
    /// - Parameter results: The results by path.
    private static func note(_ results: [ExactText: Result<[FontUser], FontError>], in fonts: inout [AdoptedFont]) {
        for place in fonts.indices {
            for file in fonts[place].files.indices {
                switch results[ExactText(fonts[place].files[file].path)] {
                case .success(let users)?:
                    fonts[place].files[file].isMoved = true
                    fonts[place].inUseBy += users
                case .failure(let error)?: fonts[place].files[file].error = error
                case nil: preconditionFailure("a file of no font")
                }
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
}
