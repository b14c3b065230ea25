public import FontModel

extension FontManager {
    /// Makes the fonts of queries usable: those of a family, of a tag, or of any other query.
    ///
    /// All fonts that match a query and that the caller registered and disabled are enabled, as by
    /// ``request(_:timeout:)``. If no font matches, the service asks the font providers for the query's
    /// PostScript name, full name, or family and style. The request always completes, with one outcome per query in the
    /// given order.
    /// - Parameters:
    ///   - queries: The queries.
    ///   - timeout: The time after which nothing further is activated.
    /// - Throws: `FontError` with code ``FontError/Code/registrationFailed`` (301) if the store cannot be used.
    public func request(
        matching queries: [FontQuery], timeout: Duration = .seconds(30)
    ) async throws(FontError) -> [FontQueryOutcome] {
        let deadline = ContinuousClock.now + timeout
        var outcomes: [FontQueryOutcome] = []
        for query in queries { outcomes.append(try await request(query, until: deadline)) }
        return outcomes
    }

    private func request(
        _ query: FontQuery, until deadline: ContinuousClock.Instant
    ) async throws(FontError) -> FontQueryOutcome {
        let (known, failure) = try await found(
            matching: FontQuerySet(including: [query], options: .includeDisabled))
        if let failure { throw failure }
        let usable = Set(try await fonts(matching: query).map(\.face.postscriptName))
        var names: [String] = []
        for name in known.map(\.face.postscriptName) where !usable.contains(name) && !names.contains(name) {
            names.append(name)
        }
        if known.isEmpty, let name = query.requestedName { names = [name] }
        let answers = try await request(names, timeout: max(deadline - ContinuousClock.now, .zero))
        func has(_ status: FontRequestOutcome.Status) -> Bool { answers.contains { $0.status == status } }
        let fonts = try await fonts(matching: query)
        let status: FontRequestOutcome.Status =
            fonts.isEmpty
            ? [.declined, .timedOut].first(where: has) ?? .notFound
            : [.downloaded, .provided, .activated].first(where: has) ?? .resolved
        return FontQueryOutcome(
            query: query, status: status, fonts: fonts, error: answers.lazy.compactMap(\.error).first)
    }
}

extension FontQuery {
    /// The name by which font providers know the fonts of the query; nil if it has none.
    fileprivate var requestedName: String? {
        postscriptName ?? fullName ?? family.map { family in style.map { "\(family) \($0)" } ?? family }
    }
}
