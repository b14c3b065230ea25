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

extension ProviderFacts {
    /// Whether it is the user, who is no program.
    var isUser: Bool { id == Caller.userProvider }

    /// The question whether all its fonts are removed.
    package var removalQuestion: (title: String, body: String) {
        (
            isUser
                ? tr("Remove All Your Fonts?") : tr("Remove All Fonts of {name}?").filled(["name": title]),
            trn(
                "{count} font is removed, and no program has it any more. You can undo this.",
                "{count} fonts are removed, and no program has them any more. You can undo this.", registrations)
        )
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
