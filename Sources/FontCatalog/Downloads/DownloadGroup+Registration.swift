import FontFiles
import FontModel
import FontRegistry
import FontTransfer
import Foundation

extension DownloadGroup {
    /// Registers what was fetched: all families of a catalogue in one operation, or each alone if one is refused.
    ///
    /// - Returns: The results in the order of the plans.
    mutating func register() async -> [Result<DownloadResult, FontError>] {
        failIncomplete()
        var outcomes: [Int: Registered] = [:]
        let active = plans.indices.filter(isActive)
        for places in Dictionary(grouping: active, by: { plans[$0].source.provider }).values {
            if places.count > 1, let all = try? await register(places) {
                outcomes.merge(all) { $1 }
                continue
            }
            for place in places {
                do throws(FontError) {
                    outcomes.merge(try await register([place])) { $1 }
                } catch {
                    errors[place] = error
                    // Fonts that are refused are not those that the catalogue promises; a full disk gets its room again.
                    if error.code != .cancelledByUser { removeParts(of: plans[place]) }
                }
            }
        }
        let registered = await registeredFiles()
        return plans.indices.map { place in
            result(place, outcomes[place] ?? Registered(), registered.map { $0[place] ?? [] })
        }
    }

    /// Returns the SHA-256 of the registered files of each plan, by its place.
    private func registeredFiles() async -> Result<[Int: [String]], FontError> {
        let files = plans.indices.filter { errors[$0] == nil }.flatMap { place in
            plans[place].files.map { (place: place, sha256: $0.file.sha256) }
        }
        do throws(FontError) {
            let found = try await registered(files.map { ($0.sha256, plans[$0.place].source) }).map { files[$0] }
            return .success(Dictionary(grouping: found, by: \.place).mapValues { $0.map(\.sha256) })
        } catch {
            return .failure(error)
        }
    }

    /// Fails the families that share a file with one that failed before the file was there.
    private mutating func failIncomplete() {
        for place in plans.indices where isActive(place) {
            let lost = plans[place].missing.map(\.file.sha256).first { fetched[$0] == nil && !present.contains($0) }
            guard let lost else { continue }
            let others = plans.indices.filter { plans[$0].missing.contains { $0.file.sha256 == lost } }
            errors[place] = others.compactMap { errors[$0] }.first ?? .downloadCancelled
        }
    }

    /// What a registration did for a plan.
    private struct Registered {
        var outcomes: [FontOutcome] = []
        /// The number by which it can be undone.
        var operation: Int64?
        /// The recorded origins of the family; nil if nothing was registered.
        var recorded: Recorded?
    }

    /// The origins of a family before and after a registration, recorded before it.
    private struct Recorded {
        /// The origin until then.
        var former: DownloadOrigin?
        /// The origin from then on.
        var origin: DownloadOrigin?
    }

    /// Registers the fonts of plans in one operation that changes all or nothing.
    private func register(_ places: [Int]) async throws(FontError) -> [Int: Registered] {
        var sources: [FontSource] = []
        var counts: [(place: Int, count: Int)] = []
        for place in places {
            let plan = plans[place]
            let licenses = plan.texts.compactMap { texts[$0.sha256] }
            let fonts = plan.missing.compactMap { file in
                fetched[file.file.sha256].map { font in
                    FontSource.downloaded(
                        font.file,
                        name: (file.forms.last?.addresses.first).map(RemoteAddress.shown) ?? font.report.address,
                        expecting: ExpectedFont(sha256: font.sha256, faces: file.file.faces.map(\.face)),
                        licenses: licenses)
                }
            }
            sources += fonts
            counts.append((place, fonts.count))
        }
        guard !sources.isEmpty, let first = places.first else { return [:] }
        var recorded: [Int: Recorded] = [:]
        let summary: FontSummary
        do throws(FontError) {
            for place in places {
                recorded[place] = try prepareOrigin(of: plans[place], isFlushed: places.count == 1)
            }
            if places.count > 1 { try origins?.flush() }
            let replaces = whole.options.replaces
            summary = try await whole.manager(for: plans[first].source, replacing: replaces).register(
                sources, scope: .persistent,
                options: RegistrationOptions(replaces: replaces, allowsDowngrade: replaces, isAtomic: true)
            ).summary()
            if let error = summary.errors.first { throw error }
            if summary.wasStopped || Task.isCancelled && !summary.outcomes.contains(where: \.isSuccess) {
                throw .downloadCancelled
            }
        } catch {
            for (place, origin) in recorded where await hasNone(of: plans[place]) {
                restoreOrigin(of: plans[place], to: origin.former)
            }
            throw error
        }
        var rest = summary.outcomes[...]
        return Dictionary(
            uniqueKeysWithValues: counts.map { place, count in
                defer { rest = rest.dropFirst(count) }
                return (
                    place,
                    Registered(
                        outcomes: Array(rest.prefix(count)), operation: summary.operation, recorded: recorded[place])
                )
            })
    }

