import FontRegistry
import Foundation
import Glibc
import TestSupport
import Testing

@testable import FontStore

/// The next operation repairs the state left by a killed process or by manual deletion.
@Suite(.fewAtOnce, .timeLimit(.minutes(60))) struct RecoveryTests {
    private let home: PrivateHome
    private let fonts: FontManager

    init() throws {
        home = try PrivateHome()
        fonts = try home.manager(authority: .user)
    }

    private var objects: ObjectStore { ObjectStore(home.paths) }

    /// Puts the store into the state after a process died between its commit and its projection.
    private func cutOffAfterCommit(_ registration: Registration) throws {
        try remove(try #require(registration.path))
        try remove(home.paths.sidecars)
        try remove(home.paths.generationFile)
    }

    /// Opens the store until the reader has completed the pending work.
    ///
    /// A reader does so only if the lock is free, and a child that another test is starting may still hold it.
    private func reader() async throws -> FontManager {
        let end = ContinuousClock.now + .seconds(60)
        while true {
            let reader = try home.manager()
            let generation = try await reader.generation()
            if GenerationFile.read(home.paths) == generation || ContinuousClock.now > end { return reader }
        }
    }

    @Test func aReaderFinishesWhatWasCutOffAfterTheCommit() async throws {
        let registration = try await fonts.add(try home.write(SyntheticFont()))
        try cutOffAfterCommit(registration)
        #expect(try await reader().registered() == [registration])
        #expect(exists(try #require(registration.path)))
        let sidecar = try SidecarFile(home.paths).read()[registration.sha256]
        #expect(sidecar?.registrations == [registration.record])
        #expect(GenerationFile.read(home.paths) == 1)
    }

    @Test func aWriterFinishesItToo() async throws {
        let registration = try await fonts.add(try home.write(SyntheticFont()))
        try await fonts.add(try home.write(SyntheticFont(family: "Second")))
        try cutOffAfterCommit(registration)
        // This manager has the database open; it notices when it takes the lock.
        try await fonts.add(try home.write(SyntheticFont(family: "Third")))
        #expect(home.projected.count == 3)
        #expect(try SidecarFile(home.paths).read().count == 3)
        #expect(GenerationFile.read(home.paths) == 3)
        #expect(try await fonts.diagnose(repair: false).findings.filter { $0.severity != .note } == [])
    }

    @Test func aRemovalThatWasCutOffIsFinished() async throws {
        let registration = try await fonts.add(try home.write(SyntheticFont()))
        let path = try #require(registration.path)
        let bytes = try Data(contentsOf: URL(filePath: path))
        try await fonts.unregister([.id(registration.id)])
        // Restores the object and its link in the projection, as if the removal had stopped before them.
        let object = objects.path(registration.sha256)
        for file in [object, path] {
            try FileManager.default.createDirectory(
                atPath: (file as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
        }
        try bytes.write(to: URL(filePath: object))
        try #require(chmod(object, 0o444) == 0 && link(object, path) == 0)
        try Data("1\n".utf8).write(to: URL(filePath: home.paths.generationFile))
        #expect(try await reader().registered().isEmpty)
        #expect(!exists(path))
        #expect(!exists(object))
        #expect(GenerationFile.read(home.paths) == 2)
    }

    @Test func filesOfAnInterruptedOperationAreSwept() async throws {
        let kept = try await fonts.add(try home.write(SyntheticFont()))
        let orphan = String(repeating: "ab", count: 32)
        let staging = home.paths.staging + "/dead"
        try FileManager.default.createDirectory(atPath: staging, withIntermediateDirectories: true)
        // The process died between storing the object and its commit, with a second file half copied.
        try Data("\(orphan)\n\(kept.sha256)".utf8).write(to: URL(filePath: "\(staging)/objects"))
        try Data("half".utf8).write(to: URL(filePath: "\(staging)/2"))
        let folder = (objects.path(orphan) as NSString).deletingLastPathComponent
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try Data("font".utf8).write(to: URL(filePath: objects.path(orphan)))

        try await fonts.add(try home.write(SyntheticFont(family: "Next")))
        #expect(home.staged.isEmpty)
        #expect(!exists(objects.path(orphan)))
        #expect(exists(objects.path(kept.sha256)))
    }

    @Test func theWorkOfALiveOperationIsNotSwept() async throws {
        let live = try StagingArea(paths: home.paths)
        let staged = try live.stage(try SourceFile(opening: try home.write([1, 2, 3], as: "live")))
        try await fonts.add(try home.write(SyntheticFont()))
        #expect(exists(staged.path))
        withExtendedLifetime(live) {}
    }

    @Test func aFolderThatIsJustBeingMadeIsNotSwept() async throws {
        let (paths, file) = (home.paths, try home.write([1], as: "font"))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<8 {
                group.addTask {
                    for _ in 0..<100 {
                        if number.isMultiple(of: 2) {
                            try StagingArea.sweep(paths: paths) { _ in }
                        } else {
                            _ = try StagingArea(paths: paths).stage(try SourceFile(opening: file))
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(home.staged.isEmpty)
    }

    @Test func generationsNeverGoBack() async throws {
        try await fonts.add(try home.write(SyntheticFont()))
        // The database comes from a backup; 40 generations were published since.
        try Data("41\n".utf8).write(to: URL(filePath: home.paths.generationFile))
        try await fonts.add(try home.write(SyntheticFont(family: "Next")))
        #expect(try await fonts.generation() == 42)
        #expect(GenerationFile.read(home.paths) == 42)
    }

    @Test(arguments: ["", "x", "-5", "99999999999999999999", "1 2"])
    func aSpoiledGenerationFileIsWrittenAnew(_ text: String) async throws {
        let registration = try await fonts.add(try home.write(SyntheticFont()))
        try Data(text.utf8).write(to: URL(filePath: home.paths.generationFile))
        #expect(try await reader().registered() == [registration])
        #expect(try String(contentsOfFile: home.paths.generationFile, encoding: .utf8) == "1\n")
    }

    // MARK: Behind our back

    @Test func aShownFileThatSomebodyDeletedComesBack() async throws {
        let registration = try await fonts.add(try home.write(SyntheticFont()))
        let path = try #require(registration.path)
        try remove(path)
        #expect(try await fonts.resolve("Synthetic-Regular").match?.path == path)
        #expect(exists(path))
        #expect(try await fonts.registered() == [registration])
    }

    @Test func aFolderThatSomebodyDeletedComesBack() async throws {
        let registration = try await fonts.add(try home.write(SyntheticFont()))
        try remove(home.paths.userFonts)
        #expect(try await fonts.has("Synthetic-Regular"))
        #expect(exists(try #require(registration.path)))
    }

    @Test func anObjectThatSomebodyDeletedIsRestored() async throws {
        let registration = try await fonts.add(try home.write(SyntheticFont()))
        try remove(objects.path(registration.sha256))
        let diagnosis = try await fonts.diagnose(repair: true)
        #expect(diagnosis.findings.contains { $0.id == "object-missing" && $0.isRepaired })
        #expect(exists(objects.path(registration.sha256)))
        #expect(try await fonts.registered() == [registration])
    }

    @Test func aFontOfWhichNothingIsLeftEnds() async throws {
        let kept = try await fonts.add(try home.write(SyntheticFont(family: "Kept")))
        let lost = try await fonts.add(try home.write(SyntheticFont()))
        try remove(objects.path(lost.sha256))
        try remove(try #require(lost.path))
        try remove(lost.file)
        let diagnosis = try await fonts.diagnose(repair: true)
        #expect(diagnosis.isHealthy)
        #expect(try await fonts.registered() == [kept])
    }

    @Test func anObjectThatSomebodyChangedIsTakenOut() async throws {
        let registration = try await fonts.add(try home.write(SyntheticFont()))
        let object = objects.path(registration.sha256)
        try #require(chmod(object, 0o600) == 0)
        let handle = try FileHandle(forUpdating: URL(filePath: object))
        try handle.write(contentsOf: Data("changed".utf8))
        try handle.close()
        try remove(registration.file)
        #expect(try await !fonts.diagnose(repair: false).isHealthy)
        let diagnosis = try await fonts.diagnose(repair: true)
        #expect(diagnosis.isHealthy)
        #expect(diagnosis.findings.contains { $0.id == "object-damaged" })
        #expect(try await fonts.registered().isEmpty)
        #expect(exists(objects.path(registration.sha256) + ".damaged"))
    }

    @Test func aForeignFileIsNeverDeleted() async throws {
        let registration = try await fonts.add(try home.write(SyntheticFont()))
        let folder = (try #require(registration.path) as NSString).deletingLastPathComponent
        let foreign = ["mine.ttf", "notes.txt", "Synthetic-Regular.ttf", "x-0123456789AB.ttf"]
        for name in foreign { try Data(name.utf8).write(to: URL(filePath: folder + "/" + name)) }
        try await fonts.unregister([.id(registration.id)])
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == foreign.sorted())
        let diagnosis = try await fonts.diagnose(repair: true)
        #expect(diagnosis.findings.contains { $0.id == "projection-foreign" })
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == foreign.sorted())
    }

    /// A hard link that the user made, as with `cp -al`, is not a spare copy that fontd may remove.
    @Test func aLinkOfTheUserIsNoStoredCopy() async throws {
        let registration = try await fonts.add(try home.write(SyntheticFont()))
        let path = try #require(registration.path) as NSString
        let (folder, name) = (path.deletingLastPathComponent, path.lastPathComponent)
        let projection = fonts.registrar.projection
        let none = KnownContents([])
        #expect(try projection.isSpare(name, in: folder, knowing: none))
        try #require(link(path as String, home.root + "/copy.ttf") == 0)
        try remove(objects.path(registration.sha256))
        #expect(try !projection.isSpare(name, in: folder, knowing: none))
    }

    @Test func leavingsOfOursInUnknownFoldersGoWithARebuild() async throws {
        let registration = try await fonts.add(try home.write(SyntheticFont()))
        let stray = home.paths.persistentProjection + "/0099"
        try FileManager.default.createDirectory(atPath: stray, withIntermediateDirectories: true)
        let name = "Old-\(registration.sha256.prefix(12)).ttf"
        try #require(link(objects.path(registration.sha256), stray + "/" + name) == 0)
        try remove(home.paths.database)
        _ = try await fonts.diagnose(repair: true)
        #expect(!exists(stray))
        #expect(try await fonts.registered().map(\.id) == [registration.id])
    }

    @Test func pruneSweepsOnlyWhatNothingNeeds() async throws {
        let kept = try await fonts.add(try home.write(SyntheticFont()))
        let orphan = String(repeating: "cd", count: 32)
        try FileManager.default.createDirectory(
            atPath: (objects.path(orphan) as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
        try Data(repeating: 1, count: 100).write(to: URL(filePath: objects.path(orphan)))
        _ = try SidecarFile(home.paths).append([Sidecar(sha256: orphan, registrations: [])])
        let report = try await fonts.prune()
        #expect(report.removedObjects == [orphan])
        #expect(report.freedBytes == 100)
        #expect(home.storedObjects == [kept.sha256])
        #expect(try await fonts.prune() == PruneReport())
    }

    @Test func afterALongLogUnregisteredObjectsAreGoneAllTheSame() async throws {
        // Adds more rows than the log keeps, in the same operation that removes the font.
        let registration = try await fonts.add(try home.write(SyntheticFont()))
        _ = try fonts.registrar.commit { operation in
            for number in 0..<(ChangeLog.retention + ChangeLog.retention / 8 + 2) {
                let rows = try operation.database.find(.id(registration.id), sha256: nil, session: nil)
                guard let row = rows.first else { throw CancellationError() }
                _ = try operation.setEnabled(number % 2 == 1, row)
            }
            let rows = try operation.database.find(.id(registration.id), sha256: nil, session: nil)
            for row in rows { try operation.remove(row) }
        }
        #expect(home.storedObjects.isEmpty)
        #expect(home.projected.isEmpty)
    }

    @Test func theStoreLockIsExclusive() throws {
        let lock = try StoreLock(home.paths)
        #expect(StoreLock(ifFree: home.paths) == nil)
        withExtendedLifetime(lock) {}
    }
}
