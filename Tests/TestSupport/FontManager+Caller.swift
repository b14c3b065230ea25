package import FontRegistry

extension FontManager {
    /// Creates a manager for a provider other than this program, as a service does, or for the user in its name.
    package convenience init(
        provider: String, authority: Authority = .provider, quota: FontQuota?, facts: ProviderFacts?,
        isUser: Bool = false, context: RegistryContext
    ) {
        var caller = Caller(provider: provider, authority: authority, quota: quota, facts: facts)
        caller.isUser = isUser
        self.init(caller, on: .shared(context))
    }
}
