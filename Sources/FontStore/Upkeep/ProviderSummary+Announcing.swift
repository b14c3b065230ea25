import FontModel

extension [ProviderSummary] {
    /// Returns the summaries with the names that providers announced, by id; with those of providers that registered
    /// nothing.
    package func announcing(_ announced: [String: [String]]) -> [ProviderSummary] {
        guard !announced.isEmpty else { return self }
        let known = Set(map(\.id))
        let others = announced.keys.filter { !known.contains($0) }.map { id in
            ProviderSummary(id: id, registrations: 0, faces: 0, bytes: 0, scopes: [], kind: ProviderID.kind(of: id))
        }
        return (self + others).sorted { $0.id < $1.id }.map { provider in
            guard let names = announced[provider.id] else { return provider }
            var provider = provider
            let all = Set(names.map(DisplayText.clean)).subtracting([""])
            provider.announcements = [String](all.sorted().prefix(ProviderSummary.announcementsShown))
            provider.announcementCount = all.count
            return provider
        }
    }
}
