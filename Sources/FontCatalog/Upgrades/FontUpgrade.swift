import FontLookup
package import FontModel
import FontRegistry

/// What a catalogue offers for a downloaded family.
package struct FontUpgrade: Sendable {
    /// The kind of the offer.
    package enum State: String, Sendable, Hashable, CaseIterable {
        /// Another version is offered.
        case available
        /// The fonts are those that are offered.
        case current
        /// Another version is offered, and the family stays at its own.
        case pinned
        /// The publisher does not offer the family any more; its fonts stay.
        case withdrawn
        /// The publisher offers another family in place of this one; its fonts stay.
        case replaced
        /// The catalogue was removed, or nothing is known of it.
        case unknown
    }

    package let family: DownloadedFamily
    package var state: State
    /// The version that is offered.
    package var version: String?
    /// Whether lines of text change their height; nil if it is not known, as of a package.
    package var changesLineMetrics: Bool? = false
    /// The family that replaces this one.
    package var replacement: String?
    /// The reason of the publisher in a sentence.
    package var reason: String?
    /// What the upgrade fetches; nil if there is none.
    package var plan: DownloadPlan?
    /// Why nothing is known.
    package var error: FontError?

    package init(_ family: DownloadedFamily, _ state: State) {
        self.family = family
        self.state = state
    }

    /// Another version is offered.
    init(_ family: DownloadedFamily, offering plan: DownloadPlan) {
        self.init(family, family.origin.isPinned ? .pinned : .available)
        version = DisplayText.clean(plan.family.version)
        changesLineMetrics = nil
        self.plan = plan
    }
}

extension FontCatalogs {
    /// Returns what the catalogues offer for downloaded families, after a refresh of those that are due, with what hindered
    /// refreshes.
    ///
    /// Nothing is changed: updates are offered, and applied by ``apply(_:agreeing:reporting:)``.
    package func upgrades(
        of families: [DownloadedFamily]
    ) async throws(FontError) -> (upgrades: [FontUpgrade], warnings: [FontError]) {
        guard !families.isEmpty else { return ([], []) }
        let offers = try await CatalogOffers(self)
        let present = try await RegisteredContents(of: fonts)
        var upgrades: [FontUpgrade] = []
        for family in families {
            var upgrade = FontUpgrade(family, .unknown)
            do throws(FontError) {
                if let source = offers.source(of: family.origin) {
                    upgrade = try await source.upgrade(of: family, present: present)
                }
            } catch {
                upgrade.error = error
            }
            if let plan = upgrade.plan, plan.package == nil {
                upgrade.changesLineMetrics = await changesLineMetrics(family, plan)
            }
            upgrades.append(upgrade)
        }
        return (upgrades, offers.warnings)
    }

    /// Whether a face of a plan has other line metrics than the registered one of its name.
    private func changesLineMetrics(_ family: DownloadedFamily, _ plan: DownloadPlan) async -> Bool {
        let user = fonts.acting(as: fonts.provider, authority: .user)
        let registered = family.registrations.flatMap { file in file.faces.map { file.descriptor(of: $0) } }
        for offered in plan.missing.flatMap(\.file.faces) {
            guard let font = registered.first(where: { $0.face.postscriptName == offered.face.postscriptName }),
                let details = try? await user.details(of: font)
            else { continue }
            let metrics = CatalogFace.Metrics(
                unitsPerEm: details.unitsPerEm, ascent: details.ascender, descent: details.descender,
                lineGap: details.lineGap)
            if !metrics.areAlike(offered.metrics) { return true }
        }
        return false
    }

    /// Applies an upgrade that is available, in place of the registered fonts.
    ///
    /// Fonts of the family that the new version does not have stay.
    /// - Parameter agreeing: Asks a person to agree to a changed licence.
    package func apply(
        _ upgrade: FontUpgrade, agreeing: Agreement,
        reporting report: @escaping @Sendable (_ received: Int64, _ total: Int64) -> Void = { _, _ in }
    ) async throws(FontError) -> DownloadResult {
        guard let plan = upgrade.plan else { preconditionFailure("an upgrade that is not offered") }
        let consents = try consents()
        var agreed = consents.filter { plan.agreements.contains($0.text) }
        let texts = plan.missingAgreements(consents)
        if !texts.isEmpty {
            agreed += try await agree(to: texts, of: plan, for: upgrade.family.origin.family, agreeing)
        }
        let results = await DownloadRun(
            [plan], for: fonts, over: network.files, in: folders.downloads,
            DownloadRun.Options(asker: upgrade.family.origin.asker, consent: agreed, replaces: true),
            pause: environment.pause
        ).run { event in
            if case .progress(_, let progress) = event { report(progress.received, progress.total) }
        }
        guard let result = try results.first?.get() else { preconditionFailure("a plan without a result") }
        return result
    }
}

extension DownloadedFamily {
    /// The part of another version of the family that an upgrade takes: all styles of a family that is there as a whole,
    /// else those that are registered.
    func selection(in document: FamilyDocument) -> DownloadSelection {
        guard !isWhole else { return DownloadSelection() }
        let offered = document.files.flatMap(\.faces).map(\.face)
        return DownloadSelection(
            names: faces.map(\.postscriptName).filter { name in offered.contains { $0.postscriptName == name } })
    }
}

extension CatalogFace.Metrics {
    /// Whether lines have the same height at every size.
    func areAlike(_ other: CatalogFace.Metrics) -> Bool {
        func same(_ value: Int, _ otherValue: Int) -> Bool { value * other.unitsPerEm == otherValue * unitsPerEm }
        return same(ascent, other.ascent) && same(descent, other.descent) && same(lineGap, other.lineGap)
    }
}
