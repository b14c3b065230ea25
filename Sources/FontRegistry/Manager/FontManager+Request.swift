public import FontModel

/// What became of a request for one font.
public struct FontRequestOutcome: Sendable, Hashable {
    /// What became of it.
    public enum Status: String, Sendable, Hashable, Codable, CaseIterable {
        /// Was there already.
        case resolved
        /// Was registered and disabled by whoever asks, and has been enabled.
        case activated
        /// A provider that announced the name supplied it, and it has been registered for whoever asked.
        ///
        /// Only the service on the bus asks providers; a manager that reaches no service knows of none.
        case provided
        /// Nobody has it.
        case notFound = "not-found"
        /// It is here but may not be activated; ``FontRequestOutcome/error`` says why.
        case declined
        /// The deadline passed before it was looked for.
        case timedOut = "timed-out"
    }

    /// The name as asked.
    public var query: String
    /// What became of it.
    public var status: Status
    /// The font, if it can be used now.
    public var font: FontDescriptor?
    /// Why it was declined.
    public var error: FontError?

    public init(query: String, status: Status, font: FontDescriptor? = nil, error: FontError? = nil) {
        self.query = query
        self.status = status
        self.font = font
        self.error = error
    }
}

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

extension LocalBackend {
    func activate(_ name: String, timeout: Duration) async throws(FontError) -> FontRequestOutcome {
        var refusal: FontError?
        for id in try await disabled(answeringTo: name) {
            let summary = try await change([.id(id)], to: .enable, scope: nil)
            if summary.isSuccess { return FontRequestOutcome(query: name, status: .activated) }
            // Under the name that was asked for: the file is perhaps another's.
            refusal =
                refusal
                ?? summary.errors.first.map { error in
                    var error = error
                    error.file = name
                    return error
                }
        }
        return FontRequestOutcome(query: name, status: refusal == nil ? .notFound : .declined, error: refusal)
    }

    /// Disabled registrations of the caller's that answer to a name, best kind of name first.
    private func disabled(answeringTo name: String) async throws(FontError) -> [String] {
        let provider = caller.authority == .user ? nil : caller.provider
        let registrations = try await registered(scope: nil, state: .disabled, provider: provider)
        let ranked: [(kind: NameKind, id: String)] = registrations.compactMap { registration in
            LookupName.kind(of: registration.faces, for: name).map { ($0, registration.id) }
        }
        return ranked.sorted { $0.kind < $1.kind }.map(\.id)
    }
}
