import FontRegistry
import Foundation
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import FontStore

/// A file that is replaced, overwritten or truncated during registration registers as one complete file that existed.
///
/// No operation crashes (docs/reliability.md, R13 and R14).
@Suite(.fewAtOnce, .timeLimit(.minutes(60))) struct ChangingFileTests {
    private static let rounds =
        ProcessInfo.processInfo.environment["FONTD_SWAP_ROUNDS"].flatMap(Int.init) ?? 50

    @Test(arguments: ["renamed", "overwritten", "linked", "in another folder", "no file at all"])
    func onlyWholeFilesAreRegistered(_ way: String) async throws {
        let home = try PrivateHome()
        let fonts = try home.manager()
        // Large enough that a copy takes several reads.
        let versions = (0..<2).map { salt in
            SyntheticFont(family: "Changing", salt: UInt32(salt)) {
                $0.extraTables = ["big ": Array(repeating: 7, count: 300_000)]
            }
            .build()
        }
        let known = try versions.map { try FontFile(data: Data($0)).sha256 }
        let whole = try versions.enumerated().map { try home.write($1, as: "whole-\($0).ttf") }
        let secret = try home.write(SyntheticFont(family: "Secret"), as: "secret.ttf")
        let secretHash = try FontFile(contentsOf: secret).sha256
        let target = home.root + "/given/target.ttf"
        try Data(versions[0]).write(to: URL(filePath: target))
        let folder = home.root + "/given/folder"
        let folders = (0..<3).map { home.root + "/given/folder-\($0)" }
        for (folder, file) in zip(folders, [secret] + whole) {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
            try #require(link(file, folder + "/target.ttf") == 0)
        }
        try #require(symlink(folders[1], folder) == 0)
        let given = way == "in another folder" ? folder + "/target.ttf" : target
        let isOver = Atomic(false)
        let swapper = Thread {
            var turn = 0
            while !isOver.load(ordering: .relaxed) {
                turn += 1
                let new = target + ".new"
                switch way {
                case "renamed":
                    link(whole[turn % 2], new)
                    rename(new, target)
                case "in another folder":
                    // Replaces the parent folder, a symbolic link that leads to either folder.
                    symlink(turn % 3 == 0 ? folders[0] : folders[turn % 2 + 1], folder + ".new")
                    rename(folder + ".new", folder)
                case "no file at all":
                    // The file is replaced between its inspection and its opening; neither may block, whatever it has
                    // become.
                    switch turn % 4 {
                    case 0: mkfifo(new, 0o600)
                    case 1: symlink("/dev/zero", new)
                    default: link(whole[turn % 2], new)
                    }
                    rename(new, target)
                case "linked":
                    symlink(turn % 3 == 0 ? secret : whole[turn % 2], new)
                    rename(new, target)
                default:
                    let file = open(target, O_WRONLY)
                    versions[turn % 2].withUnsafeBytes { _ = pwrite(file, $0.baseAddress, $0.count, 0) }
                    if turn % 5 == 0 { ftruncate(file, off_t(turn % 4_096)) }
                    close(file)
                }
            }
        }
        swapper.start()
        var accepted = 0
        for _ in 0..<Self.rounds {
            do {
                let registration = try await fonts.add(given)
                accepted += 1
                let isSecret = registration.faces[0].postscriptName == "Secret-Regular"
                if way == "overwritten" {
                    // The content may mix both versions; it is then the content that was checked, hashed and stored.
                    let stored = try FontFile(contentsOf: ObjectStore(home.paths).path(registration.sha256))
                    #expect(stored.sha256 == registration.sha256)
                    #expect(stored.faces == registration.faces)
                } else {
                    #expect(
                        isSecret
                            ? ["linked", "in another folder"].contains(way) && registration.sha256 == secretHash
                            : known.contains(registration.sha256))
                }
                try await fonts.unregister([.id(registration.id)])
            } catch let error as FontError {
                #expect([101, 103, 104, 306].contains(error.code.rawValue), "\(error)")
            }
        }
        isOver.store(true, ordering: .relaxed)
        #expect(accepted > 0 || way == "overwritten")
        #expect(home.staged.isEmpty)
        #expect(home.storedObjects.isEmpty)
    }

    /// An atomic batch of 50 valid files and an invalid one, at each place, registers nothing (docs/reliability.md,
    /// R25).
    @Test func oneBadMemberAtEachPlace() async throws {
        let home = try PrivateHome()
        let fonts = try home.manager()
        let good = try (0..<50).map { try home.write(SyntheticFont(family: "Member \($0)")) }
        let bad = try home.write(SampleFile.plainText.bytes, as: "bad.ttf")
        for place in 0...good.count {
            let files = (good[..<place] + [bad] + good[place...]).map { URL(filePath: $0) }
            let summary = try await fonts.register(
                files, scope: .persistent, options: RegistrationOptions(isAtomic: true)
            ).summary()
            #expect(!summary.isSuccess)
            #expect(summary.registrations.isEmpty)
            #expect(summary.outcomes[place].error?.code.rawValue == 103)
            #expect(try await fonts.registered().isEmpty)
        }
        #expect(home.storedObjects.isEmpty)
        #expect(home.staged.isEmpty)
        let summary = try await fonts.register(([bad] + good).map { URL(filePath: $0) }, scope: .persistent).summary()
        #expect(summary.registrations.count == 50)
        #expect(summary.generation == 1)
    }
}
