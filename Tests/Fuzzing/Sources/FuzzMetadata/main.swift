import Glibc
import LibFuzzer

@testable import TUF

/// Reads any bytes as a document, and any JSON as the signed part of a role, for which the right keys sign.
///
/// A document is accepted or refused, and what is refused changes nothing. What is read can be written and read again.
private func fuzzMetadata(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = [UInt8](UnsafeRawBufferPointer(start: start, count: count))
    guard let kind = bytes.first else { return 0 }
    let rest = Array(bytes.dropFirst())
    let value = try? JSONValue(rest)
    if let value {
        precondition((try? JSONValue(value.document))?.canonical == value.canonical, "another value after writing")
    }
    switch kind % 6 {
    case 0: _ = try? TrustedMetadata(root: rest, now: Sample.now)
    case 1: update(0, rest)
    case 2:
        guard let value else { return 0 }
        _ = try? TrustedMetadata(root: Sample.signed(value), now: Sample.now)
    case 3: if let value { update(1, Sample.signed(value)) }
    case 4: if let value { update(2, Sample.signed(value)) }
    default: if let value { update(3, Sample.signed(value)) }
    }
    return 0
}

/// Supplies a document in place of one of timestamp, snapshot and targets (1 to 3), or of the next root (0).
private func update(_ place: Int, _ document: [UInt8]) {
    guard var update = try? MetadataUpdate(root: Sample.root, now: Sample.now) else {
        preconditionFailure("the sample is refused")
    }
    var step = 0
    while let request = update.next {
        precondition(request.limit >= 0 && !request.fileName.contains("/"), "a request outside of the folder")
        let known = request.isOptional ? nil : Sample.document(of: request)
        let before = (update.trusted.rootVersion, update.trusted.snapshotVersion)
        do {
            let accepted = try update.supply(step == place ? document : known)
            precondition(accepted == nil || step != place || accepted?.bytes == document, "other bytes are stored")
        } catch {
            precondition(update.trusted.rootVersion == before.0, "a refused document is trusted")
            precondition(error.description.utf8.count > 0)
            return
        }
        step += 1
        if step > 8 { return }
    }
    for path in ["file", "a/b", ""] {
        var search = MetadataSearch(for: path, in: update.trusted)
        while let request = search.next {
            precondition(!request.file.fileName.contains("/"), "a request outside of the folder")
            guard (try? search.supply(Sample.signed(Sample.targets))) != nil else { break }
        }
        _ = search.found?.target.fileName(isConsistent: true)
    }
}

/// A repository with one key.
private enum Sample {
    static let now = Timestamp(seconds: 1_906_502_400)

    /// The seed of the key is 32 zeros.
    static let key: SigningKey = {
        let text =
            "-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIEI" + String(repeating: "A", count: 43)
            + "\n-----END PRIVATE KEY-----\n"
        guard let key = SigningKey(pem: text) else { preconditionFailure("the key cannot be read") }
        return key
    }()

    static func signed(_ part: JSONValue) -> [UInt8] { SignedMetadata.document(part, by: [key]) }

    private static func part(_ type: String, _ members: [JSONValue.Member]) -> JSONValue {
        .object(
            [
                .init("_type", .string(type)), .init("spec_version", "1.0.31"), .init("version", 1),
                .init("expires", "2040-01-01T00:00:00Z"),
            ] + members)
    }

    static let root: [UInt8] = {
        let role: JSONValue = ["keyids": [.string(key.identifier)], "threshold": 1]
        let roles = ["root", "timestamp", "snapshot", "targets"].map { JSONValue.Member($0, role) }
        return signed(
            part(
                "root",
                [
                    .init("consistent_snapshot", true), .init("roles", .object(roles)),
                    .init("keys", .object([.init(key.identifier, key.publicValue)])),
                ]))
    }()

    static let targets = part("targets", [.init("targets", [:])])

    /// The document that the sample has for a request.
    static func document(of request: MetadataUpdate.Request) -> [UInt8] {
        if request.fileName == "timestamp.json" {
            return signed(part("timestamp", [.init("meta", ["snapshot.json": ["version": 1]])]))
        }
        if request.fileName.hasSuffix("snapshot.json") {
            let entry: JSONValue = ["version": 1]
            return signed(
                part("snapshot", [.init("meta", ["targets.json": entry, "a.json": entry, "b-0.json": entry])]))
        }
        return signed(targets)
    }
}

exit(libfuzzer_run(CommandLine.argc, CommandLine.unsafeArgv, fuzzMetadata))
