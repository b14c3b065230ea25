import Foundation
import TestSupport
import Testing

@testable import TUF

/// The Python program that makes repositories and states python-tuf's verdicts.
private enum Program {
    static let interpreter = ProcessInfo.processInfo.environment["FONTD_TUF_PYTHON"] ?? "python3"

    static let hasModule: Bool = {
        let environment = ProcessInfo.processInfo.environment
        let check = "import tuf.ngclient, securesystemslib.signer, cryptography"
        return (try? Command.run(interpreter, ["-c", check], environment: environment))?.status == 0
    }()

    static let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Programs/repositories.py")
        .path(percentEncoded: false)
}

/// What the program writes.
private struct Output: Decodable {
    struct Case: Decodable {
        let name: String
        let files: [String: Data]
        let accepted: Bool
        let targets: [String: String?]
        let error: String?
    }

    let now: Int64
    let root: Data
    let base: [String: Data]
    let paths: [String]
    let cases: [Case]
}

/// What a client finds: whether the update succeeds, and the hash of each target.
private struct Verdict: Equatable, CustomStringConvertible {
    var isAccepted: Bool
    var hashes: [String: String]
    /// Why it is refused.
    var reason = ""

    static func == (one: Verdict, other: Verdict) -> Bool {
        one.isAccepted == other.isAccepted && one.hashes == other.hashes
    }

    var description: String { isAccepted ? "accepted, \(hashes.keys.sorted())" : "refused: \(reason)" }
}

@Suite(.tags(.unsafeMemory), .enabled(if: Program.hasModule, "no python3 with the module tuf; see FONTD_TUF_PYTHON"))
struct PythonTUFTests {
    /// The mutations that we refuse and python-tuf does not, with the reason.
    private static let stricter = [
        "timestamp member twice": "An object with a member twice has no meaning that all readers share.",
        "b-1 bytes 37": "The same, in a signature.",
    ]

    @Test func ourVerdictOn200RepositoriesIsThatOfPythonTUF() throws {
        let result = try Command.run(
            Program.interpreter, [Program.file], environment: ProcessInfo.processInfo.environment)
        try #require(result.status == 0, "\(result.errors)")
        let output = try JSONDecoder().decode(Output.self, from: Data(result.output.utf8))
        #expect(output.cases.count == 201)
        var client = Client(root: [UInt8](output.root), now: Timestamp(seconds: output.now))
        #expect(Self.verdict(&client, output.base, output.paths).isAccepted)
        var refused = 0
        for example in output.cases {
            var copy = client
            let ours = Self.verdict(&copy, example.files, output.paths)
            let theirs = Verdict(
                isAccepted: example.accepted, hashes: example.targets.compactMapValues(\.self),
                reason: example.error ?? "")
            if !theirs.isAccepted { refused += 1 }
            if Self.stricter[example.name] != nil {
                #expect(theirs.isAccepted && ours.hashes.count < theirs.hashes.count, "\(example.name)")
            } else {
                #expect(ours == theirs, "\(example.name): we \(ours), python-tuf \(theirs)")
            }
        }
        // Neither verdict is rare.
        #expect((40...160).contains(refused), "\(refused) refused")
    }

    private static func verdict(_ client: inout Client, _ files: [String: Data], _ paths: [String]) -> Verdict {
        var repository = Repository()
        repository.files = files.mapValues { [UInt8]($0) }
        do throws(TrustError) {
            let trusted = try client.update(from: repository)
            var hashes: [String: String] = [:]
            for path in paths {
                let search = try? Client.search(path, in: trusted, of: repository)
                hashes[path] = search?.found?.target.hashes["sha256"]
            }
            return Verdict(isAccepted: true, hashes: hashes)
        } catch {
            return Verdict(isAccepted: false, hashes: [:], reason: error.description)
        }
    }
}
