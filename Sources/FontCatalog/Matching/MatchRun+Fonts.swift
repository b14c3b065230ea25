import FontLookup
import FontModel

/// The fonts of names before and after a download.
extension MatchRun {
    /// What became of a name.
    enum State {
        case present(FontDescriptor)
        case failed(FontError)
        case missing
    }

    /// Returns a name with the wanted style, as it is found among fonts.
    func query(_ name: String) -> String { style.map { "\(name) \($0)" } ?? name }

    /// Returns what became of names, in their order; all of them are looked for at the same time.
    func states(of names: [String]) async -> [Result<State, FontError>] {
        let found = await withTaskGroup(of: (Int, Result<State, FontError>).self) { group in
            for (place, name) in names.enumerated() {
                group.addTask { (place, await Result { () async throws(FontError) in try await state(of: name) }) }
            }
            return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
        return names.indices.compactMap { found[$0] }
    }

    private func state(of name: String) async throws(FontError) -> State {
        let resolution = try await catalogs.fonts.resolve(query(name), substituting: false)
        if let font = resolution.match { return .present(font) }
        if style != nil, let font = try await face(named: name) { return .present(font) }
        // A download would not show it.
        guard let unusable = resolution.unusable else { return .missing }
        return .failed(FontError(.missingEntitlement, unusable.explanation, file: name))
    }

    /// Returns the font that has a name of a face, such as `Lora-Bold`, and the wanted style; nil if there is none.
    private func face(named name: String) async throws(FontError) -> FontDescriptor? {
        let resolution = try await catalogs.fonts.resolve(name, substituting: false)
        guard let font = resolution.match, let style else { return nil }
        let styles = [font.style, font.face.style, font.face.legacyStyle].compactMap(\.self).map(LookupName.fold)
        return styles.contains(LookupName.fold(style)) ? font : nil
    }

    /// Returns the font that a family has for a name that is not in its fonts; nil if there is none.
    func font(of plan: DownloadPlan) async throws(FontError) -> FontDescriptor? {
        var families = plan.files.flatMap(\.file.faces).map(\.face.family)
        if let package = plan.package, let origin = try package.source.former(of: package.family.package) {
            let registered = try await catalogs.fonts.acting(as: plan.source.provider, authority: .user)
                .registered(scope: .persistent, provider: plan.source.provider)
            families += registered.filter { origin.files.contains($0.sha256) }.flatMap(\.faces).map(\.family)
        }
        for family in families {
            if let font = try await catalogs.fonts.resolve(query(family), substituting: false).match { return font }
        }
        return nil
    }

    /// Returns the font of a name after its family was downloaded.
    ///
    /// - Parameters:
    ///   - state: What became of the name.
    ///   - plan: That of the family for a name that its fonts do not have; else nil.
    func downloaded(
        _ name: String, _ state: Result<State, FontError>, _ result: DownloadResult, _ plan: DownloadPlan?
    ) async throws(FontError) -> FontDescriptor {
        switch try state.get() {
        case .present(let font): return font
        case .failed(let error): throw error
        case .missing:
            if let plan, let font = try await font(of: plan) { return font }
            throw result.outcomes.lazy.compactMap(\.error).first { !$0.isBenign }
                ?? FontError(
                    .insufficientInfo,
                    "The downloaded family has no font of that name. Report this to the publisher of the catalogue.",
                    file: name)
        }
    }
}
