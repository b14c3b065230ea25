import FontRegistry
import FontValidation

extension FontExplainer {
    /// Explains a name, the id of a registration, a file, or a folder or an archive of fonts.
    ///
    /// - Parameter meanings: What the text may mean, the most likely first.
    package func explain(_ meanings: [FontTarget]) async throws(FontError) -> Answer {
        var unknown: FontExplanation?
        for target in meanings {
            if case .file(let path) = target.kind {
                let registered = try await manager.registered()
                let selection = RegistrationSelection(
                    path: path, among: registered, resolving: AbsolutePath.resolver())
                let isKnown =
                    AbsolutePath.exists(path) || !selection.readings.isEmpty || FontFile.isArchived(path)
                guard meanings.count == 1 || isKnown else { continue }
                var answer = try await explain(file: path, registeredFrom: selection, among: registered)
                if answer.registration != nil { try await addUnrecorded(to: &answer) }
                try await addReplacement(to: &answer)
                answer.program = program
                return .font(answer)
            }
            let named = try await explain(text: target.text)
            guard case .font(let font) = named, font.situation == .notFound, font.unrecorded.isEmpty,
                target != meanings.last
            else {
                return named
            }
            unknown = font
        }
        return .font(unknown ?? FontExplanation(meanings.first?.text ?? "", .notFound))
    }

    /// Explains a file, or a folder or an archive of fonts.
    ///
    /// - Parameter selection: The registrations from the path.
    private func explain(
        file path: String, registeredFrom selection: RegistrationSelection, among registered: [Registration]
    ) async throws(FontError) -> FontExplanation {
        if AbsolutePath.isFolder(path) { return try await explain(collection: path, .folder, among: registered) }
        // A font in an archive is read from there; several are those of a folder in it.
        let archived = FontFile.isArchived(path) ? Self.fonts(inArchiveAt: path) : []
        if let first = archived.first, archived.count > 1 || !first.name.hasBytes(of: path) {
            return try await explain(collection: path, .folder, among: registered)
        }
        if !AbsolutePath.exists(path), archived.isEmpty, selection.readings.first?.kind == .folder {
            return try await explain(gone: path, selection.all, among: registered)
        }
        let contents = archived.first.map { try? FontFile($0.open()) } ?? (try? FontFile(contentsOf: path))
        let identity = AbsolutePath.identity(path)
        let files = Set(selection.readings.filter { $0.kind == .file }.flatMap(\.registrations).map(\.id))
        let known = registered.filter { registration in
            files.contains(registration.id) || registration.sha256 == contents?.sha256
                || identity != nil && registration.path.flatMap { AbsolutePath.identity($0) } == identity
        }
        if let chosen = known.first(where: \.isEnabled) ?? known.first {
            // Programs see a font of the system at its own path, whatever is registered from there.
            let seen = try await chosen.isEnabled ? [] : manager.fonts(matching: FontQuery(file: path))
            if let font = seen.first(where: { $0.origin == .system }) {
                return await explain(system: font, as: path, besides: known)
            }
            var answer = try await explain(chosen, as: path, among: registered)
            if let contents, contents.sha256 != chosen.sha256, !chosen.path.hasBytes(of: path) {
                answer.isFileChanged = true
                guard answer.situation == .shown else { return answer }
                answer.remedy = .register(path, insteadOf: chosen, revision: contents.faces.first?.revision)
            }
            return answer
        }
        if let hidden = try await explain(hiddenAs: .file(path), as: path) { return hidden }
        if PackedFile.isReadable(path) { return try await explain(collection: path, .archive, among: registered) }
        if let font = try await manager.fonts(matching: FontQuery(file: path)).first {
            return await explain(system: font, as: path, besides: [])
        }
        let check = FontFile.check(archived.first ?? .file(path), as: FileValidation.self)
        var answer =
            if check.isValid, let contents {
                explain(unregistered: path, contents.faces, among: registered)
            } else {
                FontExplanation(path, .invalid, .getAnother(path, check.findings))
            }
        answer.file = path
        answer.findings = check.findings
        return answer
    }
}

extension FontExplainer {
    /// Returns the fonts at a path within an archive; without others, those packed for the web.
    private static func fonts(inArchiveAt path: String) -> [FontItem] {
        let items = [false, true].lazy.map { isUnwrapping in
            FoundFonts(at: [path], unwrapping: isUnwrapping).items.filter { item in
                if case .archived = item.kind { true } else { false }
            }
        }
        return items.first { !$0.isEmpty } ?? []
    }
}

extension Remedy {
    /// Removes matplotlib's lists of fonts that lack a font.
    package static func renewList(_ lists: MatplotlibLists, _ font: Registration?) -> Remedy {
        let files = lists.lacking(font?.path.map { [$0] } ?? [])
        guard !files.isEmpty else {
            return Remedy(
                sentence: lists.files.isEmpty
                    ? "matplotlib writes its list of fonts at its next start, and will find the font then."
                    : "matplotlib's list of fonts contains the font: restart the program if it is running.")
        }
        return Remedy(
            sentence: "To make matplotlib write a new list of fonts at its next start, remove the current one:",
            command: ShellWords.line(["rm"] + files))
    }

    /// Returns the remedy for an archive that cannot be registered.
    static func unpack(_ archive: String, _ error: FontError) -> Remedy {
        PackedFile.command(for: error, at: archive).map { Remedy(sentence: "To unpack and register it:", command: $0) }
            ?? Remedy(sentence: "Download the archive again, or choose another one.")
    }

    /// Returns the remedy for a file that cannot be registered.
    static func getAnother(_ file: String, _ findings: [FontFinding]) -> Remedy {
        let code = findings.first { $0.severity == .error }?.code.flatMap(FontError.Code.init(rawValue:))
        if code == .unrecognizedFormat,
            let command = PackedFile.command(for: FontError(.unrecognizedFormat, ""), at: file)
        {
            return Remedy(sentence: "To unpack and register it:", command: command)
        }
        return code == .invalidFontData
            ? Remedy(sentence: "Download the file again, or use another release of the font.")
            : Remedy(sentence: "Choose a TrueType or OpenType file that can be read.")
    }
}
