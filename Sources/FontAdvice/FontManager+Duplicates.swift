public import FontRegistry

extension FontManager {
    /// Returns the fonts of any origin that have a PostScript name, or all bytes, in common, and of which programs see at
    /// least two.
    ///
    /// Registered fonts of all providers, the user's own files in font folders, fonts of packages and all others that
    /// fontconfig finds are compared, with disabled and hidden ones. Names count as in a registration:
    /// those of faces and of named instances. Files with the same bytes are a group of their own
    /// (``DuplicateGroup/Kind/contents``), also beside others of their name. A file with several paths, as by a link, is
    /// one font. Fonts in process scope are left out.
    ///
    /// All fonts of a shared name are read.
    /// - Returns: The groups by family and name; those that only packages have, which
    ///   ``resolve(_:keeping:isDryRun:)`` leaves as they are, have ``DuplicateGroup/isResolvable`` false.
    /// - Throws: `FontError` with code ``FontError/Code/missingEntitlement`` (302) without the user's authority, or through
    ///   the service; ``FontError/Code/registrationFailed`` (301) if the store or fontconfig cannot be used.
    public func duplicates() async throws(FontError) -> [DuplicateGroup] {
        var context = ExplainingContext(registry: storeContext)
        context.packageOwners = PackageOwner.find
        return try await duplicates(in: context)
    }

    /// Returns the duplicates with the packages of a context.
    package func duplicates(in context: ExplainingContext) async throws(FontError) -> [DuplicateGroup] {
        let registry = try contextOfMachine("Only the user can list duplicates.")
        return try await DuplicateSearch(self, in: context, registry.paths).groups()
    }

    /// Keeps one font of a group, and takes the others away from programs, as one operation that `undo` takes back.
    ///
    /// Registered fonts are disabled. The user's own files in font folders are moved to the trash of the home, never
    /// deleted, also those on other file systems, as the Trash specification of freedesktop.org allows. Those with other
    /// bytes than the font that stays, or with those of a font that others can take away, are adopted first, as disabled fonts, so that the store keeps their bytes whatever
    /// happens to the trash. Fonts of packages and of the administrator stay as they are, and are in
    /// ``DuplicateResolution/left``. Files that programs do not see stay, too. A font that stays and is disabled or hidden is
    /// shown again.
    ///
    /// Before anything is changed, the font that stays is read and checked.
    /// - Parameters:
    ///   - group: A group of ``duplicates()``.
    ///   - kept: The member that stays.
    ///   - isDryRun: Whether nothing is changed: the outcomes are those that the operation would have now.
    /// - Returns: The outcomes, and the fonts that programs still see. A font that changed since the group was listed
    ///   fails and stays.
    /// - Throws: `FontError`; nothing was changed then. The codes are ``FontError/Code/insufficientInfo`` (303) if the group
    ///   has no such member, or fontconfig's configuration hides it; ``FontError/Code/fileNotFound`` (101), ``FontError/Code/unrecognizedFormat`` (103) or
    ///   ``FontError/Code/invalidFontData`` (104) if the font that stays cannot be read, is damaged, or has changed;
    ///   ``FontError/Code/notRegistered`` (201) if it was unregistered; ``FontError/Code/duplicatedName`` (305) if it is
    ///   disabled and a font outside of the group has its name; ``FontError/Code/missingEntitlement`` (302) without the
    ///   user's authority, or through the service; ``FontError/Code/registrationFailed`` (301) if the store cannot be used.
    @discardableResult
    public func resolve(
        _ group: DuplicateGroup, keeping kept: DuplicateFont.ID, isDryRun: Bool = false
    ) async throws(FontError) -> DuplicateResolution {
        try await resolve([DuplicateGroup.Choice(in: group, keeping: kept)], isDryRun: isDryRun)
    }

