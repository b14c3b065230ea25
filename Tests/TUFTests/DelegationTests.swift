import TestSupport
import Testing

@testable import TUF

@Suite(.tags(.unsafeMemory)) struct DelegationTests {
    /// The results are those of python-tuf's `fnmatch`, part by part.
    @Test(arguments: [
        ("*", "file", true), ("*", "", true), ("*", "a/b", false), ("*/*", "a/b", true), ("*/*", "a/b/c", false),
        ("a*", "a", true), ("a*c", "abc", true), ("a*c", "ab", false), ("*.json", "x.json", true),
        ("a*b*c", "a1b2b3c", true), ("a**c", "ac", true), ("?", "a", true), ("?", "", false), ("?", "ab", false),
        ("?", "/", false), ("?", "😀", true), ("fonts/*.woff2", "fonts/a.woff2", true),
        ("fonts/*.woff2", "fonts/a/b.woff2", false), ("[abc]", "b", true), ("[abc]", "d", false), ("[a-c]", "b", true),
        ("[a-c]", "-", false), ("[a-]", "-", true), ("[-a]", "-", true), ("[!a-c]", "b", false), ("[!a-c]", "d", true),
        ("[]a]", "]", true), ("[!]]", "]", false), ("[!]]", "a", true), ("[", "[", true), ("[a", "[a", true),
        ("[!", "[!", true), ("[c-a]", "b", false), ("[[]", "[", true), ("a[/]b", "a/b", false), ("A", "a", false),
        (".", "a", false), ("\\*", "*", false), ("\\*", "\\x", true), ("\u{E9}", "e\u{301}", false),
        ("a/*", "a/\u{301}b", true), ("", "", true), ("", "a", false), ("a\n*", "a\nb", true),
    ]) func patternsMatchOnePartEach(pattern: String, path: String, expected: Bool) {
        #expect(PathPattern(pattern).matches(path) == expected)
    }

    @Test func aPatternOfManyAsterisksTakesLittleTime() {
        let pattern = PathPattern(String(repeating: "a*", count: 2_000) + "b")
        #expect(!pattern.matches(String(repeating: "a", count: 4_000)))
    }

    /// The names and the places are those of python-tuf's `SuccinctRoles`.
    @Test(arguments: [
        (1, "bin-0", "bin-1", "bin-0", "bin-1"),
        (2, "bin-0", "bin-3", "bin-1", "bin-2"),
        (3, "bin-0", "bin-7", "bin-3", "bin-5"),
        (4, "bin-0", "bin-f", "bin-7", "bin-b"),
        (5, "bin-00", "bin-1f", "bin-0e", "bin-16"),
        (6, "bin-00", "bin-3f", "bin-1d", "bin-2c"),
        (7, "bin-00", "bin-7f", "bin-3a", "bin-59"),
        (8, "bin-00", "bin-ff", "bin-74", "bin-b2"),
        (9, "bin-000", "bin-1ff", "bin-0e8", "bin-165"),
        (10, "bin-000", "bin-3ff", "bin-1d0", "bin-2ca"),
        (11, "bin-000", "bin-7ff", "bin-3a1", "bin-594"),
        (12, "bin-000", "bin-fff", "bin-743", "bin-b28"),
        (13, "bin-0000", "bin-1fff", "bin-0e87", "bin-1650"),
        (14, "bin-0000", "bin-3fff", "bin-1d0e", "bin-2ca1"),
        (15, "bin-0000", "bin-7fff", "bin-3a1d", "bin-5943"),
        (16, "bin-0000", "bin-ffff", "bin-743b", "bin-b287"),
    ]) func hashBinsAreThoseOfPythonTUF(bits: Int, first: String, last: String, one: String, other: String) {
        let bins = HashBinNames(bits: bits, prefix: "bin")
        #expect(bins.names.count == 1 << bits)
        #expect(bins.names.first == first && bins.names.last == last)
        #expect(bins.name(for: "families/klee-one.json") == one)
        #expect(bins.name(for: "ä/é.json") == other)
        #expect(bins.contains(first) && bins.contains(last))
        for name in ["bin-", "bin", "bin-" + first, last.uppercased(), last + "0", "bin-+1", "bin- 1"] {
            #expect(!bins.contains(name), "\(name)")
        }
    }

    @Test func binsOfAllBitsHaveNamesToo() {
        let bins = HashBinNames(bits: 32, prefix: "bin")
        #expect(bins.name(for: "families/klee-one.json") == "bin-743bd042")
        #expect(bins.contains("bin-743bd042") && bins.names.isEmpty)
        #expect(!HashBinNames(bits: 3, prefix: "bin").contains("bin-8"))
    }

    @Test func aTargetIsInTheBinOfItsPath() throws {
        let repository = BinRepository.make()
        var client = Client(of: repository)
        let trusted = try client.update(from: repository)
        #expect(trusted.hashBins == HashBinNames(bits: 4, prefix: "bin"))
        for path in BinRepository.paths {
            let search = try Client.search(path, in: trusted, of: repository)
            #expect(search.found?.role == trusted.hashBins?.name(for: path))
            try search.found?.target.verify(Array(path.utf8))
        }
        #expect(try Client.search("other", in: trusted, of: repository).found == nil)
        // Bins are checked in any order, too.
        var paths: [String] = []
        for name in trusted.hashBins?.names.reversed() ?? [] {
            let bytes = repository.files[try trusted.file(of: name).fileName] ?? []
            paths += try trusted.delegated(bytes, to: name).targets.map(\.path)
        }
        #expect(paths.sorted() == BinRepository.paths.sorted())
        #expect(throws: TrustError.self) { try trusted.delegated([], to: "bin-10") }
    }

    @Test func prefixesOfHashesDelegate() throws {
        // SHA-256 of the path begins with 743b.
        let path = "families/klee-one.json"
        for (prefixes, isFound) in [
            (["743b"], true), (["00", "7"], true), (["743c", "43"], false), (["743B"], false),
        ] {
            var repository = Repository()
            repository.targets["part"] = [path: [1]]
            repository.delegate(to: [
                Delegation(
                    name: "part", paths: .array(prefixes.map(JSONValue.string)), member: "path_hash_prefixes")
            ])
            var client = Client(of: repository)
            #expect(try (client.find(path, in: repository).found != nil) == isFound, "\(prefixes)")
        }
    }

    @Test func theFirstDelegationThatNamesAPathWins() throws {
        var repository = Repository()
        for (role, content) in [("a", 1), ("b", 2), ("c", 3)] as [(String, UInt8)] {
            repository.targets[role] = ["\(role).txt": [content], "shared.txt": [content]]
        }
        repository.targets["a1"] = ["shared.txt": [4], "deep.txt": [4]]
        repository.targets["a"]?["shared.txt"] = nil
        repository.delegate(from: "a", to: [Delegation(name: "a1", paths: ["*"])])
        repository.delegate(
            to: ["a", "b", "c"].map { name in
                Delegation(name: name, paths: ["*"], signers: repository.signers[name] ?? .init())
            })
        repository.publish(["a", "targets", "snapshot", "timestamp"])
        var client = Client(of: repository)
        let trusted = try client.update(from: repository)
        func role(_ path: String) throws -> String? { try Client.search(path, in: trusted, of: repository).found?.role }
        #expect(try role("file") == "targets")
        // The delegations of a are before b.
        #expect(try role("shared.txt") == "a1")
        #expect(try role("deep.txt") == "a1")
        #expect(try role("c.txt") == "c")
        #expect(try role("none.txt") == nil)
    }

    @Test func aTerminatingDelegationEndsTheSearch() throws {
        for isTerminating in [false, true] {
            var repository = Repository()
            repository.targets["first"] = [:]
            repository.targets["second"] = ["x.txt": [1]]
            repository.delegate(to: [
                Delegation(name: "first", paths: ["x*"], isTerminating: isTerminating),
                Delegation(name: "second", paths: ["*"]),
            ])
            var client = Client(of: repository)
            #expect(try (client.find("x.txt", in: repository).found == nil) == isTerminating)
        }
    }

    @Test func aCycleAndAChainWithoutEndStop() throws {
        var repository = Repository()
        for number in 0..<40 {
            repository.targets["role\(number)"] = number == 39 ? ["deep": [1]] : [:]
            repository.signers["role\(number)"] = .init()
        }
        func child(_ name: String) -> Delegation {
            Delegation(name: name, paths: ["*"], signers: repository.signers[name] ?? .init())
        }
        for number in 0..<40 {
            let next = child("role\((number + 1) % 40)")
            repository.delegations["role\(number)"] = ["keys": Repository.keys([next.signers]), "roles": [next.value]]
        }
        repository.publish((0..<40).map { "role\($0)" })
        repository.delegate(to: [child("role0")])
        var client = Client(of: repository)
        let trusted = try client.update(from: repository)
        #expect(try Client.search("deep", in: trusted, of: repository).found == nil)
        repository.targets["role20"] = ["deep": [1]]
        repository.publish(["role20", "snapshot", "timestamp"])
        #expect(try client.find("deep", in: repository).found?.role == "role20")
    }

    @Test func eachDelegatorsKeysMustSignARole() throws {
        var (repository, one, other) = Self.shared()
        repository.sign("shared", by: one.keys)
        var client = Client(of: repository)
        var trusted = try client.update(from: repository)
        let first = try Client.search("one.txt", in: trusted, of: repository)
        #expect(first.found?.role == "shared")
        trusted = first.trusted
        // What was accepted for one delegator is not accepted for the other one.
        #expect(throws: TrustError.signatures(name: "shared.json", valid: 0, threshold: 1)) {
            try Client.search("two.txt", in: trusted, of: repository)
        }
        repository.sign("shared", by: one.keys + other.keys)
        #expect(try Client.search("two.txt", in: trusted, of: repository).found?.role == "shared")
    }

    @Test func aDocumentForOneDelegatorDoesNotReplaceThatOfAnother() throws {
        var (repository, one, other) = Self.shared()
        repository.sign("shared", by: one.keys)
        var client = Client(of: repository)
        let trusted = try Client.search("one.txt", in: client.update(from: repository), of: repository).trusted
        // Another document of the same version, which the other delegator's key signed.
        var replaced = repository
        replaced.targets["shared"]?["one.txt"] = [9]
        replaced.sign("shared", by: other.keys)
        let second = try Client.search("two.txt", in: trusted, of: replaced)
        #expect(second.found?.role == "shared")
        #expect(throws: TrustError.signatures(name: "shared.json", valid: 0, threshold: 1)) {
            try Client.search("one.txt", in: second.trusted, of: replaced)
        }
        let found = try Client.search("one.txt", in: second.trusted, of: repository).found
        try found?.target.verify([1])
    }

    /// A repository in which a and b delegate to one role, each with another key.
    private static func shared() -> (Repository, one: Repository.Signers, other: Repository.Signers) {
        var repository = Repository()
        repository.hasHashes = false
        let (one, other) = (Repository.Signers(), Repository.Signers())
        repository.targets["shared"] = ["one.txt": [1], "two.txt": [2]]
        repository.delegate(from: "a", to: [Delegation(name: "shared", paths: ["*"], signers: one)])
        repository.delegate(from: "b", to: [Delegation(name: "shared", paths: ["*"], signers: other)])
        repository.signers["a"] = .init()
        repository.signers["b"] = .init()
        repository.publish(["a", "b"])
        repository.delegate(to: [
            Delegation(name: "a", paths: ["one*"], signers: repository.signers["a"] ?? .init()),
            Delegation(name: "b", paths: ["two*"], signers: repository.signers["b"] ?? .init()),
        ])
        return (repository, one, other)
    }

    @Test(
        arguments: [
            (["keys": [:]], "The delegations have neither roles nor hash bins"),
            (["keys": [:], "roles": [], "succinct_roles": [:]], "The delegations have neither roles nor hash bins"),
            (["roles": []], "It has no keys"),
            (["keys": ["a": [:]], "roles": []], "A key is incomplete"),
            (["keys": [:], "roles": [["name": "a"]]], "A delegation is incomplete"),
            (["keys": [:], "roles": [role("root", ["paths": []])]], "A delegation is incomplete"),
            (["keys": [:], "roles": [role("", ["paths": []])]], "A delegation is incomplete"),
            (["keys": [:], "roles": [role("a", [:])]], "A delegation has neither paths nor prefixes of hashes"),
            (
                ["keys": [:], "roles": [role("a", ["paths": [], "path_hash_prefixes": []])]],
                "A delegation has neither paths nor prefixes of hashes"
            ),
            (["keys": [:], "roles": [role("a", ["paths": [1]])]], "A delegation has invalid paths"),
            (
                ["keys": [:], "roles": [role("a", ["paths": []]), role("a", ["paths": []])]],
                "A role is delegated to twice"
            ),
            (["keys": [:], "succinct_roles": bins(0)], "The hash bins are incomplete"),
            (["keys": [:], "succinct_roles": bins(33)], "The hash bins are incomplete"),
        ] as [(JSONValue, String)]) func damagedDelegationsAreNamed(value: JSONValue, reason: String)
    {
        var repository = Repository()
        repository.delegations["targets"] = value
        repository.publish(["targets", "snapshot", "timestamp"])
        var client = Client(of: repository)
        #expect(throws: TrustError.malformed(name: "targets.json", reason: reason)) {
            try client.update(from: repository)
        }
    }

    private static func role(_ name: String, _ paths: JSONValue) -> JSONValue {
        .object(
            [
                .init("name", .string(name)), .init("terminating", false), .init("keyids", []), .init("threshold", 1),
            ] + (paths.members ?? []))
    }

    private static func bins(_ bits: Int64) -> JSONValue {
        ["keyids": [], "threshold": 1, "bit_length": .integer(bits), "name_prefix": "bin"]
    }
}
