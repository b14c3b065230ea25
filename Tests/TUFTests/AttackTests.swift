import TestSupport
import Testing

@testable import TUF

/// What somebody without the keys does to a repository, and what the client says.
private struct Attack: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// The role whose copy the client keeps.
    let role: String
    let error: TrustError
    let change: @Sendable (inout Repository) -> Void

    init(
        _ description: String, _ role: String, _ error: TrustError,
        change: @escaping @Sendable (inout Repository) -> Void
    ) {
        testDescription = description
        self.role = role
        self.error = error
        self.change = change
    }

    private static let mixed = "its hash is not the listed one"

    /// The attacks by a change of the four roles after the client's update to version 2 of each.
    static let all = unsigned + expired + older + mixedUp

    private static let unsigned = [
        Attack("unsigned root", "root", .signatures(name: "3.root.json", valid: 0, threshold: 1)) {
            $0.versions["root"] = 3
            $0.sign("root", by: [])
        },
        Attack("root signed with new keys only", "root", .signatures(name: "3.root.json", valid: 0, threshold: 1)) {
            $0.signers["root"] = .init()
            $0.publish(["root"])
        },
        Attack("root signed with old keys only", "root", .signatures(name: "3.root.json", valid: 0, threshold: 1)) {
            let old = $0.signers["root", default: .init()].keys
            $0.signers["root"] = .init()
            $0.versions["root"] = 3
            $0.sign("root", by: old)
        },
        Attack("unsigned timestamp", "timestamp", .signatures(name: "timestamp.json", valid: 0, threshold: 1)) {
            $0.versions["timestamp"] = 3
            $0.sign("timestamp", by: [])
        },
        Attack("unsigned snapshot", "snapshot", .signatures(name: "snapshot.json", valid: 0, threshold: 1)) {
            $0.versions["snapshot"] = 3
            $0.sign("snapshot", by: [])
            $0.publish(["timestamp"])
        },
        Attack("unsigned targets", "targets", .signatures(name: "targets.json", valid: 0, threshold: 1)) {
            $0.versions["targets"] = 3
            $0.sign("targets", by: [])
            $0.publish(["snapshot", "timestamp"])
        },
        Attack("threshold missed", "targets", .signatures(name: "targets.json", valid: 1, threshold: 2)) {
            $0.signers["targets"] = .init(3, threshold: 2)
            let keys = $0.signers["targets", default: .init()].keys
            $0.versions["targets"] = 3
            $0.sign("targets", by: [keys[0], SigningKey()])
            $0.publish(["root", "snapshot", "timestamp"])
        },
    ]

    private static let expired = ["root", "timestamp", "snapshot", "targets"].map { role in
        Attack(
            "\(role) expired", role == "root" ? "timestamp" : role,
            .expired(name: role == "root" ? "3.root.json" : "\(role).json", date: Repository.past)
        ) {
            $0.expiry[role] = Repository.past
            $0.publish(Repository.roles)
        }
    }

    private static let older = [
        Attack("older timestamp", "timestamp", .rollback(name: "timestamp.json", trusted: 2, found: 1)) {
            $0.versions["timestamp"] = 1
            $0.sign("timestamp")
        },
        Attack("older snapshot", "timestamp", .rollback(name: "snapshot.json", trusted: 2, found: 1)) {
            $0.versions["snapshot"] = 1
            $0.sign("snapshot")
            $0.publish(["timestamp"])
        },
        Attack("older targets", "snapshot", .rollback(name: "targets.json", trusted: 2, found: 1)) {
            $0.versions["targets"] = 1
            $0.publish(["snapshot", "timestamp"])
        },
        Attack(
            "targets not listed any more", "snapshot",
            .mixed(name: "targets.json", reason: "the snapshot does not list it")
        ) {
            $0.versions["targets"] = nil
            $0.publish(["snapshot", "timestamp"])
        },
        Attack("root skipped", "root", .rollback(name: "3.root.json", trusted: 3, found: 4)) {
            $0.versions["root"] = 4
            $0.sign("root")
            $0.files["3.root.json"] = $0.files["4.root.json"]
        },
        Attack("root again", "root", .rollback(name: "3.root.json", trusted: 3, found: 2)) {
            $0.files["3.root.json"] = $0.files["2.root.json"]
        },
    ]

    private static let mixedUp = [
        Attack("another timestamp's snapshot", "snapshot", .mixed(name: "snapshot.json", reason: mixed)) {
            $0.publish(["snapshot", "timestamp"])
            $0.expiry["snapshot"] = "2031-02-01T00:00:00Z"
            $0.sign("snapshot")
        },
        Attack("another snapshot's targets", "targets", .mixed(name: "targets.json", reason: mixed)) {
            $0.publish(["targets", "snapshot", "timestamp"])
            $0.targets["targets"] = ["file": Array("evil".utf8)]
            $0.sign("targets")
        },
        Attack(
            "snapshot of another version", "snapshot",
            .mixed(name: "snapshot.json", reason: "it has version 4, not the listed 3")
        ) {
            $0.hasHashes = false
            $0.publish(["snapshot", "timestamp"])
            $0.versions["snapshot"] = 4
            $0.sign("snapshot")
            $0.files["3.snapshot.json"] = $0.files["4.snapshot.json"]
        },
        Attack("wrong type", "timestamp", .wrongType(name: "timestamp.json", found: "snapshot")) {
            $0.put($0.signed("snapshot"), as: "timestamp", by: $0.signers["timestamp"]?.keys)
        },
        Attack("no timestamp", "timestamp", .missing(name: "timestamp.json")) { $0.files["timestamp.json"] = nil },
        Attack("no snapshot", "snapshot", .missing(name: "3.snapshot.json")) {
            $0.publish(["snapshot", "timestamp"])
            $0.files["3.snapshot.json"] = nil
        },
        Attack("endless root", "root", .tooLong(name: "3.root.json", limit: 512_000)) {
            $0.files["3.root.json"] = [UInt8](repeating: 0x20, count: 512_001)
        },
        Attack("endless timestamp", "timestamp", .tooLong(name: "timestamp.json", limit: 16_384)) {
            $0.files["timestamp.json"] = [UInt8](repeating: 0x20, count: 16_385)
        },
    ]
}

