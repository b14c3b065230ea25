// The command line that the suite tuf-conformance runs (its CLIENT-CLI.md), over the product TUF: `make conformance`.
//
//   tuf-conformance --metadata-dir D init ROOT
//   tuf-conformance --metadata-url U --metadata-dir D refresh
//   tuf-conformance --metadata-url U --metadata-dir D --target-name T --target-base-url B --target-dir X download

import Fetching
import FontTransfer
import Foundation
import TUF

struct Usage: Error {}

/// The words of the command line.
struct Arguments {
    private(set) var options: [String: [String]] = [:]
    private(set) var words: [String] = []

    init(_ arguments: [String]) throws {
        var rest = arguments[...]
        while let word = rest.popFirst() {
            guard word.hasPrefix("--") else {
                words.append(word)
                continue
            }
            guard let value = rest.popFirst() else { throw Usage() }
            options[word, default: []].append(value)
        }
    }

    func value(_ name: String) throws -> String {
        guard let value = options[name]?.last else { throw Usage() }
        return value
    }
}

/// Fetches a file; nil if the server has none.
func fetch(_ base: String, _ name: String, limit: Int) async throws -> [UInt8]? {
    guard let address = RemoteAddress(base.hasSuffix("/") ? base + name : base + "/" + name) else { throw Usage() }
    do {
        let limits = RemoteLimits(size: limit, time: .seconds(60))
        guard case .document(let data, _) = try await Transfer.load(address, unless: Validators(), within: limits)
        else { return nil }
        return [UInt8](data)
    } catch RemoteDocumentError.status(403, _), RemoteDocumentError.status(404, _) {
        return nil
    }
}

/// The folder with the trusted metadata.
struct MetadataFolder {
    let path: String

    func read(_ role: String) -> [UInt8]? {
        FileManager.default.contents(atPath: file(role)).map { [UInt8]($0) }
    }

    func write(_ bytes: [UInt8], _ role: String) throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        try Data(bytes).write(to: URL(fileURLWithPath: file(role)), options: .atomic)
    }

    private func file(_ role: String) -> String { "\(path)/\(MetadataSearch.encoded(role)).json" }
}

func run(_ arguments: Arguments) async throws {
    let folder = MetadataFolder(path: try arguments.value("--metadata-dir"))
    if arguments.words.first == "init", arguments.words.count == 2 {
        let root = FileManager.default.contents(atPath: arguments.words[1]).map { [UInt8]($0) } ?? []
        return try folder.write(root, "root")
    }
    guard arguments.words == ["refresh"] || arguments.words == ["download"], let root = folder.read("root") else {
        throw Usage()
    }
    let base = try arguments.value("--metadata-url")
    let stored = MetadataUpdate.Stored(
        timestamp: folder.read("timestamp"), snapshot: folder.read("snapshot"), targets: folder.read("targets"))
    // The clock of libc, which faketime replaces.
    var update = try MetadataUpdate(root: root, stored: stored, now: Timestamp(seconds: Int64(time(nil))))
    while let request = update.next {
        let bytes = try await fetch(base, request.fileName, limit: request.limit)
        if let accepted = try update.supply(bytes) { try folder.write(accepted.bytes, accepted.role) }
    }
    var trusted = update.trusted
    for name in arguments.words == ["download"] ? arguments.options["--target-name"] ?? [] : [] {
        var search = MetadataSearch(for: name, in: trusted)
        while let request = search.next {
            if let bytes = folder.read(request.role), (try? search.supply(bytes)) != nil { continue }
            let bytes = try await fetch(base, request.file.fileName, limit: request.file.limit)
            try search.supply(bytes)
            if let bytes { try folder.write(bytes, request.role) }
        }
        trusted = search.trusted
        guard let target = search.found?.target else { throw TrustError.unknownTarget(path: name) }
        try await download(target, isConsistent: trusted.hasConsistentSnapshots, arguments)
    }
}

/// Fetches a target unless the folder has it.
func download(_ target: Target, isConsistent: Bool, _ arguments: Arguments) async throws {
    let folder = try arguments.value("--target-dir")
    let file = "\(folder)/\(MetadataSearch.encoded(target.path))"
    if let bytes = FileManager.default.contents(atPath: file), (try? target.verify([UInt8](bytes))) != nil { return }
    let name = target.fileName(isConsistent: isConsistent)
    let base = try arguments.value("--target-base-url")
    guard let bytes = try await fetch(base, name, limit: Int(target.length)) else {
        throw TrustError.missing(name: name)
    }
    try target.verify(bytes)
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Data(bytes).write(to: URL(fileURLWithPath: file), options: .atomic)
}

do {
    try await run(Arguments(Array(CommandLine.arguments.dropFirst())))
} catch {
    FileHandle.standardError.write(Data("tuf-conformance: \(error)\n".utf8))
    exit(1)
}