    /// Records the origin of a family whose fonts are registered, and removes their parts.
    ///
    /// - Parameter files: The SHA-256 of the registered files of the plan.
    private func result(
        _ place: Int, _ registered: Registered, _ files: Result<[String], FontError>
    ) -> Result<DownloadResult, FontError> {
        if let error = errors[place] { return .failure(error) }
        let plan = plans[place]
        defer { removeParts(of: plan) }
        var result = DownloadResult(
            outcomes: registered.outcomes, operation: registered.operation,
            fetched: plan.missing.compactMap { fetched[$0.file.sha256]?.report })
        do throws(FontError) {
            result.origin = try recordOrigin(of: plan, try files.get(), over: registered.recorded)
        } catch {
            // Fonts that are registered have the origin that was prepared, also if the disk is full now.
            guard !registered.outcomes.isEmpty else { return .failure(error) }
        }
        return .success(result)
    }

    private func removeParts(of plan: DownloadPlan) {
        for form in plan.missing.flatMap(\.forms) { parts[form.sha256]?.remove() }
    }

    // MARK: Origins

    /// Records the origin of fonts before they are registered, so that a program that is killed leaves none without.
    ///
    /// It counts when they are registered; until then the version before it does.
    private func prepareOrigin(of plan: DownloadPlan, isFlushed: Bool) throws(FontError) -> Recorded? {
        guard let origins else { return nil }
        let former = try origins.origin(of: plan.family.id, in: plan.source.address)
        let origin = try whole.record(
            plan, plan.files.map(\.file.sha256), isWhole: try isWhole(plan, over: former), over: former,
            isFlushed: isFlushed, in: origins)
        return Recorded(former: former, origin: origin)
    }

    private var origins: DownloadOrigins? { whole.fonts.storeContext.map { DownloadOrigins($0.paths) } }

    /// Whether a plan completes what is known of its family.
    private func isWhole(_ plan: DownloadPlan, over former: DownloadOrigin?) throws(FontError) -> Bool {
        let known = former?.document == plan.document ? former?.files ?? [] : []
        let all = try DownloadSelection().files(of: plan.family).map(\.sha256)
        return Set(all).isSubset(of: known + plan.files.map(\.file.sha256))
    }

    /// Whether nothing that a plan misses was registered; an operation may remain that could not be completed or undone.
    private func hasNone(of plan: DownloadPlan) async -> Bool {
        let files = plan.missing.map { (sha256: $0.file.sha256, source: plan.source) }
        return (try? await registered(files).isEmpty) ?? false
    }

    /// Takes back what ``prepareOrigin(of:isFlushed:)`` did, if nothing was registered.
    private func restoreOrigin(of plan: DownloadPlan, to former: DownloadOrigin?) {
        guard let origins else { return }
        if let former {
            try? origins.record(former)
        } else {
            origins.remove(plan.family.id, in: plan.source.address)
        }
    }

    /// Records the origin of the fonts that are registered for the catalogue, unless it is known.
    ///
    /// - Returns: The origin; nil if there are no such fonts.
    private func recordOrigin(
        of plan: DownloadPlan, _ files: [String], over recorded: Recorded?
    ) throws(FontError) -> DownloadOrigin? {
        guard let origins else { return nil }
        let former =
            if let recorded { recorded.former } else { try origins.origin(of: plan.family.id, in: plan.source.address) }
        return try whole.record(
            plan, files, isWhole: try isWhole(plan, over: former), over: former, prepared: recorded?.origin, in: origins
        )
    }
}

extension DownloadRun {
    /// Records the origin of registered files of a plan.
    ///
    /// - Parameters:
    ///   - isWhole: Whether they are all of the family.
    ///   - former: What was recorded before, of this version or another one.
    ///   - prepared: What is recorded now, if it is not that.
    /// - Returns: The origin; nil if there are no files.
    func record(
        _ plan: DownloadPlan, _ files: [String], isWhole: Bool, over former: DownloadOrigin?,
        prepared: DownloadOrigin? = nil, isFlushed: Bool = true, in origins: DownloadOrigins
    ) throws(FontError) -> DownloadOrigin? {
        guard !files.isEmpty else { return nil }
        let now = Int64(Date().timeIntervalSince1970)
        let isSameVersion = former?.document == plan.document
        let consent = (former?.consent ?? []) + options.consent.filter { plan.agreements.contains($0.text) }
        var known: Set<String> = []
        let name = DisplayText.clean(plan.family.family)
        var origin = DownloadOrigin(
            catalog: plan.source.id, address: plan.source.address.description, id: former?.id ?? plan.family.id,
            // One package may have several families.
            family: former.map { $0.id == plan.family.id ? name : $0.family } ?? name,
            version: DisplayText.clean(plan.family.version), document: plan.document,
            files: Set(isSameVersion ? files + (former?.files ?? []) : files).sorted(), isWhole: isWhole,
            date: isSameVersion ? former?.date ?? now : now,
            asker: former?.asker == .person ? .person : options.asker,
            consent: consent.filter { known.insert($0.text).inserted }, isPinned: former?.isPinned ?? false, earlier: []
        )
        origin.follow(former)
        if let prepared { origin.date = prepared.date }
        if origin != prepared ?? former { try origins.record(origin, isFlushed: isFlushed) }
        return origin
    }
}
