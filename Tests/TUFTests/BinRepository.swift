@testable import TUF

/// A repository with 16 hash bins of one key.
enum BinRepository {
    static let paths = ["families/klee-one.json", "families/lato.json", "ä/é.json"]

    static func make() -> Repository {
        var repository = Repository()
        let bins = HashBinNames(bits: 4, prefix: "bin")
        let signers = Repository.Signers()
        for name in bins.names {
            repository.signers[name] = signers
            repository.targets[name] = [:]
        }
        for path in paths { repository.targets[bins.name(for: path)]?[path] = Array(path.utf8) }
        let succinct: [JSONValue.Member] = [.init("bit_length", 4), .init("name_prefix", "bin")]
        repository.delegations["targets"] = [
            "keys": Repository.keys([signers]), "succinct_roles": .object(signers.members + succinct),
        ]
        repository.publish(bins.names + ["targets", "snapshot", "timestamp"])
        return repository
    }
}
