import Foundation
import Glibc
import LibFuzzer

@testable import FontFiles
@testable import FontModel
@testable import FontStore

/// Reads any bytes as the database or as a file that the store keeps beside it.
///
/// The store must return a result or an error and must never trap.
private func fuzzRecords(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = [UInt8](UnsafeRawBufferPointer(start: start, count: count))
    guard let kind = bytes.first else { return 0 }
    let rest = Array(bytes.dropFirst())
    switch kind % 4 {
    case 0: coverage(rest)
    case 1: store.sidecar(rest)
    case 2: store.generation(rest)
    default: store.database(rest)
    }
    return 0
}

private func coverage(_ bytes: [UInt8]) {
    guard let coverage = CharacterCoverage(encoded: bytes) else { return }
    precondition(CharacterCoverage(encoded: coverage.encoded) == coverage, "a coverage that is not stored as it is")
    precondition(coverage.ranges.allSatisfy { $0.upperBound <= 0x10_FFFF }, "characters that do not exist")
}

/// A store in memory whose files the fuzzer generates.
private struct FuzzedStore {
    private let paths: FontPaths
    private let hash = String(repeating: "5a", count: 32)

    init() {
        let root = (access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp") + "/fontd-fuzz-\(getpid())"
        paths = FontPaths(dataHome: root + "/data", configHome: root + "/config", runtimeDirectory: root + "/run")
        for folder in [paths.store, paths.objects + "/5a", root + "/run/fontd"] {
            try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        }
    }

    private func write(_ bytes: [UInt8], to path: String) {
        guard let file = fopen(path, "w") else { preconditionFailure("no room for \(path)") }
        fwrite(bytes, 1, bytes.count, file)
        fclose(file)
    }

    func sidecar(_ bytes: [UInt8]) {
        let file = SidecarFile(paths)
        write(bytes, to: paths.sidecars)
        guard let sidecars = try? file.read(), let providers = try? file.providers(),
            let hidden = try? file.hiddenFonts(), let collections = try? file.collections()
        else {
            preconditionFailure("a file that cannot be read")
        }
        _ = try? file.append([Sidecar(sha256: hash, registrations: [])])
        precondition(
            (try? file.read())?[hash]?.registrations.isEmpty == true, "a line that is lost behind a damaged one")
        try? file.rewrite(Array(sidecars.values), Array(providers.values), hidden, collections)
        precondition((try? file.read()) == sidecars, "facts that are not kept as they are")
        precondition((try? file.providers()) == providers, "facts of providers that are not kept as they are")
        precondition((try? file.hiddenFonts()) == hidden, "hidden fonts that are not kept as they are")
        precondition((try? file.collections()) == collections, "collections that are not kept as they are")
    }

    func generation(_ bytes: [UInt8]) {
        write(bytes, to: paths.generationFile)
        precondition((0...GenerationFile.largest).contains(GenerationFile.read(paths)))
        if let marker = paths.sessionMarker { write(bytes, to: marker) }
        _ = try? SessionMarker.read(paths)
    }

    func database(_ bytes: [UInt8]) {
        write(bytes, to: paths.database)
        guard let database = try? RegistryDatabase.openForReading(paths) else { return }
        _ = try? database.read { try $0.generation() }
        _ = try? database.read { connection in
            for row in try connection.registrations(.all, session: nil) {
                _ = try connection.faces(contentID: row.contentID)
                _ = try connection.coverage(contentID: row.contentID, faceIndex: 0)
            }
        }
        _ = try? database.read { try $0.changes(since: 0) }
        _ = try? database.read { try $0.projectedFolders(since: -1, session: nil) }
        _ = try? database.read { try $0.sidecars() }
        _ = try? database.read { try $0.providersWithFonts() }
        _ = try? database.read { try $0.damage() }
    }
}

nonisolated(unsafe) private let store = FuzzedStore()

exit(libfuzzer_run(CommandLine.argc, CommandLine.unsafeArgv, fuzzRecords))
