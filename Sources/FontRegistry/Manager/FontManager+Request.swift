public import FontModel

/// Asks elsewhere for fonts that are not here.
///
/// - Returns: An outcome for each name, in their order; nil if there is nobody to ask.
package typealias FontSupplier =
    @Sendable (_ names: [String], _ timeout: Duration) async -> [FontRequestOutcome]?

extension FontManager {
    /// Makes fonts usable by name (`CTFontManagerRequestFonts`): what is there is resolved, what the caller has registered
    /// and disabled is enabled, and for what is not there the service asks the providers of fonts that announced it.
    ///
    /// The service is asked by managers that reach the registry through it, or know it (`FontManager.open` of FontClient).
    /// What others disabled is not found, and what the user disabled is declined with 302; the user in person
    /// (``FontAuthority/user``) has everything enabled. Always completes, with one outcome per name in the order given.
    /// Resolving and listing never activate anything; only this does.
    /// - Parameters:
    ///   - names: As for ``resolve(_:)``.
    ///   - timeout: After this no further name is looked for.
    /// - Throws: 301 if the store cannot be used.
    public func request(
        _ names: [String], timeout: Duration = .seconds(30)
    ) async throws(FontError) -> [FontRequestOutcome] {
        let deadline = ContinuousClock.now + timeout
        var outcomes: [FontRequestOutcome] = []
        for name in names {
            guard !Task.isCancelled else {
                let error = FontError(.cancelledByUser, "The request was cancelled.", file: name)
                outcomes.append(FontRequestOutcome(query: name, status: .declined, error: error))
                continue
            }
            let left = deadline - ContinuousClock.now
            guard left > .zero else {
                outcomes.append(FontRequestOutcome(query: name, status: .timedOut))
                continue
            }
            outcomes.append(try await request(name, timeout: left))
        }
        // No font answers to a longer name, and others refuse to be asked.
        let missing = outcomes.indices.filter {
            outcomes[$0].status == .notFound && names[$0].utf8.count <= FontLimits.nameLength
                && !names[$0].utf8.contains(0)
        }
        guard let supplier, !missing.isEmpty else { return outcomes }
        let left = deadline - ContinuousClock.now
        guard left > .zero else {
            for place in missing { outcomes[place].status = .timedOut }
            return outcomes
        }
        guard let supplied = await supplier(missing.map { outcomes[$0].query }, left), supplied.count == missing.count
        else { return outcomes }
        for (place, outcome) in zip(missing, supplied) { outcomes[place] = try await usable(outcome) }
        return outcomes
    }

    private func request(_ name: String, timeout: Duration) async throws(FontError) -> FontRequestOutcome {
        let resolution = try await resolve(name)
        if let font = resolution.match { return FontRequestOutcome(query: name, status: .resolved, font: font) }
        if let unusable = resolution.unusable, unusable.reason != .disabled {
            let error = FontError(.missingEntitlement, unusable.explanation, file: name)
            return FontRequestOutcome(query: name, status: .declined, error: error)
        }
        return try await usable(try await backend.activate(name, timeout: timeout))
    }

    private func usable(_ outcome: FontRequestOutcome) async throws(FontError) -> FontRequestOutcome {
        guard ![.declined, .timedOut, .notFound].contains(outcome.status) else { return outcome }
        var outcome = outcome
        outcome.font = try await resolve(outcome.query).match
        // What others can see and this process cannot is not there for it.
        if outcome.font == nil { outcome.status = .notFound }
        return outcome
    }
}
