import FontModel

/// The families that a match downloads: one for each document, whatever the number of names.
struct WantedFamilies: Sendable {
    /// A family with the names for which it is wanted.
    struct Family: Sendable {
        var names: [String]
        /// Those of the names that the fonts do not have.
        var aliases: Set<String> = []
        let offer: FamilyOffer
        var selections: [DownloadSelection]
        var plan: DownloadPlan
    }

    private(set) var families: [Family] = []
    /// The agreements to the licences.
    private(set) var consents: [DownloadOrigin.Consent] = []

    var isEmpty: Bool { families.isEmpty }
    var plans: [DownloadPlan] { families.map(\.plan) }

    /// Adds a name, with the files of its family that it needs.
    mutating func add(
        _ name: String, _ offer: FamilyOffer, _ plan: DownloadPlan, _ agreed: [DownloadOrigin.Consent],
        present: RegisteredContents
    ) throws(FontError) {
        for consent in agreed where !consents.contains(where: { $0.text == consent.text }) { consents.append(consent) }
        guard let known = families.firstIndex(where: { $0.offer.key == offer.key }) else {
            families.append(
                Family(
                    names: [name], aliases: offer.isAlias ? [name] : [], offer: offer, selections: [offer.selection],
                    plan: plan))
            return
        }
        if offer.isAlias { families[known].aliases.insert(name) }
        families[known].names.append(name)
        guard !families[known].selections.contains(offer.selection) else { return }
        families[known].selections.append(offer.selection)
        families[known].plan = try offer.plan(families[known].selections.joined, present)
    }
}

extension [DownloadSelection] {
    /// The selection that has the files of all.
    fileprivate var joined: DownloadSelection {
        guard let first, dropFirst().allSatisfy({ $0.style == first.style }) else { return DownloadSelection() }
        let isWhole = contains { $0.names.isEmpty }
        return DownloadSelection(names: isWhole ? [] : flatMap(\.names), style: first.style)
    }
}
