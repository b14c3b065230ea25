import FontModel

extension LocalBackend {
    func providers() async throws(FontError) -> [ProviderSummary] {
        let (registrar, caller) = (registrar, caller)
        return try await perform { () throws(FontError) in try registrar.providers(for: caller) }
    }

    func recover() async throws(FontError) {
        let registrar = registrar
        try await perform { () throws(FontError) in try registrar.recover() }
    }

    func prune() async throws(FontError) -> PruneReport {
        try caller.requireUser(for: "prune the store")
        let registrar = registrar
        return try await perform { () throws(FontError) in try registrar.prune() }
    }

    func sweepGoneProviders(only provider: String?) async throws(FontError) -> [Registration] {
        try caller.requireUser(for: "prune the store")
        let registrar = registrar
        return try await perform { () throws(FontError) in try registrar.sweepGoneProviders(only: provider) }
    }

    func diagnose(repair: Bool) async throws(FontError) -> Diagnosis {
        try caller.requireUser(for: "check the store")
        let registrar = registrar
        return try await perform { () throws(FontError) in try Doctor(registrar).examine(repair: repair) }
    }
}
