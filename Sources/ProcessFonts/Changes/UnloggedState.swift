package import FontModel

/// What programs follow although it has no generation: the policy for providers, and their announcements.
///
/// Each value differs after a change from what it was before, and means nothing else; it is compared within one process
/// only.
package struct UnloggedState: Sendable, Hashable {
    package var policy: Int
    /// The announcements by the provider's id; a provider without announcements has no value.
    package var announcements: [String: Int]

    package init(policy: Int = 0, announcements: [String: Int] = [:]) {
        self.policy = policy
        self.announcements = announcements
    }

    /// Returns the events that lead from an earlier state to this one, the policy first and then providers by id.
    package func events(since former: UnloggedState, generation: Int64) -> [FontChangeEvent] {
        let providers = Set(announcements.keys).union(former.announcements.keys)
            .filter { announcements[$0] != former.announcements[$0] }
        return (policy == former.policy ? [] : [.policy(generation: generation)])
            + providers.sorted().map { .announcements(generation: generation, provider: $0) }
    }
}
