import FontAdvice
import FontModel
import FontRegistry
import Foundation
import Glibc
import TestSupport
import Testing

/// What may go when one of several fonts is kept: nothing that is hidden, or of which nothing keeps the bytes.
@Suite(.fewAtOnce, .timeLimit(.minutes(60))) struct DuplicateKeepingTests {
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

    private func trashed() -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: home.paths.trash + "/files")) ?? []).sorted()
    }

    private func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

    // MARK: What keeps the bytes

    /// A package may be removed, which is no change of the user's.
    @Test func bytesOfAPackageAreNotReliedOn() async throws {
        let packaged = try machine.write(lora())
        let file = try own(lora(), "Lora.ttf")
        let done = try await user.resolve(try await group(.contents), keeping: packaged)
        let adopted = try #require(done.summary.outcomes.first?.registration)
        #expect(!adopted.isEnabled && adopted.provider == "user" && !exists(file))
        try FileManager.default.removeItem(atPath: packaged)
        try FileManager.default.removeItem(atPath: home.paths.trash)
        try await user.undo(done.operation)
        #expect(FileManager.default.contents(atPath: file) == Data(lora().build()))
    }

    @Test func aLostFileDoesNotKeepTheOthersInTheTrash() async throws {
        let (kept, lost, copy) = (try own(lora(), "a.ttf"), try own(lora(), "b.ttf"), try own(lora(), "c.ttf"))
        let done = try await user.resolve(try await group(.contents), keeping: kept)
        #expect(trashed().count == 2)
        let name = try #require(trashed().first { $0.hasPrefix("b-") })
        for path in [home.paths.trash + "/files/" + name, kept] { try FileManager.default.removeItem(atPath: path) }
        let undone = try await user.undo(done.operation)
        #expect(undone.outcomes.map(\.item) == [copy, lost] && exists(copy), "\(undone)")
        #expect(undone.outcomes.map(\.status) == [.broughtBack, .failed])
        #expect(undone.outcomes.last?.error?.code == .fileNotFound)
    }

    @Test func adoptedBytesAreInTheCollectionsOfTheirFamily() async throws {
        try await user.changeCollections([.add(["Lora"], to: "Talk")])
        _ = try own(lora(1), "Lora.ttf")
        let id = try await register(lora(2))
        let done = try await user.resolve(try await group(), keeping: id)
        #expect(done.summary.outcomes.first?.registration?.tags == ["Talk"], "\(done)")
    }

    // MARK: One file with two paths

    @Test func aHardLinkIsNoDuplicate() async throws {
        let file = try own(lora(), "a.ttf")
        try #require(link(file, home.paths.userFonts + "/b.ttf") == 0)
        #expect(try await duplicates().isEmpty)
    }

    /// The file that is to keep the bytes may have become the one that goes.
    @Test func theKeptFileIsNotMovedByItsOtherPath() async throws {
        let (kept, copy) = (try own(lora(), "a.ttf"), try own(lora(), "b.ttf"))
        let group = try await group(.contents)
        try FileManager.default.removeItem(atPath: copy)
        try #require(link(kept, copy) == 0)
        let done = try await user.resolve(group, keeping: kept)
        #expect(done.summary.outcomes.map(\.status) == [.failed], "\(done)")
        #expect(done.summary.outcomes[0].error?.message.contains("List the duplicates again") == true)
        #expect(exists(kept) && exists(copy) && trashed().isEmpty)
    }

    /// The command was no adoption.
    @Test func adviceIsNotToAdopt() async throws {
        let file = try own(lora(1), "Lora.ttf")
        let id = try await register(lora(2))
        try home.put([], at: home.paths.trash)
        let error = try await user.resolve(try await group(), keeping: id).summary.outcomes.first?.error
        #expect(error?.file == file && error?.message.contains("Run the same command again") == true)
        let texts = [DesktopTrash.changed(file), error].compactMap { $0?.message.lowercased() }
        #expect(texts.count == 2 && texts.allSatisfy { !$0.contains("adopt") }, "\(texts)")
    }

    // MARK: Hidden files

    /// fontd cannot show what a rule of fontconfig hides, so programs would have no font.
    @Test func whatARuleHidesIsNotKept() async throws {
        let rule = """
            <fontconfig><selectfont><rejectfont>
              <glob>\(home.paths.persistentProjection)/*</glob>
            </rejectfont></selectfont></fontconfig>
            """
        try home.put(Array(rule.utf8), at: home.root + "/config/fontconfig/conf.d/60-reject.conf")
        let files = [try own(lora(1), "a.ttf"), try own(lora(2), "b.ttf")]
        let id = try await register(lora(3))
        let group = try await group()
        #expect(group[member: id]?.condition == .hidden)
        for isDryRun in [true, false] {
            let error = await #expect(throws: FontError.self) {
                try await user.resolve(group, keeping: id, isDryRun: isDryRun)
            }
            #expect(error?.code == .insufficientInfo && error?.message.contains("hides the font to keep") == true)
        }
        #expect(files.allSatisfy(exists) && trashed().isEmpty)
    }

    @Test func hiddenFilesStayHidden() async throws {
        let (hidden, shown) = (try own(lora(1), "a.ttf"), try own(lora(2), "b.ttf"))
        _ = try own(SyntheticFont(family: "Other"), "Other.ttf")
        #expect(try await user.setEnabled(false, [.file(hidden)]).isSuccess)
        let id = try await register(lora(3))
        let group = try await group()
        #expect(group[member: hidden]?.condition == .hidden)
        let done = try await user.resolve(group, keeping: id)
        #expect(done.summary.outcomes.map(\.item) == [shown])
        #expect(exists(hidden) && !exists(shown))
        #expect(try await user.hiddenFonts().compactMap(\.path) == [hidden])
        // One that is hidden after the list stays, too.
        try await user.undo()
        let listed = try await self.group()
        #expect(try await user.setEnabled(false, [.file(shown)]).isSuccess)
        let late = try await user.resolve(listed, keeping: id)
        #expect(late.summary.outcomes.map(\.status) == [.failed] && exists(shown))
        #expect(try await user.hiddenFonts().compactMap(\.path).sorted() == [hidden, shown])
    }

    @Test func aFaceIsHiddenAgainIfItsFileStays() async throws {
        let bytes = SyntheticCollection.faces(2, family: "Pair").build()
        let file = try home.put(bytes, at: home.paths.userFonts + "/Pair.ttc")
        _ = try own(SyntheticFont(family: "Other"), "Other.ttf")
        let name = try FontFile(contentsOf: file).faces[0].postscriptName
        #expect(try await user.setEnabled(false, [.name(name)]).isSuccess)
        let registered = URL(filePath: try home.write(bytes, as: "given.ttc"))
        let outcome = try await user.register(registered, scope: .persistent)
        let id = try #require(outcome.registration?.id)
        try home.put([], at: home.paths.trash)
        let done = try await user.resolve(try await group(.contents), keeping: id)
        #expect(done.summary.outcomes.map(\.status) == [.failed] && exists(file), "\(done)")
        #expect(try await user.hiddenFonts().map(\.postscriptName) == [name])
        try await user.undo(done.operation)
        #expect(try await user.hiddenFonts().map(\.postscriptName) == [name])
        let redone = try await user.redo()
        #expect(redone.outcomes.contains { $0.item == file && $0.status == .failed } && exists(file), "\(redone)")
        #expect(try await user.hiddenFonts().map(\.postscriptName) == [name])
    }
}
