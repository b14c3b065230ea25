import FontModel
import FontRegistry
import Synchronization

extension FontCatalogs {
    /// The states of names for a list of fonts to download, now and after each change.
    ///
    /// The first element has no state known; the next one has what a check found, and further ones follow the matches of
    /// this object and the changes of the registered fonts. When a download ends, all names of its family become
    /// ``FontDownloadState/downloaded`` together, in one element. The sequence ends with its task.
    ///
    /// ```swift
    /// for await states in catalogs.states(of: ["KleeOne-Regular", "KleeOne-SemiBold"]) {
    ///     show(states["KleeOne-Regular"], states["KleeOne-SemiBold"])
    /// }
    /// ```
    public func states(of names: [String]) -> AsyncStream<FontDownloadStates> {
        AsyncStream { continuation in
            let task = Task(executorPreference: TaskExecution.executor) {
                await StateFollower(self, names) { continuation.yield($0) }.follow()
                continuation.finish()
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }
}

/// The events of an object's matches, for those who follow states.
final class MatchProgress: Sendable {
    typealias Element = (event: FontMatchingEvent, purpose: FontDownloadState.Purpose)

    private let followers = Mutex<(next: Int, streams: [Int: AsyncStream<Element>.Continuation])>((0, [:]))

    func send(_ event: FontMatchingEvent, _ purpose: FontDownloadState.Purpose) {
        for follower in followers.withLock({ Array($0.streams.values) }) { follower.yield((event, purpose)) }
    }

    /// The events from now on.
    func follow() -> AsyncStream<Element> {
        let (stream, continuation) = AsyncStream.makeStream(of: Element.self)
        let number = followers.withLock { followers in
            followers.next += 1
            followers.streams[followers.next] = continuation
            return followers.next
        }
        continuation.onTermination = { [weak self] _ in
            self?.followers.withLock { _ = $0.streams.removeValue(forKey: number) }
        }
        return stream
    }
}

/// Follows the states of names.
private struct StateFollower: Sendable {
    private enum Input: Sendable {
        case event(FontMatchingEvent, FontDownloadState.Purpose)
        /// Registered fonts changed.
        case change
    }

    let catalogs: FontCatalogs
    let names: [String]
    let send: @Sendable (FontDownloadStates) -> Void

    init(_ catalogs: FontCatalogs, _ names: [String], send: @escaping @Sendable (FontDownloadStates) -> Void) {
        self.catalogs = catalogs
        self.names = names
        self.send = send
    }

    func follow() async {
        // What happens during the first check is not missed.
        let events = catalogs.progress.follow()
        let changes = catalogs.fonts.changes
        var states = FontDownloadStates(names)
        send(states)
        await check(&states)
        send(states)
        let (inputs, input) = AsyncStream.makeStream(of: Input.self)
        var isBehind = false
        await withTaskGroup { group in
            group.addTask { for await (event, purpose) in events { input.yield(.event(event, purpose)) } }
            group.addTask {
                var iterator = changes.makeAsyncIterator()
                // A store that cannot be read has no changes.
                while let _ = try? await iterator.next() { input.yield(.change) }
            }
            for await next in inputs {
                let before = states
                switch next {
                case .event(let event, let purpose):
                    await apply(event, purpose, &states)
                    isBehind = isBehind || event.state == .didFinish
                case .change: isBehind = true
                }
                // During a download its own events tell when the fonts of the family are there.
                if isBehind, !states.hasDownloads {
                    isBehind = false
                    await update(&states)
                }
                if states != before { send(states) }
            }
            group.cancelAll()
        }
    }

    /// Applies an event of a match.
    private func apply(
        _ event: FontMatchingEvent, _ purpose: FontDownloadState.Purpose, _ states: inout FontDownloadStates
    ) async {
        for name in event.name.map({ [$0] }) ?? event.names where names.contains(name) {
            states[name] = states[name].after(event.state, percentage: event.percentage, in: purpose)
            if event.state == .didBegin || event.state == .didMatch { states.errors[name] = nil }
            if let error = event.error { states.errors[name] = error }
        }
        // One download brings the other fonts of the family.
        if event.state == .didMatch { await findSiblings(&states) }
    }

    private func findSiblings(_ states: inout FontDownloadStates) async {
        for name in names where states[name] != .downloaded {
            if await isPresent(name) { states[name] = .downloaded }
        }
    }

    /// Applies a change of the registered fonts, which may be one of another process.
    private func update(_ states: inout FontDownloadStates) async {
        await findSiblings(&states)
        var isLost = false
        for name in names where states[name] == .downloaded {
            guard await !isPresent(name) else { continue }
            states[name] = .undefined
            isLost = true
        }
        if isLost { await check(&states) }
    }

    private func isPresent(_ name: String) async -> Bool {
        (try? await catalogs.fonts.resolve(name))?.match != nil
    }

    /// Finds the states of names of which nothing is known, by a match that downloads nothing.
    private func check(_ states: inout FontDownloadStates) async {
        let unknown = names.filter { states[$0] == .undefined }
        let found = Mutex(states)
        let run = MatchRun(
            catalogs: catalogs, names: unknown, style: nil, readsAhead: true, deciding: { _ in false },
            agreeing: { _ in false },
            send: { event in
                found.withLock { states in
                    for name in event.name.map({ [$0] }) ?? event.names {
                        states[name] = states[name].after(event.state, in: .check)
                        if let error = event.error { states.errors[name] = error }
                    }
                }
            }, track: { _, _ in })
        // A store that cannot be read leaves the names without a state.
        try? await run.perform()
        states = found.withLock { $0 }
    }
}
