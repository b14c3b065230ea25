import FontModel

extension Registrar {
    /// The summaries of the providers that a caller may know of, sorted by id, with what they announced for longer than
    /// their connection to the bus.
    package func providers(for caller: Caller) throws(FontError) -> [ProviderSummary] {
        let providers = try read { database, session in
            try database?.providerSummaries(session: session).filter { caller.maySee($0.id) } ?? []
        }
        let announced = AnnouncementRecord.byProvider(paths.announcements).filter { caller.maySee($0.key) }
            .mapValues { $0.flatMap(\.names) }
        return context.applications.naming(providers.announcing(announced))
    }

    package func sweepGoneProviders(only provider: String?) throws(FontError) -> [Registration] {
        let known = try read { database, _ in try database?.providersWithFonts() ?? [] }
        func isMeant(_ record: ProviderRecord) -> Bool {
            provider.map { record.provider == $0 && record.goesByItself } ?? true
        }
        guard known.contains(where: { $0.isGone && isMeant($0) }) else { return [] }
        return try commit { operation in try operation.sweepGoneProviders(where: isMeant) }.value
    }
}

extension StoreOperation {
    /// Removes the registrations of providers that were removed.
    func sweepGoneProviders(where isMeant: (ProviderRecord) -> Bool = { _ in true }) throws -> [Registration] {
        var swept: [Registration] = []
        for provider in try database.providersWithFonts() where provider.isGone && isMeant(provider) {
            for row in try database.registrations(.provider(provider.provider), session: session) {
                swept.append(try registration(row))
                try remove(row)
            }
        }
        return swept
    }
}
