import FontRegistry

/// Changes of whole collections, which are the user's.
extension Tag {
    /// Returns the change of collections that a line means; nil if it concerns the tags of some registrations alone.
    func collectionChange(
        _ manager: FontManager, _ selection: SelectedProperties, in context: FontctlContext
    ) async throws(FontError) -> CollectionChange? {
        let name = tag?.text ?? ""
        switch action {
        case .list: return nil
        case .create: return .create(name)
        case .delete:
            _ = try await existing(name, manager)
            return .remove(name)
        case .order:
            let names = [name] + fonts.map(\.text)
            let known = Set(try await manager.collections().map(\.name))
            if let unknown = names.first(where: { !known.contains($0) }) {
                throw SelectedProperties(tag: unknown).nothing()
            }
            return .order(names)
        case .arrange:
            let collection = try await existing(name, manager)
            return .arrange(try fonts.map { font throws(FontError) in try member(font.text, of: collection) }, in: name)
        case .rename:
            guard isOfUser(selection) else { return nil }
            _ = try await existing(name, manager)
            return .rename(name, to: fonts.first?.text ?? "")
        case .add:
            guard isOfUser(selection), family == nil, !fonts.isEmpty else { return nil }
            let (families, rest) = try await families(manager, selection, in: context)
            guard !families.isEmpty else { return nil }
            return .add(families, registrations: try await ids(rest, manager, selection, in: context), to: name)
        case .remove:
            guard isOfUser(selection), family == nil,
                let collection = try await manager.collections().first(where: { $0.name == name }),
                !collection.families.isEmpty
            else { return nil }
            if fonts.isEmpty {
                return .take(collection.families, registrations: collection.registrations, from: name)
            }
            let own = try await manager.registered().filter { $0.tags.contains(name) }
            let members = fonts.filter { collection.hasFamily($0.text, among: own) }
            guard !members.isEmpty else { return nil }
            let rest = fonts.filter { !collection.hasFamily($0.text, among: own) }
            return .take(
                members.map(\.text), registrations: try await ids(rest, manager, selection, in: context), from: name)
        }
    }

    /// Makes a change of collections.
    func report(
        _ change: CollectionChange, by manager: FontManager, in context: FontctlContext
    ) async throws(FontError) -> SummaryReport {
        var summary = try await manager.changeCollections([change], isDryRun: isDryRun)
        if action == .rename, summary.outcomes.contains(where: { $0.registration != nil }) {
            // The fonts are named with the new name.
            summary.outcomes.removeAll { $0.registration == nil }
        }
        var report = await SummaryReport.change(summary, isDryRun: isDryRun, by: manager, in: context)
        if [.remove, .delete].contains(action) { report.operation = .untag }
        report.namesTags = action == .rename
        report.collectionStep =
            switch action {
            case .add: .added
            case .remove: .takenOut
            case .create: .created
            case .delete: .deleted
            case .rename: .renamed
            case .order, .arrange, .list: .ordered
            }
        return report
    }

    /// Whether a change concerns the user's collections, not only the fonts of a provider or a scope.
    private func isOfUser(_ selection: SelectedProperties) -> Bool {
        provider.provider == nil && selection.scope == nil
    }

    private func existing(_ name: String, _ manager: FontManager) async throws(FontError) -> FontCollection {
        guard let collection = try await manager.collections().first(where: { $0.name == name }) else {
            throw SelectedProperties(tag: name).nothing()
        }
        return collection
    }

    private func member(_ text: String, of collection: FontCollection) throws(FontError) -> String {
        let folded = LookupName.fold(text)
        guard let family = collection.allFamilies.first(where: { LookupName.fold($0) == folded }) else {
            throw FontError(
                .notRegistered,
                "The collection “\(collection.name)” has no family of that name. Nothing was changed. `fontctl tag list` with its name lists its families.",
                file: text)
        }
        return family
    }

    /// Returns the families of the system that some of the texts mean, and the texts that mean registered fonts or nothing.
    private func families(
        _ manager: FontManager, _ selection: SelectedProperties, in context: FontctlContext
    ) async throws(FontError) -> (families: [String], rest: [TargetArgument]) {
        var (families, rest): ([String], [TargetArgument]) = ([], [])
        let chosen = ChosenFonts(manager: manager, options: selection, context: context)
        for font in fonts {
            let isRegistered = try await !chosen.registrations([font]).chosen.isEmpty
            if !isRegistered, !font.isPath, let family = try await Self.systemFamily(font.text, manager) {
                families.append(family)
            } else {
                rest.append(font)
            }
        }
        return (families, rest)
    }

    /// Returns the family of the system that a text means, by its own name or by that of one of its fonts.
    private static func systemFamily(_ text: String, _ manager: FontManager) async throws(FontError) -> String? {
        if let font = try await manager.fonts(matching: FontQuery(family: text)).first(where: { $0.origin == .system })
        {
            return font.face.family
        }
        if let font = try await manager.hiddenFonts(meantBy: .any(text)).first { return font.face.family }
        return try await manager.systemFonts(answeringTo: text).first?.face.family
    }

    /// Returns the ids of the registrations that texts mean, all of which must mean some.
    private func ids(
        _ texts: [TargetArgument], _ manager: FontManager, _ selection: SelectedProperties, in context: FontctlContext
    ) async throws(FontError) -> [String] {
        guard !texts.isEmpty else { return [] }
        let found = try await ChosenFonts(manager: manager, options: selection, context: context).registrations(texts)
        if let joined = found.joined { throw joined.error(provider.command("tag", action.rawValue, tag?.text ?? "")) }
        if let missing = found.missing.first { throw selection.nothing(named: missing) }
        return found.chosen.map(\.id)
    }
}

extension FontCollection {
    /// Whether the user added a family, under a name in any spelling or language.
    ///
    /// - Parameter registered: The registered fonts of the collection, which have the names in other languages.
    fileprivate func hasFamily(_ name: String, among registered: [Registration]) -> Bool {
        let (folded, known) = (LookupName.fold(name), Set(families.map(LookupName.fold)))
        return known.contains(folded)
            || registered.contains { registration in
                registration.faces.contains { face in
                    let names = face.familyNames.map(LookupName.fold)
                    return names.contains(folded) && names.contains(where: known.contains)
                }
            }
    }
}
