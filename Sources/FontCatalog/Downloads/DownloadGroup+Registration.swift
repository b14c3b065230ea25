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
        var outcomes: [Int: [FontOutcome]] = [:]
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
        var results: [Result<DownloadResult, FontError>] = []
        for place in plans.indices {
            results.append(await result(place, outcomes[place] ?? []))
        }
        return results
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

    /// Registers the fonts of plans in one operation that changes all or nothing.
    private func register(_ places: [Int]) async throws(FontError) -> [Int: [FontOutcome]] {
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
        // A person enables a font that was disabled; but an upgrade replaces no fonts of others.
        let isUser = whole.options.asker == .person
        let manager = whole.fonts.acting(
            as: plans[first].source.provider, authority: isUser && !whole.options.replaces ? .user : .provider,
            isUser: isUser)
        let summary = try await manager.register(
            sources, scope: .persistent,
            options: RegistrationOptions(replaces: whole.options.replaces, isAtomic: true)
        ).summary()
        if let error = summary.errors.first { throw error }
        if summary.wasStopped || Task.isCancelled && !summary.outcomes.contains(where: \.isSuccess) {
            throw .downloadCancelled
        }
        var rest = summary.outcomes[...]
        return Dictionary(
            uniqueKeysWithValues: counts.map { place, count in
                defer { rest = rest.dropFirst(count) }
                return (place, Array(rest.prefix(count)))
            })
    }

    /// Records the origin of a family whose fonts are registered, and removes their parts.
    private func result(_ place: Int, _ outcomes: [FontOutcome]) async -> Result<DownloadResult, FontError> {
        if let error = errors[place] { return .failure(error) }
        let plan = plans[place]
        do throws(FontError) {
            let origin = try await recordOrigin(of: plan)
            removeParts(of: plan)
            return .success(
                DownloadResult(
                    origin: origin, outcomes: outcomes,
                    fetched: plan.missing.compactMap { fetched[$0.file.sha256]?.report }))
        } catch {
            removeParts(of: plan)
            return .failure(error)
        }
    }

    private func removeParts(of plan: DownloadPlan) {
        for form in plan.missing.flatMap(\.forms) { parts[form.sha256]?.remove() }
    }

    /// Records the origin of the fonts that are registered for the catalogue, unless it is known.
    ///
    /// - Returns: The origin; nil if there are no such fonts.
    private func recordOrigin(of plan: DownloadPlan) async throws(FontError) -> DownloadOrigin? {
        guard let context = whole.fonts.storeContext else { return nil }
        let origins = DownloadOrigins(context)
        let former = try origins.origin(of: plan.family.id, in: plan.source.address)
        var files: [String] = []
        for file in plan.files where try await isRegistered(file.file.sha256, for: plan.source) {
            files.append(file.file.sha256)
        }
        guard !files.isEmpty else { return nil }
        let isSameVersion = former?.document == plan.document
        let all = isSameVersion ? Set(former?.files ?? []).union(files) : Set(files)
        let consent = (former?.consent ?? []) + whole.options.consent.filter { plan.agreements.contains($0.text) }
        var known: Set<String> = []
        let origin = DownloadOrigin(
            catalog: plan.source.id, address: plan.source.address.description, id: plan.family.id,
            family: DisplayText.clean(plan.family.family), version: DisplayText.clean(plan.family.version),
            document: plan.document, files: all.sorted(),
            date: isSameVersion ? former?.date ?? now : now,
            asker: former?.asker == .person ? .person : whole.options.asker,
            consent: consent.filter { known.insert($0.text).inserted }, isPinned: former?.isPinned ?? false)
        if origin != former { try origins.record(origin) }
        return origin
    }

    private var now: Int64 { Int64(Date().timeIntervalSince1970) }
}
