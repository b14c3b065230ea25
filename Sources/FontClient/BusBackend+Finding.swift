import FontBus
import FontModel
import FontRegistry

extension BusBackend {
    func registered(
        scope: FontScope?, state: RegistrationState, provider: String?
    ) async throws(FontError) -> [Registration] {
        var filter: [String: BusValue] = [:]
        if let scope { filter["scope"] = .string(scope.rawValue) }
        if let provider { filter["provider"] = .string(provider) }
        switch state {
        case .any: break
        case .enabled: filter["state"] = .string("enabled")
        case .disabled: filter["state"] = .string("disabled")
        }
        return try await list(filter).registrations
    }

    func registered(named text: String) async throws(FontError) -> [Registration] {
        try await list(["name": .string(text)]).registrations
    }

    /// The number of attempts to read a list that changes meanwhile.
    private static var attempts: Int { 8 }

    /// Returns all pages of a list in one generation.
    func list(
        _ filter: [String: BusValue]
    ) async throws(FontError) -> (generation: Int64, registrations: [Registration]) {
        for _ in 0..<Self.attempts {
            var registrations: [Registration] = []
            var generation: Int64?
            while true {
                var filter = filter
                if let last = registrations.last { filter["after"] = .string(last.id) }
                let answer = try await service.ask("List", [.dictionary(filter)])
                let (present, page, hasMore) = try ServiceLink.reading { () throws(BusFailure) in
                    guard answer.count == 3, answer[1].dictionaries != nil, let hasMore = answer[2].boolean else {
                        throw .invalidArguments("A page is incomplete.")
                    }
                    return (try ServiceLink.generation(answer), try answer.values(at: 1, Registration.init), hasMore)
                }
                // The last registration of the previous page may have been removed.
                guard present == generation ?? present else { break }
                generation = present
                registrations += page
                if !hasMore || page.isEmpty {
                    service.hasReached(present)
                    return (present, registrations.map { view.registration($0) })
                }
            }
        }
        throw Self.restless
    }

    private static var restless: FontError {
        FontError(
            .registrationFailed, "The registry changes faster than it can be listed. Try again.",
            cause: .service(.busy, detail: "the generation changed between pages"))
    }

    func fonts(matching set: FontQuerySet) async throws(FontError) -> [FontDescriptor] {
        var found: [FontDescriptor] = []
        var seen: Set<FontDescriptor> = []
        for query in set.including {
            for font in try await faces(query, set.options) where seen.insert(font).inserted { found.append(font) }
        }
        guard !found.isEmpty else { return [] }
        for query in set.excluding {
            let excluded = Set(try await faces(query, set.options))
            found.removeAll(where: excluded.contains)
        }
        return found
    }

    /// Returns the registered fonts that match.
    private func faces(_ query: FontQuery, _ options: FontQuerySet.Options) async throws(FontError) -> [FontDescriptor]
    {
        var query = query
        // The service knows a font only by the host's path.
        let shown = query.file.flatMap { view.isShown($0) ? $0 : nil }
        if shown != nil { query.file = nil }
        query.scopes = (query.scopes ?? Set(FontScope.allCases)).subtracting([.process])
        guard query.scopes != [] else { return [] }
        var members = query.busMembers
        members["includeDisabled"] = .boolean(options.contains(.includeDisabled))
        members["namedInstances"] = .boolean(options.contains(.namedInstances))
        return try await fonts("Faces", members).filter { shown == nil || $0.path == shown }
    }

    /// Returns the fonts of all pages of a method in one generation.
    func fonts(_ method: String, _ members: [String: BusValue]) async throws(FontError) -> [FontDescriptor] {
        try await records(method, members).map(view.font)
    }

    /// Returns the records of all pages of a method in one generation.
    func records<Record: FieldCoded>(
        _ method: String, _ members: [String: BusValue]
    ) async throws(FontError) -> [Record] {
        for _ in 0..<Self.attempts {
            let first: (records: [Record], hasMore: Bool) = try await page(method, members, offset: 0)
            guard first.hasMore else { return first.records }
            // Pages are consistent only if nothing changes meanwhile.
            let generation = try await generation()
            var records: [Record] = []
            var hasMore = true
            while hasMore {
                let page: (records: [Record], hasMore: Bool) = try await page(method, members, offset: records.count)
                records += page.records
                hasMore = page.hasMore && !page.records.isEmpty
            }
            if try await self.generation() == generation { return records }
        }
        throw Self.restless
    }

    private func page<Record: FieldCoded>(
        _ method: String, _ members: [String: BusValue], offset: Int
    ) async throws(FontError) -> (records: [Record], hasMore: Bool) {
        var members = members
        members["offset"] = .uint32(UInt32(clamping: offset))
        let answer = try await service.ask(method, [.dictionary(members)])
        return (try ServiceLink.records(answer), answer.dropFirst().first?.boolean ?? false)
    }

    func find(_ name: String) async throws(FontError) -> FontResolution? {
        let answer = try await service.ask("Resolve", [.string(name)])
        return try ServiceLink.reading { () throws(BusFailure) in
            let record = try BusRecord(answer.first)
            let registered = try record.optional("registered", \.dictionary).map { BusRecord($0) }
            return view.resolution(try FontResolution(registered ?? record))
        }
    }

    func unusable(_ name: String) async throws(FontError) -> UnusableFont? { try await find(name)?.unusable }

    func activate(_ name: String, timeout: Duration) async throws(FontError) -> FontRequestOutcome {
        try await service.request([name], timeout: timeout)[0]
    }
}