@Suite(.tags(.unsafeMemory)) struct AttackTests {
    @Test(arguments: Attack.all) private func anAttackIsRefusedAndTheCopyStays(attack: Attack) throws {
        var repository = Repository()
        var client = Client(of: repository)
        repository.publish(Repository.roles)
        try client.update(from: repository)
        let before = client
        var attacked = repository
        attack.change(&attacked)
        #expect(throws: attack.error) { try client.update(from: attacked) }
        #expect(client.copy(of: attack.role) == before.copy(of: attack.role))
        // Before the attack the client did not ask for more.
        #expect(
            before.requests == ["2.root.json", "3.root.json", "timestamp.json", "2.snapshot.json", "2.targets.json"])
    }

    @Test func everyFlippedByteIsRefused() throws {
        let repository = Repository()
        for name in ["timestamp.json", "1.snapshot.json", "1.targets.json"] {
            let count = try #require(repository.files[name]).count
            for place in stride(from: 0, to: count, by: 3) {
                var damaged = repository
                damaged.files[name]?[place] ^= 0x10
                var client = Client(of: repository)
                #expect(throws: TrustError.self, "\(name), byte \(place)") { try client.update(from: damaged) }
            }
        }
    }

    @Test func filesLongerThanListedAreRefused() throws {
        var repository = Repository()
        let length = try #require(repository.files["1.snapshot.json"]).count
        repository.files["1.snapshot.json"]?.append(0x20)
        var client = Client(of: repository)
        #expect(throws: TrustError.tooLong(name: "1.snapshot.json", limit: length)) {
            try client.update(from: repository)
        }
        #expect(client.stored.timestamp != nil && client.stored.snapshot == nil)
        // Without lengths the limits are fixed.
        repository.hasHashes = false
        repository.publish(Repository.roles)
        repository.files["2.snapshot.json"] = [UInt8](repeating: 0x20, count: 2_000_001)
        #expect(throws: TrustError.tooLong(name: "2.snapshot.json", limit: 2_000_000)) {
            try client.update(from: repository)
        }
        repository.sign("snapshot")
        repository.files["2.targets.json"] = [UInt8](repeating: 0x20, count: 5_000_001)
        #expect(throws: TrustError.tooLong(name: "2.targets.json", limit: 5_000_000)) {
            try client.update(from: repository)
        }
    }

    @Test func anUnsignedBinIsRefusedAndBinsWithHashesCannotBeSwapped() throws {
        var repository = BinRepository.make()
        let path = "families/klee-one.json"
        var client = Client(of: repository)
        let trusted = try client.update(from: repository)
        #expect(try Client.search(path, in: trusted, of: repository).found?.role == "bin-7")
        // Both have one key and one version.
        let listed = try #require(repository.files["1.bin-7.json"]).count
        let found = try #require(repository.files["1.bin-8.json"]).count
        var swapped = repository
        swapped.files["1.bin-7.json"] = repository.files["1.bin-8.json"]
        #expect(
            throws: TrustError.mixed(name: "bin-7.json", reason: "it has \(found) bytes, not the listed \(listed)")
        ) {
            try Client.search(path, in: trusted, of: swapped)
        }
        repository.versions["bin-7"] = 2
        repository.sign("bin-7", by: [])
        repository.publish(["snapshot", "timestamp"])
        #expect(throws: TrustError.signatures(name: "bin-7.json", valid: 0, threshold: 1)) {
            try client.find(path, in: repository)
        }
    }

    @Test func aReplacedTargetIsRefused() throws {
        let repository = Repository()
        var client = Client(of: repository)
        let target = try #require(try client.find("file", in: repository).found?.target)
        try target.verify(Array("text".utf8))
        #expect(throws: TrustError.targetHash(path: "file")) { try target.verify(Array("evil".utf8)) }
        #expect(throws: TrustError.targetLength(path: "file", expected: 4, found: 5)) {
            try target.verify(Array("text\n".utf8))
        }
    }

    @Test func aHashThatNobodyKnowsIsNotTrusted() throws {
        let target = Target(path: "file", length: 0, hashes: ["md5": "d41d8cd98f00b204e9800998ecf8427e"], custom: nil)
        #expect(throws: TrustError.targetHash(path: "file")) { try target.verify([]) }
    }

    @Test func aPathAboveTheFolderIsNotDelegated() throws {
        var repository = Repository()
        repository.targets["fonts"] = ["../x": [1], "fonts/../x": [1], "fonts/x": [1]]
        repository.delegate(to: [Delegation(name: "fonts", paths: ["fonts/*", "*"])])
        var client = Client(of: repository)
        let trusted = try client.update(from: repository)
        #expect(try Client.search("fonts/x", in: trusted, of: repository).found?.role == "fonts")
        for path in ["../x", "fonts/../x", "x"] {
            #expect(try Client.search(path, in: trusted, of: repository).found == nil)
        }
    }

    @Test func theNameOfARoleCannotLeaveTheFolder() throws {
        #expect(MetadataSearch.encoded("../x") == "..%2Fx")
        #expect(MetadataSearch.encoded("a b/ä?#%") == "a%20b%2F%C3%A4%3F%23%25")
        var repository = Repository()
        repository.targets["../a b"] = ["file2": [1]]
        repository.delegate(to: [Delegation(name: "../a b", paths: ["*"])])
        var client = Client(of: repository)
        #expect(try client.find("file2", in: repository).found?.role == "../a b")
        #expect(repository.files["1...%2Fa%20b.json"] != nil)
    }
}
