public import FontRegistry

extension FontManager {
    /// A manager in the name of a caller, bound as the policy says.
    ///
    /// - Parameters:
    ///   - caller: Who is calling; with a provider's authority, whoever it is.
    ///   - rules: What ``ConsentGate`` says that holds for it.
    ///   - context: Where the store is.
    public convenience init(for caller: CallerIdentity, rules: FontPolicy.Rules, context: RegistryContext) {
        self.init(provider: caller.id, quota: rules.quota, facts: caller.facts, context: context)
    }
}
