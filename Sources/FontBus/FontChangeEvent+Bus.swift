package import FontModel

/// Changes without a generation of their own in a broadcast signal.
///
/// They have neither a scope nor faces: CHANGE in `data/org.fontd.FontRegistry1.xml`.
extension FontChangeEvent {
    private static let policyKind = "policy"
    private static let announcementsKind = "announcements"

    /// The members of a change of the policy or of announcements; nil for another event.
    package var unloggedMembers: [String: BusValue]? {
        switch self {
        case .policy(let generation): ["generation": .int64(generation), "kind": .string(Self.policyKind)]
        case .announcements(let generation, let provider):
            [
                "generation": .int64(generation), "kind": .string(Self.announcementsKind),
                "provider": .string(provider),
            ]
        case .change, .snapshot, .system: nil
        }
    }

    /// Reads a change of the policy or of announcements; nil for another one.
    package init?(unlogged members: [String: BusValue], generation: Int64) {
        switch members["kind"]?.string {
        case Self.policyKind: self = .policy(generation: generation)
        case Self.announcementsKind:
            guard let provider = members["provider"]?.string, !provider.isEmpty else { return nil }
            self = .announcements(generation: generation, provider: provider)
        default: return nil
        }
    }
}
