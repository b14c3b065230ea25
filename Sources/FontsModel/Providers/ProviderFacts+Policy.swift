package import FontRegistry
import Foundation

extension ProviderFacts {
    /// The program with the permissions of a policy.
    package func following(_ policy: FontPolicy) -> ProviderFacts {
        var facts = self
        facts.rules = policy.rules(for: id, isSandboxed: ProviderID.isSandboxed(id))
        facts.settings = policy.settings(of: id)
        return facts
    }
}

extension [ProviderFacts] {
    /// The programs in the order of a menu.
    package var byTitle: [ProviderFacts] {
        let names = FamilyNameComparator(locale: Translation.locale)
        return sorted { one, other in
            let order = names.compare(one.title, other.title)
            return order == .orderedSame ? one.id < other.id : order == .orderedAscending
        }
    }
}
