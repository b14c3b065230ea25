import CLinux
import FontRegistry
import Foundation
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import FontStore

/// Undoing an adoption brings the files back to their paths, and then ends the registrations.
@Suite(.fewAtOnce, .timeLimit(.minutes(60))) struct UndoneAdoptionTests {
    private let home: PrivateHome
    private let user: FontManager
    private let files: [String]

    init() async throws {
        home = try PrivateHome()
        user = try home.user()
        try await user.add(try home.write(SyntheticFont(family: "Known")))
        files = [
            try home.put(SyntheticFont(family: "Lora").build(), "data/fonts/sub/Lora.ttf"),
            try home.put(SyntheticFont(family: "Lora").build(), "data/fonts/Copy.ttf"),
            try home.put(SyntheticFont(family: "Lora", salt: 1) { $0.revision = 2 }.build(), "data/fonts/New.ttf"),
            try home.put(SyntheticFont(family: "Known").build(), "data/fonts/Known.ttf"),
        ]
        for file in files {
            var times = [timespec(tv_sec: 1_234_567_890, tv_nsec: 123_456_789)]
            times.append(times[0])
            try #require(utimensat(AT_FDCWD, file, times, 0) == 0)
        }
    }

    private func loose() throws -> [String] {
        try home.contents(of: home.paths.userFonts).filter { !$0.hasPrefix("fontd") && !$0.contains("/fonts/fontd") }
    }

    private func expectAllAsBefore(_ before: [String]) async throws {
        #expect(try loose() == before)
        #expect(try await user.registeredNames() == ["Known-Regular"])
        #expect(try home.trash().isEmpty)
        #expect(try await user.diagnose(repair: false).findings.filter { $0.severity != .note } == [])
    }

    @Test func theFilesAreBackAndTheFontsUnregistered() async throws {
        let before = try loose()
        #expect(before.count == 8)
        try await user.adopt()
        #expect(try loose() == [])
        let operation = try #require(try await user.undoableOperations().first)
        #expect(operation.kind == .adopt && operation.count == 4 && operation.isComplete)
        #expect(operation.names.sorted() == ["Known-Regular", "Lora-Regular", "Lora-Regular", "Lora-Regular"])
        let (inventory, trash) = (try home.inventory(of: home.root), try home.trash().count)
        let reported = try await user.undo(isDryRun: true)
        #expect(try home.inventory(of: home.root) == inventory && trash == 4)
        let done = try await user.undo()
        #expect(reported.outcomes == done.outcomes)
        #expect(done.outcomes.filter { $0.status == .broughtBack }.map(\.item).sorted() == files.sorted())
        #expect(done.outcomes.filter { $0.status == .unregistered }.count == 2)
        try await expectAllAsBefore(before)
        // It can be redone.
        try await user.adopt()
        try await user.undo()
        try await expectAllAsBefore(before)
    }

    @Test func afterTheTrashWasEmptiedTheBytesComeFromTheStore() async throws {
        let before = try loose()
        try await user.adopt()
        try FileManager.default.removeItem(atPath: home.paths.trash)
        try FileManager.default.removeItem(atPath: home.paths.userFonts + "/sub")
        #expect(try await user.undoableOperations().first?.isComplete == true)
        let done = try await user.undo()
        #expect(done.outcomes.count { $0.status == .broughtBack } == 4)
        try await expectAllAsBefore(before)
    }

    @Test func aFileInTheTrashThatWasChangedIsNotUsed() async throws {
        let before = try loose()
        try await user.adopt()
        let name = try #require(try home.trash()[files[0]]?.name)
        try Data("other".utf8).write(to: URL(filePath: home.paths.trash + "/files/" + name))
        try await user.undo()
        #expect(try loose() == before)
        #expect(try await user.registeredNames() == ["Known-Regular"])
    }

    @Test func anotherFileAtAPathIsInTheWay() async throws {
        let before = try loose()
        try await user.adopt()
        try Data("other".utf8).write(to: URL(filePath: files[2]))
        let (contents, registered) = (try home.contents(of: home.root), try await user.registered())
        for isDryRun in [true, false] {
            let error = await #expect(throws: FontError.self) { try await user.undo(isDryRun: isDryRun) }
            #expect(error?.code == .invalidFilePath && error?.file == files[2])
            #expect(error?.message.contains("nothing was changed") == true)
        }
        #expect(try home.contents(of: home.root) == contents)
        #expect(try await user.registered() == registered)
        // Following the advice leads to success.
        try FileManager.default.removeItem(atPath: files[2])
        try await user.undo()
        try await expectAllAsBefore(before)
    }

    @Test func theSameFileAtAPathIsNot() async throws {
        let before = try loose()
        try await user.adopt()
        try home.write(SyntheticFont(family: "Lora"), as: "again.ttf")
        try FileManager.default.copyItem(atPath: home.root + "/given/again.ttf", toPath: files[1])
        let done = try await user.undo()
        #expect(done.outcomes.first { $0.item == files[1] }?.status == .unchanged)
        #expect(try loose().count == before.count)
        #expect(try await user.registeredNames() == ["Known-Regular"])
        #expect(Set(try home.trash().keys) == [files[1]])
    }

    @Test func afterAChangeOfAFontNothingIsUndone() async throws {
        try await user.adopt()
        try await user.unregister([.file(files[2])])
        let contents = try home.contents(of: home.root)
        let number = try #require(try await user.undoableOperations().last { $0.kind == .adopt }).number
        let error = await #expect(throws: FontError.self) { try await user.undo(number) }
        #expect(error?.code == .notRegistered)
        #expect(try home.contents(of: home.root).filter { !$0.contains("staging") } == contents)
        // In the order of the operations, both are undone.
        try await user.undo()
        try await user.undo()
        #expect(try loose().count == 8)
    }

    @Test func whereAllWereRegisteredOnlyFilesMove() async throws {
        try await user.adopt()
        try FileManager.default.removeItem(atPath: home.paths.trash)
        let copy = try home.put(SyntheticFont(family: "Known").build(), "data/fonts/Another.ttf")
        let (registered, generation) = (try await user.registered(), try await user.generation())
        let report = try await user.adopt()
        #expect(report.generation == generation && report.fonts[0].wasRegistered)
        #expect(try await user.registered() == registered)
        let operation = try #require(try await user.undoableOperations().first)
        #expect(operation.kind == .adopt && operation.count == 1 && operation.names == ["Known-Regular"])
        #expect(try await user.undo().outcomes.map(\.status) == [.broughtBack])
        #expect(access(copy, F_OK) == 0)
        #expect(try await user.registered() == registered)
        #expect(try await user.generation() == generation)
    }

    /// After a kill between the registration and the moves, the next call moves the files, and both are undone.
    @Test func whatWasNotMovedIsMovedByTheNextCall() async throws {
        let before = try loose()
        try Data().write(to: URL(filePath: home.paths.trash))
        #expect(try await user.adopt().fonts.flatMap(\.files).count { $0.error != nil } == 4)
        #expect(try loose() == before)
        try FileManager.default.removeItem(atPath: home.paths.trash)
        let finished = try await user.adopt()
        #expect(finished.fonts.allSatisfy { $0.wasRegistered && $0.files.allSatisfy { $0.isMoved } })
        try await user.undo()
        #expect(try loose() == before)
        #expect(try await user.registered().count == 3)
        try await user.undo()
        try await expectAllAsBefore(before)
    }

    /// The trash is in the home, to which files of other file systems are copied.
    @Test(.enabled(if: SmallDisk.canBeMounted, "needs the right to mount a file system"))
    func aFileOfAnotherFileSystemIsCopied() async throws {
        let disk = try SmallDisk(in: home, size: "8m")
        let file = try home.put(SyntheticFont(family: "Far").build(), "disk/Far.ttf")
        let before = try home.contents(of: disk.path)
        for isEmptied in [false, true] {
            #expect(try await user.adopt(in: [disk.path], isDryRun: false).fonts[0].files[0].isMoved)
            #expect(try home.contents(of: disk.path) == [] && home.trash().keys.contains(file))
            if isEmptied { try FileManager.default.removeItem(atPath: home.paths.trash) }
            try await user.undo()
            #expect(try home.contents(of: disk.path) == before)
            #expect(try home.trash().isEmpty)
        }
    }

    /// Another file that is saved under the path of one that is copied to the trash, at any time, is kept.
    @Test(.enabled(if: SmallDisk.canBeMounted, "needs the right to mount a file system"))
    func aFileThatIsReplacedWhileItIsCopiedIsKept() throws {
        let disk = try SmallDisk(in: home, size: "8m")
        let trash = DesktopTrash(home.paths)
        for number in 0..<50 {
            let path = try home.put(SyntheticFont(family: "Far", salt: UInt32(number)).build(), "disk/Far.ttf")
            let (newer, name) = (try home.put(Array("newer \(number)".utf8), "disk/newer"), "Far-\(number).ttf")
            let state = try #require(Fingerprint(ofFile: path))
            let sha256 = try #require(ByteCopy.sha256(ofFile: path))
            let trashed = trash.path(name)
            let isEnded = Mutex(false)
            let isReplaced = DispatchSemaphore(value: 0)
            let writer = Thread {
                while access(trashed, F_OK) != 0, !isEnded.withLock({ $0 }) {}
                for _ in 0..<number * 16 { _ = getpid() }
                rename(newer, path)
                isReplaced.signal()
            }
            writer.start()
            let isTaken =
                (try? trash.take(
                    path, named: name, in: state, sha256: sha256, settled: disk.path)) != nil
            isEnded.withLock { $0 = true }
            isReplaced.wait()
            #expect(try String(contentsOfFile: path, encoding: .utf8) == "newer \(number)")
            #expect((access(trashed, F_OK) == 0) == isTaken)
            #expect(try FileManager.default.contentsOfDirectory(atPath: disk.path) == ["Far.ttf"])
            unlink(path)
        }
    }

    /// A file is moved from its folder or not at all, wherever the path leads meanwhile.
    @Test func aFolderThatBecomesALinkKeepsItsFiles() throws {
        let trash = DesktopTrash(home.paths)
        let (folder, moved, shared) = (home.root + "/fonts", home.root + "/dotfiles", home.root + "/shared")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try FileManager.default.createDirectory(atPath: shared, withIntermediateDirectories: true)
        let bytes = Data(SyntheticFont(family: "Lora").build())
        for place in [folder, shared] { try bytes.write(to: URL(filePath: place + "/Lora.ttf")) }
        let settled = try #require(realpath(folder, nil).map { String(cString: $0) })
        func take(_ name: String) throws {
            guard let state = Fingerprint(ofFile: folder + "/Lora.ttf"),
                let sha256 = ByteCopy.sha256(ofFile: folder + "/Lora.ttf")
            else { throw FontError(.fileNotFound, "") }
            try trash.take(folder + "/Lora.ttf", named: name, in: state, sha256: sha256, settled: settled)
        }
        // The folder was moved, and a link leads to it, or to another one.
        for target in [moved, shared] {
            if target == moved { try #require(rename(folder, moved) == 0) } else { unlink(folder) }
            try #require(symlink(target, folder) == 0)
            #expect(throws: FontError.self) { try take("Lora-1.ttf") }
            #expect(access(trash.path("Lora-1.ttf"), F_OK) != 0)
        }
        unlink(folder)
        try #require(rename(moved, folder) == 0)
        // It becomes a link and a folder again all the time.
        let isEnded = Mutex(false)
        let isDone = DispatchSemaphore(value: 0)
        let mover = Thread {
            while !isEnded.withLock({ $0 }) {
                rename(folder, moved)
                symlink(shared, folder)
                unlink(folder)
                rename(moved, folder)
            }
            isDone.signal()
        }
        mover.start()
        var taken: String?
        for number in 0..<300 where taken == nil {
            if (try? take("Lora-\(number).ttf")) != nil { taken = "Lora-\(number).ttf" }
        }
        isEnded.withLock { $0 = true }
        isDone.wait()
        #expect(try Data(contentsOf: URL(filePath: shared + "/Lora.ttf")) == bytes)
        #expect(try FileManager.default.contentsOfDirectory(atPath: shared) == ["Lora.ttf"])
        // At its place, or in the trash.
        if let taken { #expect(trash.giveBack(taken, to: folder + "/Lora.ttf")) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["Lora.ttf"])
    }

    @Test func anOlderRecordHasNoFiles() throws {
        let older = Data(#"{"registrations":[]}"#.utf8)
        #expect(try JSONDecoder().decode(RecordedOperation.Record.self, from: older).moved == nil)
    }

    @Test(arguments: ["../up.ttf", "/etc/passwd", ".hidden", "a/b.ttf"])
    func aRecordWithAnotherPathInTheTrashIsNotUsed(_ name: String) { #expect(!DesktopTrash.isName(name)) }

    @Test(arguments: [
        "/a/Lora [wght].ttf", "/a/.hidden", "/a/日本.otf", "/a/noending", "/a/\(String(repeating: "n", count: 255))",
    ])
    func eachFileHasANameInTheTrash(_ path: String) {
        let name = DesktopTrash.newName(for: path)
        #expect(DesktopTrash.isName(name) && DesktopTrash.newName(for: path) != name, "\(name)")
    }
}
