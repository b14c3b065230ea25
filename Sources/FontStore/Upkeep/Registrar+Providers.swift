import FontModel

extension Registrar {
    /// The summaries of the providers that a caller may know of, sorted by id.
    package func providers(for caller: Caller) throws(FontError) -> [ProviderSummary] {
        try read { database, session in
            try database?.providerSummaries(session: session).filter { caller.maySee($0.id) } ?? []
        }
    }
}
