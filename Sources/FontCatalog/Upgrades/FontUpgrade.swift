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
    /// Whether lines of text change their height.
    package var changesLineMetrics = false
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
        let offers = try await CatalogOffers(folders, network, at: environment.now())
        let present = try await RegisteredContents(of: fonts)
        var upgrades: [FontUpgrade] = []
        for family in families { upgrades.append(await upgrade(of: family, offers, present)) }
        return (upgrades, offers.warnings)
    }

    private func upgrade(
        of family: DownloadedFamily, _ offers: CatalogOffers, _ present: RegisteredContents
    ) async -> FontUpgrade {
        let root = CatalogAddress(family.origin.address)?.root
        guard let catalog = offers.catalogs.first(where: { $0.entry.address.root == root }), let index = catalog.index
        else {
            var unknown = FontUpgrade(family, .unknown)
            unknown.error = offers.catalogs.first { $0.entry.address.root == root }?.failure
            return unknown
        }
        guard let listed = index.families(where: { id, _ in id == family.origin.id }).first else {
            return FontUpgrade(family, .withdrawn)
        }
        if let status = listed.summary.status {
            var gone = FontUpgrade(family, status.state == .replaced ? .replaced : .withdrawn)
            gone.reason = status.reason.map { DisplayText.clean($0) }
            gone.replacement = status.replacedBy.map { id in
                DisplayText.clean(index.families { known, _ in known == id }.first?.summary.family ?? id)
            }
            return gone
        }
        do throws(FontError) {
            let signed = try await catalog.documents.signedFamily(listed.id)
            guard let signed, signed.sha256 != family.origin.document else { return FontUpgrade(family, .current) }
            let plan = try DownloadPlan(
                signed, from: DownloadSource(id: catalog.id, address: catalog.entry.address),
                family.selection(in: signed.document), present: present)
            // The fonts may be the same although the document has other texts.
            guard !plan.isComplete else { return FontUpgrade(family, .current) }
            var offer = FontUpgrade(family, family.origin.isPinned ? .pinned : .available)
            offer.version = DisplayText.clean(signed.document.version)
            offer.plan = plan
            offer.changesLineMetrics = await changesLineMetrics(family, plan)
            return offer
        } catch {
            var unknown = FontUpgrade(family, .unknown)
            unknown.error = error
            return unknown
        }
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
    /// The part of another version of the family that has the registered faces; the preferred files if it has none of
    /// them, or only these.
    func selection(in document: FamilyDocument) -> DownloadSelection {
        let offered = document.files.flatMap(\.faces).map(\.face)
        let kept = faces.map(\.postscriptName).filter { name in offered.contains { $0.postscriptName == name } }
        let first = document.sets.first.map { set in document.files.filter { set.files.contains($0.sha256) } }
        let preferred = Set((first ?? document.files).flatMap(\.faces).map(\.face.postscriptName))
        return preferred.isSubset(of: kept) ? DownloadSelection() : DownloadSelection(names: kept)
    }
}

extension CatalogFace.Metrics {
    /// Whether lines have the same height at every size.
    func areAlike(_ other: CatalogFace.Metrics) -> Bool {
        func same(_ value: Int, _ otherValue: Int) -> Bool { value * other.unitsPerEm == otherValue * unitsPerEm }
        return same(ascent, other.ascent) && same(descent, other.descent) && same(lineGap, other.lineGap)
    }
}
