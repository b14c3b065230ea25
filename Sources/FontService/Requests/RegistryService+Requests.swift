import FontBus
import FontModel
import FontRegistry

/// Requests for fonts, and the providers that supply them.
extension RegistryService {
    static let requesting: [ServiceMethod] = [
        .init(
            "Request", ["names": "as", "options": "a{sv}"], returns: ["results": "aa{sv}"], looksUp: true, by: request),
        .init("Announce", ["busName": "s", "names": "as"], by: announce),
        .init("Withdraw", ["busName": "s"], by: withdraw),
    ]

    func request(_ arguments: Arguments, _ caller: ServiceCaller) async throws -> [BusValue] {
        let asked = try arguments.strings(0)
        try Self.requireBounded(asked)
        var met: Set<[UInt8]> = []
        // Compared as bytes, so that names which are canonically equivalent in Unicode are answered separately.
        let names = asked.filter { met.insert(Array($0.utf8)).inserted }
        let options = try arguments.options(1, ["timeout", "provider"])
        let timeout = try options.optional("timeout", \.number) ?? 30
        guard timeout > 0, timeout <= 86_400 else {
            throw BusFailure.invalidArguments("timeout must be a number of seconds above 0 and at most 86400.")
        }
        // A Flatpak application knows itself without the prefix.
        let named = try options.optional("provider", \.string) ?? caller.identity.id
        let provider = ProviderID.inPolicy(named) == caller.identity.id ? caller.identity.id : named
        var asker = caller.manager
        if !caller.isUser {
            try Self.requireRight(of: caller.identity, toActAs: provider)
            let rules = try gate.rules(for: caller.identity)
            guard rules.activation != .never else {
                return [Self.answer(to: asked, try await Self.onlyResolve(names, for: caller.manager))]
            }
            // Fonts from suppliers count as the requester's own and are limited by its quota. For a provider under
            // another name, only the facts that it stored itself are known.
            let facts = provider == caller.identity.id ? caller.identity.facts : nil
            asker = manager.acting(as: provider, quota: rules.quota, facts: facts)
        }
        let end = ContinuousClock.now + .seconds(timeout)
        let supplied = try await requests.request(names, for: asker, timeout: .seconds(timeout))
        // A font that a supplier may still send is not downloaded.
        let pending = await requests.searched(among: supplied.map(\.query))
        let outcomes = await catalogRequests.complete(
            supplied, where: { Self.isOpen($0) && !pending.contains($0.query) }, for: caller, until: end)
        return [Self.answer(to: asked, outcomes)]
    }

    /// Whether catalogues are asked for a name: nobody has the font, or its suppliers failed.
    private static func isOpen(_ outcome: FontRequestOutcome) -> Bool {
        switch outcome.status {
        case .notFound: true
        case .declined:
            [.insufficientInfo, .unrecognizedFormat, .invalidFontData, .invalidFilePath].contains(outcome.error?.code)
        case .resolved, .activated, .provided, .downloaded, .timedOut: false
        }
    }

    /// Checks that a caller may request fonts for a provider id.
    ///
    /// A program that uses the store directly chooses its provider id there, and fonts that it requests belong to that
    /// id.
    ///
    /// - Throws: `missingEntitlement` (302) if a sandboxed caller, whose id is determined from outside, names another
    ///   id than its own, or if no program can have chosen the id.
    private static func requireRight(of caller: CallerIdentity, toActAs provider: String) throws(FontError) {
        guard provider != caller.id else { return try CallerText.checkProvider(provider) }
        try CallerText.checkChosen(provider)
        guard !caller.isSandboxed else {
            throw FontError(
                .missingEntitlement,
                "\(caller.id) runs in a sandbox and cannot register fonts for another provider. Omit provider."
            )
        }
    }

    /// Returns the outcome of every name in the order of the request, including duplicates, each of which was searched
    /// for once.
    private static func answer(to names: [String], _ outcomes: [FontRequestOutcome]) -> BusValue {
        let known = Dictionary(outcomes.map { (Array($0.query.utf8), $0.busMembers) }) { first, _ in first }
        return AnswerPage.whole(names.compactMap { known[Array($0.utf8)] }, without: "face")
    }

    /// - Throws: `exceededResourceLimit` (106) for too many names, or for a name longer than any font's.
    private static func requireBounded(_ names: [String]) throws(FontError) {
        let (count, length) = (FontRequests.Limit.names, FontLimits.nameLength)
        guard names.count <= count else {
            throw FontError(
                .exceededResourceLimit, "A request can have at most \(count) names. Split them into several requests."
            )
        }
        guard names.allSatisfy({ $0.utf8.count <= length }) else {
            throw FontError(
                .exceededResourceLimit, "A name can have at most \(length) bytes. No font has a longer one: omit it.")
        }
    }

    /// Returns the outcomes for a caller without activation rights.
    ///
    /// Neither disabled registrations nor fonts from suppliers are activated for it.
    private static func onlyResolve(
        _ names: [String], for manager: FontManager
    ) async throws(FontError) -> [FontRequestOutcome] {
        var outcomes: [FontRequestOutcome] = []
        for name in names {
            if let font = try await manager.resolve(name).match {
                outcomes.append(FontRequestOutcome(query: name, status: .resolved, font: font))
            } else {
                let refusal = FontError(
                    .missingEntitlement,
                    "The user's policy does not allow \(manager.provider) to activate fonts.", file: name,
                    cause: .policy(provider: manager.provider, member: .activation))
                outcomes.append(FontRequestOutcome(query: name, status: .declined, error: refusal))
            }
        }
        return outcomes
    }

    /// Announces font names of a caller that has the right to register fonts.
    ///
    /// The user is asked for this right here and not at a request, which does not wait for the user.
    func announce(_ arguments: Arguments, _ caller: ServiceCaller) async throws -> [BusValue] {
        let (busName, names) = (try arguments.string(0), try arguments.strings(1))
        let announced = try AnnouncedNames(names)
        if !caller.isUser {
            _ = try await gate.requireInstall(
                by: caller.identity, ConsentQuestion(caller.identity, announcing: names))
        }
        try await announcements.announce(busName, announced, by: caller)
        await requests.forgive(busName.isEmpty ? caller.peer : busName)
        return []
    }

    func withdraw(_ arguments: Arguments, _ caller: ServiceCaller) async throws -> [BusValue] {
        let busName = try arguments.string(0)
        try await announcements.withdraw(busName, by: caller)
        return []
    }
}
