import TestSupport
import Testing

@testable import TUF

@Suite(.tags(.unsafeMemory)) struct MetadataUpdateTests {
    @Test func aRefreshWithoutChangesAsksForTwoFiles() throws {
        let repository = Repository()
        var client = Client(of: repository)
        try client.update(from: repository)
        #expect(client.requests == ["2.root.json", "timestamp.json", "1.snapshot.json", "1.targets.json"])
        let before = client
        let trusted = try client.update(from: repository)
        #expect(client.requests == ["2.root.json", "timestamp.json"])
        #expect(client.stored.timestamp == before.stored.timestamp)
        #expect(trusted.snapshotVersion == 1 && trusted.rootVersion == 1 && trusted.hasConsistentSnapshots)
        #expect(trusted.expires == Timestamp(Repository.future))
        #expect(trusted.topTargets?.targets.map(\.path) == ["file"])
    }

    @Test func anEqualTimestampIsNotStored() throws {
        var repository = Repository()
        var client = Client(of: repository)
        try client.update(from: repository)
        let before = client.stored.timestamp
        repository.expiry["timestamp"] = "2032-01-01T00:00:00Z"
        repository.sign("timestamp")
        #expect(repository.files["timestamp.json"] != before)
        try client.update(from: repository)
        #expect(client.stored.timestamp == before)
    }

    @Test func rootsAreFollowedStepByStep() throws {
        var repository = Repository()
        var client = Client(of: repository)
        for _ in 0..<2 {
            let old = repository.signers["root", default: .init()].keys
            repository.signers["root"] = .init(3, threshold: 2)
            repository.signers["root"]?.signing += old
            repository.publish(["root"])
        }
        let trusted = try client.update(from: repository)
        #expect(trusted.rootVersion == 3)
        #expect(client.requests.prefix(3) == ["2.root.json", "3.root.json", "4.root.json"])
        #expect(client.root == repository.files["3.root.json"])
    }

    @Test func onlyTheLastRootMustBeValid() throws {
        var repository = Repository()
        repository.expiry["root"] = Repository.past
        repository.sign("root")
        var client = Client(of: repository)
        repository.publish(["root"])
        #expect(throws: TrustError.expired(name: "2.root.json", date: Repository.past)) {
            try client.update(from: repository)
        }
        // The step to version 2 is stored.
        #expect(client.root == repository.files["2.root.json"])
        repository.expiry["root"] = nil
        repository.publish(["root"])
        #expect(try client.update(from: repository).rootVersion == 3)
    }

    @Test func oneUpdateFollows256Roots() throws {
        var repository = Repository()
        var client = Client(of: repository)
        for _ in 0..<300 { repository.publish(["root"]) }
        #expect(try client.update(from: repository).rootVersion == 257)
        #expect(client.requests.filter { $0.hasSuffix(".root.json") }.count == MetadataLimits.rootSteps)
        #expect(try client.update(from: repository).rootVersion == 301)
    }

    @Test func theLastOf256RootsIsStoredThoughItExpired() throws {
        var repository = Repository()
        var client = Client(of: repository)
        for _ in 0..<255 { repository.publish(["root"]) }
        repository.expiry["root"] = Repository.past
        repository.publish(["root"])
        #expect(throws: TrustError.expired(name: "257.root.json", date: Repository.past)) {
            try client.update(from: repository)
        }
        #expect(client.root == repository.files["257.root.json"])
    }

    @Test func anExpiredStoredTimestampStillProtectsFromOlderOnes() throws {
        var repository = Repository()
        let first = repository
        var client = Client(of: repository)
        repository.expiry["timestamp"] = "2030-07-01T00:00:00Z"
        repository.publish(["targets", "snapshot", "timestamp"])
        try client.update(from: repository)
        client.now = try #require(Timestamp("2030-08-01T00:00:00Z"))
        #expect(throws: TrustError.rollback(name: "timestamp.json", trusted: 2, found: 1)) {
            try client.update(from: first)
        }
        // The same one has expired.
        #expect(throws: TrustError.expired(name: "timestamp.json", date: "2030-07-01T00:00:00Z")) {
            try client.update(from: repository)
        }
        #expect(client.stored.timestamp == repository.files["timestamp.json"])
    }

    @Test func anExpiredStoredSnapshotStillProtectsFromOlderTargets() throws {
        var repository = Repository()
        var client = Client(of: repository)
        repository.expiry["snapshot"] = "2030-07-01T00:00:00Z"
        repository.publish(["targets", "snapshot", "timestamp"])
        try client.update(from: repository)
        client.now = try #require(Timestamp("2030-08-01T00:00:00Z"))
        repository.expiry["snapshot"] = nil
        repository.versions["targets"] = 1
        repository.publish(["snapshot", "timestamp"])
        #expect(throws: TrustError.rollback(name: "targets.json", trusted: 2, found: 1)) {
            try client.update(from: repository)
        }
    }

    /// Somebody with the keys of timestamp and snapshot sets the greatest versions; new keys help.
    @Test func newKeysRecoverFromFastForward() throws {
        var repository = Repository()
        var client = Client(of: repository)
        var attacked = repository
        for role in ["timestamp", "snapshot", "targets"] { attacked.versions[role] = Int64.max }
        for role in ["targets", "snapshot", "timestamp"] { attacked.sign(role) }
        try client.update(from: attacked)
        repository.publish(["snapshot", "timestamp"])
        #expect(throws: TrustError.rollback(name: "timestamp.json", trusted: .max, found: 2)) {
            try client.update(from: repository)
        }
        // New keys for the timestamp alone are not enough: the snapshot's copy is still one of a current key.
        repository.signers["timestamp"] = .init()
        repository.publish(["root", "timestamp"])
        #expect(throws: TrustError.rollback(name: "targets.json", trusted: .max, found: 1)) {
            try client.update(from: repository)
        }
        repository.signers["snapshot"] = .init()
        repository.publish(["root", "snapshot", "timestamp"])
        let trusted = try client.update(from: repository)
        #expect(trusted.snapshotVersion == 3 && trusted.rootVersion == 3)
        #expect(client.stored.timestamp == repository.files["timestamp.json"])
    }

    @Test func twoOfThreeKeysAreEnough() throws {
        for count in 0...3 {
            var repository = Repository()
            repository.signers["targets"] = .init(3, threshold: 2)
            let keys = repository.signers["targets", default: .init()].keys
            repository.versions["root"] = 0
            repository.publish(["root"])
            // A key of another role does not count, nor does one that nobody knows.
            let others = [SigningKey()] + repository.signers["root", default: .init()].keys
            repository.sign("targets", by: others + keys.prefix(count))
            repository.sign("snapshot")
            repository.sign("timestamp")
            var client = Client(of: repository)
            if count >= 2 {
                try client.update(from: repository)
            } else {
                #expect(throws: TrustError.signatures(name: "targets.json", valid: count, threshold: 2)) {
                    try client.update(from: repository)
                }
            }
        }
    }

    @Test func aKeyThatSignsTwiceIsRefused() throws {
        var repository = Repository()
        let key = repository.signers["timestamp", default: .init()].keys[0]
        repository.sign("timestamp", by: [key, key])
        var client = Client(of: repository)
        #expect(
            throws: TrustError.malformed(name: "timestamp.json", reason: "A key signs it twice")
        ) { try client.update(from: repository) }
    }

    @Test func aKeyThatARoleNamesTwiceIsRefused() throws {
        var repository = Repository()
        let key = repository.signers["timestamp", default: .init()].keys[0]
        repository.signers["timestamp"]?.keys = [key, key]
        repository.sign("root")
        #expect(throws: TrustError.malformed(name: "root.json", reason: "A role has a key twice")) {
            try MetadataUpdate(root: repository.files["1.root.json"] ?? [], now: Repository.now)
        }
    }

    @Test(arguments: ["", "00", "zz", String(repeating: "0", count: 128), String(repeating: "f", count: 128)])
    func anInvalidSignatureBesideAValidOneIsOfNoConsequence(signature: String) throws {
        var repository = Repository()
        repository.signers["timestamp"] = .init(2)
        repository.sign("root")
        let keys = repository.signers["timestamp", default: .init()].keys
        let signed = repository.signed("timestamp")
        func document(_ invalid: [SigningKey], _ valid: [SigningKey]) -> [UInt8] {
            let signatures = invalid.map { ["keyid": .string($0.identifier), "sig": .string(signature)] as JSONValue }
            let others = valid.map {
                ["keyid": .string($0.identifier), "sig": .string(Digest.hexadecimal($0.sign(signed.canonical)))]
                    as JSONValue
            }
            return JSONValue.object([.init("signatures", .array(signatures + others)), .init("signed", signed)])
                .canonical
        }
        repository.files["timestamp.json"] = document([keys[0]], [keys[1]])
        var client = Client(of: repository)
        try client.update(from: repository)
        repository.files["timestamp.json"] = document(keys, [])
        client = Client(of: repository)
        #expect(throws: TrustError.signatures(name: "timestamp.json", valid: 0, threshold: 1)) {
            try client.update(from: repository)
        }
    }

    @Test func aKeyOfAnUnknownSchemeBesideAKnownOneIsOfNoConsequence() throws {
        var repository = Repository()
        let members = (repository.signed("root").members ?? []).map { member -> JSONValue.Member in
            guard member.key == "keys" else { return member }
            let key: JSONValue = ["keytype": "new", "scheme": "new", "keyval": ["public": "00"]]
            return .init("keys", .object((member.value.members ?? []) + [.init("00", key)]))
        }
        repository.put(.object(members), as: "root")
        var client = Client(of: repository)
        try client.update(from: repository)
    }

    @Test func unknownMembersAreSignedAndKept() throws {
        var repository = Repository()
        let members = (repository.signed("targets").members ?? []) + [.init("x-note", ["a": "\u{E9}\n\"\\"])]
        repository.put(.object(members), as: "targets")
        repository.sign("snapshot")
        repository.sign("timestamp")
        var client = Client(of: repository)
        let targets = try client.update(from: repository).topTargets
        #expect(targets?.signed["x-note"]?["a"]?.text == "\u{E9}\n\"\\")
        #expect(client.stored.targets == repository.files["1.targets.json"])
    }

    @Test(
        arguments: [
            ("version", .integer(0), "It has no version"),
            ("version", .string("1"), "It has no version"),
            ("version", .bool(true), "It has no version"),
            ("expires", .string("2030-02-30T00:00:00Z"), "It has no date of expiry"),
            ("expires", .integer(1), "It has no date of expiry"),
            ("spec_version", .string("2.0.0"), "It follows another version of the specification"),
            ("spec_version", .string("1"), "It follows another version of the specification"),
            ("spec_version", .string("1.a"), "It follows another version of the specification"),
            ("_type", .null, "It has no type"),
            ("meta", .null, "An entry has no version"),
            ("meta", ["snapshot.json": ["version": 0]], "An entry has no version"),
            ("meta", ["snapshot.json": ["version": 1, "length": -1]], "A length is invalid"),
            ("meta", ["snapshot.json": ["version": 1, "hashes": [:]]], "Hashes are missing"),
            ("meta", ["snapshot.json": ["version": 1, "hashes": ["sha256": 1]]], "A hash is not a text"),
        ] as [(String, JSONValue, String)]) func aDamagedMemberIsNamed(key: String, value: JSONValue, reason: String)
    {
        var repository = Repository()
        let members = repository.signed("timestamp").members ?? []
        repository.put(.object(members.map { $0.key == key ? .init(key, value) : $0 }), as: "timestamp")
        var client = Client(of: repository)
        #expect(throws: TrustError.malformed(name: "timestamp.json", reason: reason)) {
            try client.update(from: repository)
        }
    }

    @Test func withoutConsistentSnapshotsNamesHaveNoVersions() throws {
        var repository = Repository()
        let members = repository.signed("root").members ?? []
        repository.put(
            .object(members.map { $0.key == "consistent_snapshot" ? .init($0.key, false) : $0 }), as: "root")
        for role in ["snapshot", "targets"] { repository.files["\(role).json"] = repository.files["1.\(role).json"] }
        var client = Client(of: repository)
        let found = try client.find("file", in: repository).found
        #expect(client.requests == ["2.root.json", "timestamp.json", "snapshot.json", "targets.json"])
        #expect(found?.target.fileName(isConsistent: false) == "file")
    }

    @Test func theHashIsBeforeTheLastPartOfAPath() {
        func name(_ path: String, _ hashes: [String: String] = ["sha512": "bb", "sha256": "aa"]) -> String {
            Target(path: path, length: 1, hashes: hashes, custom: nil).fileName(isConsistent: true)
        }
        #expect(name("file") == "aa.file")
        #expect(name("a/b/c.json") == "a/b/aa.c.json")
        #expect(name("a/", ["sha512": "bb"]) == "a/bb.")
        // A combining character after the slash is no part of the slash.
        #expect(name("a/\u{301}b") == "a/aa.\u{301}b")
    }
}
