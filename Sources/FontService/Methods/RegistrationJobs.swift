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

    private var collected: [Key: [FontSource]] = [:]
    private var running: [Key: FontBatch] = [:]

    /// Takes in files of a batch that several calls bring.
    func collect(_ sources: [FontSource], _ job: String, of peer: String) throws(BusFailure) {
        let held = collected.filter { $0.key.peer == peer }.reduce(0) { $0 + $1.value.count }
        guard held + sources.count <= Self.mostFiles else {
            throw FontError(
                .exceededResourceLimit,
                "A batch over the bus has at most \(Self.mostFiles) files. Register in several batches."
            ).busFailure
        }
        collected[Key(peer: peer, job: job), default: []] += sources
    }

    /// What was taken in for a job, which is then begun.
    func take(_ job: String, of peer: String) -> [FontSource] {
        collected.removeValue(forKey: Key(peer: peer, job: job)) ?? []
    }

    func begin(_ batch: FontBatch, _ job: String, of peer: String) throws(BusFailure) {
        let key = Key(peer: peer, job: job)
        guard running[key] == nil else { throw .invalidArguments("A job “\(job)” of yours is under way already.") }
        running[key] = batch
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
