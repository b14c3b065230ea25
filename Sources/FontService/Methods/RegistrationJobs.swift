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
    private var running: [Key: FontBatch] = [:]

    /// Takes in files of a batch that several calls bring.
    ///
    /// - Throws: 106 when the provider, through whatever connections, or all of them hold too many.
    func collect(_ sources: [FontSource], _ job: String, of caller: ServiceCaller) throws(BusFailure) {
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

    /// What was taken in for a job, which is then begun.
    func take(_ job: String, of peer: String) -> [FontSource] {
        collected.removeValue(forKey: Key(peer: peer, job: job))?.sources ?? []
    }

    /// Begins a batch under a name of the caller's, unless one is under way.
    func begin(
        _ job: String, of peer: String, _ start: @Sendable () -> FontBatch
    ) throws(BusFailure) -> FontBatch {
        let key = Key(peer: peer, job: job)
        guard running[key] == nil else { throw .invalidArguments("A job “\(job)” of yours is under way already.") }
        let batch = start()
        running[key] = batch
        return batch
    }

    func end(_ job: String, of peer: String) { running[Key(peer: peer, job: job)] = nil }

    func cancel(_ job: String, of peer: String) {
        let key = Key(peer: peer, job: job)
        collected[key] = nil
        running[key]?.stop()
    }

    /// The files of a peer that has left; batches under way go on to their end.
    func forget(_ peer: String) { collected = collected.filter { $0.key.peer != peer } }
}
