import FontBus
import FontModel
import FontRegistry
import SystemPackage

extension BusBackend {
    /// The number of files in one message: dbus-daemon allows no more descriptors.
    private static var filesPerCall: Int { 16 }

    func register(
        _ items: [FontItem], scope: FontScope, options: RegistrationOptions, watcher: BatchWatcher
    ) async throws(FontError) -> FontSummary {
        /// The outcomes of each item; an archive has one for each font.
        var outcomes = items.map { [FontOutcome(item: $0.name, status: .skipped)] }
        var upload = Upload(service, scope: scope, options: options, watcher: watcher)
        /// The items that were opened, in the order of their outcomes.
        var sent: [Int] = []
        var hasFailed = false
        do throws(FontError) {
            for (place, item) in items.enumerated() where !watcher.shouldStop() && !(options.isAtomic && hasFailed) {
                let file: OpenedFile
                do throws(FontError) {
                    file = try item.open().file
                } catch {
                    if error.storeFault != nil { throw error }
                    hasFailed = true
                    let outcome = FontOutcome(item: item.name, status: .failed, error: error)
                    outcomes[place] = [outcome]
                    watcher.didPrepare(item.name, outcome)
                    continue
                }
                if upload.files.count == Self.filesPerCall { try await upload.send() }
                try upload.add(file, item)
                sent.append(place)
            }
        } catch {
            await upload.abandon()
            throw error
        }
        func result(_ generation: Int64, operation: Int64? = nil) -> FontSummary {
            FontSummary(
                generation: generation, outcomes: outcomes.flatMap(\.self),
                wasStopped: watcher.shouldStop()
                    && outcomes.joined().contains { $0.status == .skipped && !$0.isSuccess }, operation: operation)
        }
        if sent.isEmpty || watcher.shouldStop() || (options.isAtomic && hasFailed) {
            // The service has not checked any file yet.
            await upload.abandon()
            return result(try await service.registeredGeneration())
        }
        let summary = try summary(try await upload.finish())
        guard let answers = Self.answers(summary.outcomes, for: sent.map { items[$0].name }) else {
            throw FontError(
                .registrationFailed,
                "The font service answers for \(summary.outcomes.count) of \(sent.count) files. Use one release of fontd for both.",
                cause: .service(.incompatible, detail: "outcomes are missing"))
        }
        for (place, answer) in zip(sent, answers) { outcomes[place] = answer }
        if let progress = upload.progress { progress.end(summary.outcomes) } else { watcher.report(summary.outcomes) }
        return result(summary.generation, operation: summary.operation)
    }

    /// Returns the outcomes of each file, of which an archive has one for each font; nil if some are missing.
    private static func answers(_ outcomes: [FontOutcome], for files: [String]) -> [[FontOutcome]]? {
        var rest = outcomes[...]
        var answers: [[FontOutcome]] = []
        for (place, file) in files.enumerated() {
            guard let first = rest.popFirst() else { return nil }
            var answer = [first]
            while rest.count >= files.count - place, let next = rest.first, next.item.hasPrefix(file + "/") {
                answer.append(next)
                rest.removeFirst()
            }
            answers.append(answer)
        }
        return rest.isEmpty ? answers : nil
    }
}

/// A batch that is sent to the service in one call if it is small, else in several calls for one job.
private struct Upload {
    private let service: ServiceLink
    private let scope: FontScope
    private var options: [String: BusValue]
    private let watcher: BatchWatcher
    private(set) var files: [BusValue] = []
    private var tags: [String] = []
    /// The progress of a batch with several files.
    private(set) var progress: JobProgress?
    /// The process that has the files so far, as another one would not know them.
    private var owner: String?

    init(_ service: ServiceLink, scope: FontScope, options: RegistrationOptions, watcher: BatchWatcher) {
        self.service = service
        self.scope = scope
        self.watcher = watcher
        var members: [String: BusValue] = [
            "enabled": .boolean(options.isEnabled), "replace": .boolean(options.replaces),
            "allowDowngrade": .boolean(options.allowsDowngrade), "atomic": .boolean(options.isAtomic),
            "prefer": .string(options.preferredForm.rawValue), "dryRun": .boolean(options.isDryRun),
            "now": .boolean(options.removesAtOnce),
        ]
        if let tag = options.tag { members["tag"] = .string(tag) }
        self.options = members
    }

    mutating func add(_ file: OpenedFile, _ item: FontItem) throws(FontError) {
        let descriptor = try BusBackend.descriptor(of: file, item.name, concernsStore: true)
        files.append(.structure([.string(item.name), .descriptor(descriptor)]))
        tags.append(item.tag ?? "")
        if item.isArchive { options["archives"] = .boolean(true) }
    }

    private mutating func call(hasMore: Bool) async throws(FontError) -> [BusValue] {
        var members = options
        if tags.contains(where: { !$0.isEmpty }) { members["tags"] = .strings(tags) }
        if let progress { members["job"] = .string(progress.job) }
        if hasMore { members["more"] = .boolean(true) }
        let files = BusValue.array(files, of: "(sh)")
        (self.files, tags) = ([], [])
        return try await service.call(
            "Register", [files, .string(scope.rawValue), .dictionary(members)], timeout: ServiceLink.longTime,
            owner: owner)
    }

    /// Sends files that further files will follow.
    mutating func send() async throws(FontError) {
        if owner == nil {
            owner = try await service.owner()
            progress = try await JobProgress(service, owner: owner, watcher)
        }
        _ = try await call(hasMore: true)
    }

    /// Sends the last files and waits for all outcomes.
    mutating func finish() async throws(FontError) -> [BusValue] {
        if progress == nil, files.count > 1 { progress = try await JobProgress(service, owner: nil, watcher) }
        let answer = await Result { () async throws(FontError) in try await call(hasMore: false) }
        await progress?.unsubscribe()
        return try answer.get()
    }

    /// Makes the service release the files that it received.
    func abandon() async {
        guard let progress else { return }
        if owner != nil { _ = try? await service.call("Cancel", [.string(progress.job)], owner: owner) }
        await progress.unsubscribe()
    }
}
