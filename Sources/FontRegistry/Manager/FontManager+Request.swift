public import FontModel

/// Requests missing fonts from the service.
///
/// - Returns: The outcome of each name, in the same order; nil if there is no service to ask.
package typealias FontSupplier =
    @Sendable (_ names: [String], _ timeout: Duration) async -> [FontRequestOutcome]?

extension FontManager {
    /// Makes fonts usable by name (`CTFontManagerRequestFonts`).
    ///
    /// Usable fonts are resolved, fonts that the caller registered and disabled are enabled, and for missing fonts the
    /// service asks the font providers that announced them, and downloads those that a catalogue offers.
    ///
    /// The service is asked by managers that use it as their backend, and by those of `FontManager.open` (FontClient).
    /// Fonts that other providers disabled are not found. Fonts that were disabled by the user are declined with
    /// ``FontError/Code/missingEntitlement`` (302); a manager with the authority ``FontAuthority/user`` enables every
    /// registered font, and is declined a system font that is hidden, with the command that shows it. The request always completes, with one outcome per name in the given order. No other lookup or listing
    /// activates fonts.
    /// - Parameters:
    ///   - names: Names as for ``resolve(_:)-(String)``.
    ///   - timeout: The time after which no further name is looked up.
    /// - Throws: `FontError` with code ``FontError/Code/registrationFailed`` (301) if the store cannot be used.
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
        // No font has a longer name, and the service refuses names with a zero byte.
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
        let outcome = try await usable(try await backend.activate(name, timeout: timeout))
        guard outcome.status == .notFound, authority == .user, let withheld = try await withheld(name) else {
            return outcome
        }
        // No provider is asked for a font that is installed.
        let error = FontError(
            .missingEntitlement, Message(["The font is installed.", withheld.explanation]), file: name)
        return FontRequestOutcome(query: name, status: .declined, error: error)
    }

    private func usable(_ outcome: FontRequestOutcome) async throws(FontError) -> FontRequestOutcome {
        guard ![.declined, .timedOut, .notFound].contains(outcome.status) else { return outcome }
        var outcome = outcome
        outcome.font = try await resolve(outcome.query).match
        // A font that only other processes can see is not found.
        if outcome.font == nil { outcome.status = .notFound }
        return outcome
    }
}
