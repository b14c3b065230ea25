import FontBus
import FontModel
import FontRegistry

/// The jobs of registrations and changes that are under way, by the names that their callers chose.
actor RegistrationJobs {
    private struct Key: Hashable {
        var peer: String
        var job: String
    }

    /// The maximum number of a provider's files that wait for the last call of a job.
    private static let mostFiles = 4_096

    /// The maximum number of files that wait, of all providers together.
    private static let mostFilesOfAll = 16_384

    /// The files of a job and their provider.
    private struct Collected {
        var provider: String
        var sources: [FontSource] = []
    }

    private var collected: [Key: Collected] = [:]

    /// A job whose last call has arrived, with its batch once that has started.
    private struct Last {
        var batch: FontBatch?
        var isCancelled = false
    }

    private var running: [Key: Last] = [:]

    /// The calls that were cancelled before they reached their jobs, by peer.
    private var cancelled: [String: Set<UInt64>] = [:]

    /// Collects files for a job of several calls.
    ///
    /// - Throws: `exceededResourceLimit` (106) if the provider, over all of its connections, or all providers together
    ///   hold too many files.
    func collect(
        _ sources: [FontSource], _ job: String, by call: UInt64, of caller: ServiceCaller
    ) throws(FontError) {
        if isCancelled(call, of: caller.peer) { return }
        let own = collected.values.filter { $0.provider == caller.identity.id }.reduce(0) { $0 + $1.sources.count }
        let all = collected.values.reduce(0) { $0 + $1.sources.count }
        guard own + sources.count <= Self.mostFiles, all + sources.count <= Self.mostFilesOfAll else {
            throw FontError(
                .exceededResourceLimit,
                "A batch over the bus can have at most \(Self.mostFiles) files. Register in several batches.")
        }
        let key = Key(peer: caller.peer, job: job)
        collected[key, default: Collected(provider: caller.identity.id)].sources += sources
    }

    /// Starts a job when its last call has arrived.
    ///
    /// - Returns: The files that were collected for it.
    /// - Throws: `InvalidArgs` if a job of that name is under way.
    func open(_ job: String, by call: UInt64, of peer: String) throws(BusFailure) -> [FontSource] {
        let key = Key(peer: peer, job: job)
        guard running[key] == nil else {
            throw .invalidArguments("Your connection already has a running job “\(job)”.")
        }
        running[key] = Last(isCancelled: isCancelled(call, of: peer))
        return collected.removeValue(forKey: key)?.sources ?? []
    }

    /// Returns whether a call was cancelled before it arrived, and forgets the cancellation.
    private func isCancelled(_ call: UInt64, of peer: String) -> Bool { cancelled[peer]?.remove(call) != nil }

    /// Returns whether a job that is under way was cancelled.
    func isCancelled(_ job: String, of peer: String) -> Bool { running[Key(peer: peer, job: job)]?.isCancelled == true }

    /// Starts the batch of a job that is under way; stops it at once if the job was cancelled before.
    func begin(_ job: String, of peer: String, _ start: @Sendable () -> FontBatch) -> FontBatch {
        let key = Key(peer: peer, job: job)
        let batch = start()
        running[key]?.batch = batch
        if running[key]?.isCancelled == true { batch.stop() }
        return batch
    }

    func end(_ job: String, of peer: String) { running[Key(peer: peer, job: job)] = nil }

    /// Cancels a job and drops the files that were collected for it.
    ///
    /// - Parameter calls: The peer's pending calls. Those that bring files of the job and have not reached it yet are
    ///   cancelled as well.
    /// - Throws: `notRegistered` (201) if the caller has no such job.
    func cancel(_ job: String, of peer: String, among calls: [BusCall]) throws(FontError) {
        let key = Key(peer: peer, job: job)
        let coming = calls.filter {
            ["Register", "Change"].contains($0.member) && Self.options(of: $0)["job"]?.string == job
        }
        let last = coming.filter { Self.options(of: $0)["more"]?.boolean != true }
        // The last call reports the outcomes of all files, so it needs the collected ones. Without a last call, they
        // are dropped.
        let wasCollected = collected[key] != nil
        if last.isEmpty { collected[key] = nil }
        guard wasCollected || running[key] != nil || !coming.isEmpty else {
            throw FontError(
                .notRegistered,
                "Your connection has no running job of this name: it is complete, or belongs to another connection. Specify the name passed to Register or Change."
            )
        }
        running[key]?.isCancelled = true
        running[key]?.batch?.stop()
        // Keeps only pending calls, so that cancellations of completed calls do not accumulate.
        cancelled[peer] = cancelled[peer, default: []].intersection(calls.map(\.id)).union(
            (last.isEmpty ? coming : last).map(\.id))
    }

    private static func options(of call: BusCall) -> [String: BusValue] {
        call.arguments.dropFirst(2).first?.dictionary ?? [:]
    }

    /// Drops the files of a peer that has left the bus; batches that are under way continue.
    func forget(_ peer: String) {
        collected = collected.filter { $0.key.peer != peer }
        cancelled[peer] = nil
    }
}
