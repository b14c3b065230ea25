public import FontRegistry

extension FontManager {
    /// Creates a manager that acts for a caller within the limits of the policy.
    ///
    /// - Parameters:
    ///   - caller: The caller, which gets a provider's authority in any case.
    ///   - rules: The rules that ``ConsentGate`` returns for the caller.
    ///   - context: The location of the store.
    public convenience init(for caller: CallerIdentity, rules: FontPolicy.Rules, context: RegistryContext) {
        self.init(provider: caller.id, quota: rules.quota, facts: caller.facts, context: context)
    }
}
