import FontBus
import FontModel
import FontRegistry

/// Batches under way, by the names their callers gave them.
actor RegistrationJobs {
    private struct Key: Hashable {
        var peer: String
        var job: String
    }

    /// Files that wait for the last call of a job.
    private static let mostFiles = 4_096

    /// The same for all providers together.
    private static let mostFilesOfAll = 16_384

    /// Files of a job, and whose they are.
    private struct Collected {
        var provider: String
        var sources: [FontSource] = []
    }

    private var collected: [Key: Collected] = [:]

    /// A job whose last call has come: its batch, once it has been begun.
    private struct Last {
        var batch: FontBatch?
        var isCancelled = false
    }

    private var running: [Key: Last] = [:]

    /// By peer, calls that were cancelled before they came to their jobs.
    private var cancelled: [String: Set<UInt64>] = [:]

    /// Takes in files of a batch that several calls bring.
    ///
    /// - Throws: 106 when the provider, through whatever connections, or all of them hold too many.
    func collect(
        _ sources: [FontSource], _ job: String, by call: UInt64, of caller: ServiceCaller
    ) throws(BusFailure) {
        if isCancelled(call, of: caller.peer) { return }
        let own = collected.values.filter { $0.provider == caller.identity.id }.reduce(0) { $0 + $1.sources.count }
        let all = collected.values.reduce(0) { $0 + $1.sources.count }
        guard own + sources.count <= Self.mostFiles, all + sources.count <= Self.mostFilesOfAll else {
            throw FontError(
                .exceededResourceLimit,
                "A batch over the bus has at most \(Self.mostFiles) files. Register in several batches."
            ).busFailure
        }
        let key = Key(peer: caller.peer, job: job)
        collected[key, default: Collected(provider: caller.identity.id)].sources += sources
    }

    /// The last call of a job has come: from now on the job is under way.
    ///
    /// - Returns: What was taken in for it.
    /// - Throws: `InvalidArgs` if one of the name is under way.
    func open(_ job: String, by call: UInt64, of peer: String) throws(BusFailure) -> [FontSource] {
        let key = Key(peer: peer, job: job)
        guard running[key] == nil else { throw .invalidArguments("A job “\(job)” of yours is under way already.") }
        running[key] = Last(isCancelled: isCancelled(call, of: peer))
        return collected.removeValue(forKey: key)?.sources ?? []
    }

    /// Whether a call was cancelled before; it is told so once.
    private func isCancelled(_ call: UInt64, of peer: String) -> Bool { cancelled[peer]?.remove(call) != nil }

    /// Whether a job that is under way was cancelled.
    func isCancelled(_ job: String, of peer: String) -> Bool { running[Key(peer: peer, job: job)]?.isCancelled == true }

    /// Begins the batch of a job that is under way; it ends at once if the job was cancelled before.
    func begin(_ job: String, of peer: String, _ start: @Sendable () -> FontBatch) -> FontBatch {
        let key = Key(peer: peer, job: job)
        let batch = start()
        running[key]?.batch = batch
        if running[key]?.isCancelled == true { batch.stop() }
        return batch
    }

    func end(_ job: String, of peer: String) { running[Key(peer: peer, job: job)] = nil }

    /// Ends a job, and what was taken in for it.
    ///
    /// - Parameter calls: What the peer has under way: calls that bring the job's files and have not come to it yet are
    ///   cancelled as well.
    /// - Throws: 201 if the caller has no such job.
    func cancel(_ job: String, of peer: String, among calls: [BusCall]) throws(BusFailure) {
        let key = Key(peer: peer, job: job)
        let coming = calls.filter { $0.member == "Register" && Self.options(of: $0)["job"]?.string == job }
        let last = coming.filter { Self.options(of: $0)["more"]?.boolean != true }
        // The last call tells what became of all files, so it finds what was taken in; without one that has ended.
        let wasCollected = collected[key] != nil
        if last.isEmpty { collected[key] = nil }
        guard wasCollected || running[key] != nil || !coming.isEmpty else {
            throw FontError(
                .notRegistered,
                "No job of this name is under way on your connection: it is done, or another's. Give the name that you gave to Register."
            ).busFailure
        }
        running[key]?.isCancelled = true
        running[key]?.batch?.stop()
        // Not more than it has under way: of calls that are done by now nothing is kept.
        cancelled[peer] = cancelled[peer, default: []].intersection(calls.map(\.id)).union(
            (last.isEmpty ? coming : last).map(\.id))
    }

    private static func options(of call: BusCall) -> [String: BusValue] {
        call.arguments.dropFirst(2).first?.dictionary ?? [:]
    }

    /// The files of a peer that has left; batches under way go on to their end.
    func forget(_ peer: String) {
        collected = collected.filter { $0.key.peer != peer }
        cancelled[peer] = nil
    }
}