    /// Keeps one font of each of several groups, as one operation; see ``resolve(_:keeping:isDryRun:)``.
    ///
    /// - Throws: The errors for one group; ``FontError/Code/insufficientInfo`` (303) also if a font is to stay in one group
    ///   and to go in another.
    @discardableResult
    public func resolve(
        _ choices: [DuplicateGroup.Choice], isDryRun: Bool = false
    ) async throws(FontError) -> DuplicateResolution {
        let kept = Set(choices.map(\.kept))
        var known: Set<String> = []
        var decisions: [DuplicateChoice] = []
        var left: [DuplicateResolution.Left] = []
        var gone: [DuplicateFont] = []
        for choice in choices {
            guard let font = choice.group[member: choice.kept] else {
                throw FontError(
                    .insufficientInfo, "The font to keep is none of the duplicates. Specify one of them.",
                    file: choice.kept)
            }
            // Only the user's own hiding can be taken back.
            guard font.condition != .hidden || font.registration == nil else {
                throw FontError(
                    .insufficientInfo,
                    "Your configuration of fontconfig hides the font to keep, so programs would have none of these; nothing was changed. Keep another one, or first change the configuration as `fontctl why` explains.",
                    file: font.file)
            }
            let others = choice.group.members.filter { $0.id != choice.kept }
            if let both = others.first(where: { kept.contains($0.id) }) {
                throw FontError(
                    .insufficientInfo,
                    "The font is to stay in one group of duplicates, and to go in another. Keep the same font in both.",
                    file: both.file)
            }
            let new = others.filter { known.insert($0.id).inserted }
            gone += new.filter { $0.isVisible && $0.isChangeable }
            left += new.filter { $0.isVisible && !$0.isChangeable }.map { .init(font: $0, error: $0.staying) }
            decisions.append(
                DuplicateChoice(
                    keeping: font.registration.map { .registration(id: $0.id) } ?? .file(font.listed),
                    registrations: new.compactMap(\.registration).filter(\.isEnabled).map(\.id),
                    files: new.filter { $0.origin == .own && $0.isVisible }.map(\.listed)))
        }
        let keepers = choices.compactMap { $0.group[member: $0.kept] }
        let lost = try await namesLost(with: gone, keeping: keepers)
        let summary = try await resolve(decisions, isDryRun: isDryRun)
        // A font that failed stays, and its names with it.
        let failed = Set(summary.outcomes.filter { !$0.isSuccess }.map(\.item))
        let stayed = Set(gone.filter { failed.contains($0.id) || failed.contains($0.file) }.flatMap(\.exactNames))
        return DuplicateResolution(summary: summary, left: left, lost: lost.filter { !stayed.contains($0) })
    }

    /// Returns the PostScript names that only fonts have that are taken away, sorted.
    private func namesLost(
        with gone: [DuplicateFont], keeping kept: [DuplicateFont]
    ) async throws(FontError) -> [String] {
        var names = Set(gone.flatMap(\.exactNames))
        names.subtract(kept.flatMap(\.exactNames))
        guard !names.isEmpty else { return [] }
        let ids = Set(gone.map(\.id))
        for registration in try await registered(state: .enabled) where !ids.contains(registration.id) {
            names.subtract(registration.faces.flatMap { ExactNames(of: $0).all })
        }
        for font in try await systemFonts() where !ids.contains(font.path ?? "") {
            names.subtract(ExactNames(of: font.face).all)
        }
        return names.sorted()
    }
}

extension DuplicateFont {
    /// The PostScript names of all faces and named instances.
    fileprivate var exactNames: [String] { faces.flatMap { ExactNames(of: $0).all } }

    fileprivate var listed: DuplicateChoice.File { .init(path: path ?? "", sha256: sha256) }

    /// The error of a font that fontd does not touch.
    fileprivate var staying: FontError {
        FontError(
            .systemRequired,
            package.map {
                "The font belongs to the package \($0) and stays as it is. Remove the package if you do not need it, or hide the font from your programs."
            } ?? "The font is in no font folder of yours and stays as it is. Hide it from your programs.",
            file: file)
    }
}
