import FontFiles
package import FontRegistry

extension ProviderFacts {
    /// The program with the permissions of a policy.
    package func following(_ policy: FontPolicy) -> ProviderFacts {
        var facts = self
        facts.rules = policy.rules(for: id, isSandboxed: ProviderID.isSandboxed(id))
        facts.settings = policy.settings(of: id)
        return facts
    }
}
