import FontAdvice
import FontModel
import FontRegistry
import Foundation
import TestSupport
import Testing

/// Fonts that are there several times: registered, as the user's own files and in packages; and keeping one of them.
@Suite(.fewAtOnce, .timeLimit(.minutes(60))) struct DuplicateTests {
    /// The home whose given files stand for those of packages.
    private let machine: PrivateHome
    private let home: PrivateHome
    private let user: FontManager

    init() throws {
        machine = try PrivateHome()
        home = try PrivateHome(fontFolders: [machine.root + "/given"])
        user = try home.user()
    }

    private func lora(_ salt: UInt32 = 0, revision: Double = 1) -> SyntheticFont {
        SyntheticFont(family: "Lora", salt: salt) { $0.revision = revision }
    }

    /// Puts a file into the user's font folder.
    private func own(_ font: SyntheticFont, _ name: String) throws -> String {
        let path = try home.put(font.build(), at: home.paths.userFonts + "/" + name)
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: 1_234_567_890)], ofItemAtPath: path)
        return path
    }

    private func register(_ font: SyntheticFont, by provider: String = "user") async throws -> String {
        let manager = try provider == "user" ? user : home.manager(provider: provider)
        let outcome = try await manager.register(URL(filePath: try home.write(font)), scope: .persistent)
        return try #require(outcome.registration?.id)
    }

    private func duplicates() async throws -> [DuplicateGroup] {
        var context = ExplainingContext(registry: home.context)
        let prefix = machine.root + "/"
        context.packageOwners = { paths in
            Dictionary(uniqueKeysWithValues: paths.filter { $0.hasPrefix(prefix) }.map { ($0, "fonts-lora") })
        }
        return try await user.duplicates(in: context)
    }

    private func group(_ kind: DuplicateGroup.Kind = .name) async throws -> DuplicateGroup {
        try #require(try await duplicates().first { $0.kind == kind })
    }

    /// The contents and the times of the user's own files, by path.
    private func ownFiles() throws -> [String: String] {
        let folder = home.paths.userFonts
        var files: [String: String] = [:]
        for name in try FileManager.default.subpathsOfDirectory(atPath: folder) where !name.hasPrefix("fontd") {
            let path = folder + "/" + name
            guard let bytes = FileManager.default.contents(atPath: path) else { continue }
            let time = try FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
            files[path] = "\(bytes.base64EncodedString()) \(time?.timeIntervalSince1970 ?? 0)"
        }
        return files
    }

    private func trashed() -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: home.paths.trash + "/files")) ?? []).sorted()
    }

    private func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

    // MARK: Groups

    @Test func groupsHaveAllOriginsAndWhatProgramsGet() async throws {
        let packaged = try machine.write(lora())
        let copy = try own(lora(), "Lora.ttf")
        _ = try own(SyntheticFont(family: "Alone"), "Alone.ttf")
        let id = try await register(lora(1, revision: 2), by: "org.example.App")
        let groups = try await duplicates()
        #expect(groups.map(\.kind.rawValue).sorted() == ["contents", "name"], "\(groups)")
        let named = try #require(groups.first { $0.kind == .name })
        #expect(named.names == ["Lora-Regular"] && named.family == "Lora" && named.isResolvable)
        #expect(named.members.map(\.id) == [id, copy, packaged])
        #expect(named.members[0].registration?.provider == "org.example.App")
        #expect(named.members[1].origin == .own && named.members[2].origin == .package("fonts-lora"))
        #expect(named.members.map(\.revision) == [2, 1, 1])
        #expect(named.shown == id)
        #expect(named.members.map(\.condition) == [.shown, .shadowed(.newerVersion), .shadowed(.newerVersion)])
        // `why` gives the same answer.
        let explanation = try await user.explanation(of: "Lora-Regular")
        #expect(explanation.situation == .shown && explanation.registration?.id == named.shown)
        let same = try #require(groups.first { $0.kind == .contents })
        #expect(same.members.map(\.id) == [copy, packaged])
        #expect(Set(same.members.map(\.sha256)).count == 1)
        let size = try FileManager.default.attributesOfItem(atPath: copy)[.size] as? Int64
        #expect(same.members.allSatisfy { $0.byteCount == size })
        // What programs get is no member.
        #expect(same.shown == nil)
    }

    @Test func whatProgramsDoNotSeeMakesNoGroup() async throws {
        _ = try own(lora(), "Lora.ttf")
        let id = try await register(lora(1))
        #expect(try await user.setEnabled(false, [.id(id)]).isSuccess)
        #expect(try await duplicates().isEmpty)
        // With two visible ones, it is a member that can be kept.
        _ = try await register(lora(2))
        let group = try await group()
        #expect(group.members.count == 3 && group[member: id]?.condition == .disabled)
        #expect(group[member: id]?.path == nil)
    }

    @Test func aLinkIsNoDuplicate() async throws {
        let packaged = try machine.write(lora())
        try FileManager.default.createDirectory(atPath: home.paths.userFonts, withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            atPath: home.paths.userFonts + "/Lora.ttf", withDestinationPath: packaged)
        #expect(try await duplicates().isEmpty)
    }

    @Test func whatOnlyPackagesHaveIsNotResolvable() async throws {
        let files = [try machine.write(lora(), as: "a.ttf"), try machine.write(lora(1), as: "b.ttf")]
        let group = try await group()
        #expect(!group.isResolvable)
        let resolution = try await user.resolve(group, keeping: files[0])
        #expect(resolution.summary.outcomes.isEmpty && resolution.operation == nil)
        #expect(resolution.left.map(\.font.id) == [files[1]] && resolution.left[0].error.code == .systemRequired)
    }

    @Test func onlyTheUserSeesAndResolvesThem() async throws {
        _ = try own(lora(), "Lora.ttf")
        _ = try await register(lora(1))
        let group = try await group()
        let provider = try home.manager(provider: "org.example.App")
        let refusals = [
            await #expect(throws: FontError.self) { try await provider.duplicates() },
            await #expect(throws: FontError.self) { try await provider.resolve(group, keeping: group.members[0].id) },
        ]
        #expect(refusals.map { $0?.code } == [.missingEntitlement, .missingEntitlement])
    }

    // MARK: Keeping one

    @Test func theUsersFileStaysAndUndoRestoresAll() async throws {
        let packaged = try machine.write(lora(3))
        let kept = try own(lora(2, revision: 2), "a.ttf")
        let copy = try own(lora(2, revision: 2), "sub/b.ttf")
        let id = try await register(lora(1), by: "org.example.App")
        let (before, package) = (try ownFiles(), try machine.inventory(of: machine.root + "/given"))
        let group = try await group()
        let inventory = try home.inventory()
        let plan = try await user.resolve(group, keeping: kept, isDryRun: true)
        #expect(try home.inventory() == inventory && plan.operation == nil)
        let done = try await user.resolve(group, keeping: kept)
        #expect(done.summary.outcomes.map(\.status) == plan.summary.outcomes.map(\.status))
        #expect(
            Set(done.summary.outcomes.map { "\($0.item) \($0.status.rawValue)" })
                == ["\(copy) moved-to-trash", "\(try #require(group[member: id]).file) disabled"])
        #expect(done.left.map(\.font.package) == ["fonts-lora"] && done.left[0].error.message.contains("fonts-lora"))
        #expect(exists(kept) && !exists(copy))
        // The bytes stay in the kept file, so nothing is registered for them.
        #expect(try await user.registered().map(\.id) == [id])
        #expect(try await user.registered(state: .disabled).map(\.id) == [id])
        let name = try #require(trashed().first)
        #expect(trashed().count == 1)
        let trashedBytes = FileManager.default.contents(atPath: home.paths.trash + "/files/" + name)
        #expect(trashedBytes == Data(lora(2, revision: 2).build()))
        let info = try String(contentsOfFile: home.paths.trash + "/info/\(name).trashinfo", encoding: .utf8)
        #expect(info.hasPrefix("[Trash Info]\nPath=\(copy)\nDeletionDate="), "\(info)")
        // The user's decision holds for its provider.
        let refused = try await home.manager(provider: "org.example.App").setEnabled(true, [.id(id)])
        #expect(!refused.isSuccess)
        let operation = try #require(try await user.undoableOperations().first)
        #expect(operation.number == done.operation && operation.kind == .resolve && operation.isComplete)
        #expect(operation.count == 2 && operation.names == ["Lora-Regular", "Lora-Regular"])

        try await user.undo(done.operation)
        #expect(try ownFiles() == before && trashed().isEmpty)
        #expect(try await user.registered(state: .enabled).map(\.id) == [id])
        // Again, and back again.
        try await user.redo()
        #expect(!exists(copy) && trashed().count == 1)
        #expect(try await user.registered(state: .disabled).map(\.id) == [id])
        try await user.undo()
        #expect(try ownFiles() == before)
        #expect(try machine.inventory(of: machine.root + "/given") == package && exists(packaged))
    }

    /// The trash may be emptied at any time, so bytes that nothing else has are registered first.
    @Test func otherBytesAreAdoptedBeforeTheyGo() async throws {
        let (first, second) = (try own(lora(2), "a.ttf"), try own(lora(2), "b.ttf"))
        let id = try await register(lora(1))
        let before = try ownFiles()
        let group = try await group()
        let done = try await user.resolve(group, keeping: id)
        #expect(done.summary.outcomes.map(\.status) == [.movedToTrash, .movedToTrash])
        let adopted = try #require(done.summary.outcomes.first?.registration)
        #expect(!adopted.isEnabled && adopted.provider == "user")
        #expect(!exists(first) && !exists(second))
        #expect(try await user.registered().count == 2)
        try FileManager.default.removeItem(atPath: home.paths.trash)
        #expect(try await user.undoableOperations().first?.isComplete == true)
        try await user.undo()
        #expect(try ownFiles() == before)
        #expect(try await user.registered().map(\.id) == [id])
    }

    /// What another program registered goes when that is uninstalled.
    @Test func bytesOfAnotherProgramAreNotReliedOn() async throws {
        let file = try own(lora(), "Lora.ttf")
        let id = try await register(lora(), by: "org.example.App")
        let group = try await group(.contents)
        let done = try await user.resolve(group, keeping: id)
        #expect(done.summary.outcomes.first?.registration?.provider == "user")
        #expect(!exists(file))
        try await user.unregister([.id(id)])
        #expect(try await user.registered(state: .disabled).count == 1)
    }

    @Test func anEmptiedTrashIsNoLossForCopies() async throws {
        let (kept, copy) = (try own(lora(), "a.ttf"), try own(lora(), "b.ttf"))
        let before = try ownFiles()
        let done = try await user.resolve(try await group(.contents), keeping: kept)
        #expect(!exists(copy))
        try FileManager.default.removeItem(atPath: home.paths.trash)
        try await user.undo(done.operation)
        #expect(try ownFiles() == before)
    }

    @Test func aDisabledFontIsShownAgainWhenItIsKept() async throws {
        _ = try own(lora(3), "Lora.ttf")
        let kept = try await register(lora(1))
        #expect(try await user.setEnabled(false, [.id(kept)]).isSuccess)
        let other = try await register(lora(2))
        let group = try await group()
        let done = try await user.resolve(group, keeping: kept)
        #expect(done.summary.outcomes.map(\.status) == [.disabled, .movedToTrash, .enabled])
        #expect(try await user.registered(state: .enabled).map(\.id) == [kept])
        try await user.undo()
        #expect(try await user.registered(state: .enabled).map(\.id) == [other])
    }

    @Test func namesThatCollideInTheTrashAreAllKept() async throws {
        let kept = try own(lora(), "Lora.ttf")
        let files = [try own(lora(), "x/Lora.ttf"), try own(lora(), "y/Lora.ttf")]
        let old = try home.put(Array("old".utf8), at: home.paths.trash + "/files/Lora.ttf")
        try home.put(Array("[Trash Info]\n".utf8), at: home.paths.trash + "/info/Lora.ttf.trashinfo")
        try await user.resolve(try await group(.contents), keeping: kept)
        #expect(files.allSatisfy { !exists($0) } && trashed().count == 3)
        #expect(FileManager.default.contents(atPath: old) == Data("old".utf8))
        let paths = try trashed().map { name in
            try String(contentsOfFile: home.paths.trash + "/info/\(name).trashinfo", encoding: .utf8)
                .split(separator: "\n").first { $0.hasPrefix("Path=") }.map { String($0.dropFirst(5)) } ?? ""
        }
        #expect(Set(paths) == Set(files + [""]))
        try await user.undo()
        #expect(files.allSatisfy(exists) && trashed() == ["Lora.ttf"])
    }

    // MARK: What may have changed

    @Test func aFontThatIsNoLongerSoundIsNotKept() async throws {
        let kept = try own(lora(1), "a.ttf")
        let copy = try own(lora(1), "b.ttf")
        let id = try await register(lora(2))
        let group = try await group()
        let sound = lora(1).build()
        for bytes in [Array(sound.prefix(sound.count / 2)), nil] {
            if let bytes {
                try Data(bytes).write(to: URL(filePath: kept))
            } else {
                try FileManager.default.removeItem(atPath: kept)
            }
            let error = await #expect(throws: FontError.self) { try await user.resolve(group, keeping: kept) }
            #expect(error?.code == (bytes == nil ? .fileNotFound : .invalidFontData), "\(String(describing: error))")
            #expect(exists(copy) && trashed().isEmpty)
            #expect(try await user.registered(state: .enabled).map(\.id) == [id])
        }
        #expect(try await user.undoableOperations().first?.kind == .register)
    }

    @Test func aFileThatChangedStays() async throws {
        let file = try own(lora(2), "a.ttf")
        let kept = try await register(lora(1))
        let group = try await group()
        let other = lora(3).build()
        try Data(other).write(to: URL(filePath: file))
        let done = try await user.resolve(group, keeping: kept)
        #expect(done.summary.outcomes.map(\.status) == [.failed])
        #expect(FileManager.default.contents(atPath: file) == Data(other) && trashed().isEmpty)
    }

    @Test func oneFontCannotStayAndGo() async throws {
        _ = try own(lora(1), "a.ttf")
        let copy = try own(lora(1), "b.ttf")
        let id = try await register(lora(2))
        let (named, same) = (try await group(), try await group(.contents))
        let choices = [DuplicateGroup.Choice(in: named, keeping: id), .init(in: same, keeping: copy)]
        let error = await #expect(throws: FontError.self) { try await user.resolve(choices) }
        #expect(error?.code == .insufficientInfo)
        let unknown = await #expect(throws: FontError.self) { try await user.resolve(named, keeping: "/none") }
        #expect(unknown?.code == .insufficientInfo)
        #expect(exists(copy) && trashed().isEmpty)
    }
}
