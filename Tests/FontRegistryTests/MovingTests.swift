import Foundation
import Glibc
import TestSupport
import Testing

@testable import FontRegistry

/// Registrations move to another machine in the file of an export.
@Suite(.fewAtOnce, .timeLimit(.minutes(60))) struct MovingTests {
    private let here: PrivateHome
    private let there: PrivateHome

    init() throws { (here, there) = (try PrivateHome(), try PrivateHome()) }

    /// Registers fonts of every kind.
    private func fill(_ home: PrivateHome) async throws {
        let (user, app) = (try home.user(), try home.manager(provider: "org.example.App"))
        let plain = try await user.add(try home.write(SyntheticFont(family: "Plain")), .persistent, .init(tag: "z"))
        try await user.changeTags(adding: ["a", "合成"], of: [.id(plain.id)])
        try await user.add(try home.write(SyntheticFont(family: "Hidden")), .persistent, .init(isEnabled: false))
        try await user.add(try home.write(SyntheticFont(family: "Unwanted")))
        try await user.add(try home.write(SyntheticFont.variable(family: "Flex")))
        try await user.add(try home.write(SyntheticCollection.faces(3, family: "Many").build(), as: "many.ttc"))
        for manager in [user, app] { try await manager.add(try home.write(SyntheticFont(family: "Shared"))) }
        try await app.add(try home.write(SyntheticFont(family: "Theirs")), .persistent, .init(tag: "theirs"))
        try await app.add(try home.write(SyntheticFont(family: "Held")))
        try await user.add(try home.write(SyntheticFont(family: "Tonight")), .session)
        try await user.setEnabled(false, [.name("Held-Regular"), .name("Unwanted-Regular")])
        // A file outside of the home.
        try await user.register(
            .data(Data(SyntheticFont(family: "Bytes").build()), name: "bytes"), scope: .persistent)
    }

    private func export(_ home: PrivateHome, as name: String = "all.tar", fonts: Bool = true) async throws -> URL {
        let url = URL(filePath: home.root + "/given/" + name)
        try await home.user().export(to: url, includesFonts: fonts)
        return url
    }

    private func move(
        _ url: URL, to home: PrivateHome, searching folders: [String] = [], isDryRun: Bool = false
    ) async throws -> FontSummary {
        try await home.user().importFonts(
            try FontExport(contentsOf: url), searching: folders.map { URL(filePath: $0) },
            isDryRun: isDryRun)
    }

    /// Returns the registrations in persistent scope, with paths in the home and without those that programs see.
    private func list(_ home: PrivateHome) async throws -> [Registration] {
        try await home.user().registered(scope: .persistent).map { registration in
            var registration = registration
            #expect((registration.path != nil) == registration.isEnabled)
            registration.path = nil
            registration.file = registration.file.replacing(home.root + "/", with: "~/")
            return registration
        }
    }

    @Test func theListIsEqualThere() async throws {
        try await fill(here)
        let url = try await export(here)
        let summary = try await move(url, to: there)
        let list = try await list(here)
        #expect(list.count == 10)
        #expect(summary.outcomes.count == 10 && summary.outcomes.allSatisfy { $0.status == .registered })
        #expect(try await self.list(there) == list)
        #expect(try await Data(contentsOf: export(there)) == Data(contentsOf: url))
        #expect(try await there.user().diagnose(repair: false).isHealthy)
        let shown = try await there.user().registered().compactMap(\.path)
        #expect(shown.allSatisfy { FileManager.default.fileExists(atPath: $0) } && shown.count == 7)
        // Only the user enables what the user disabled.
        let app = try there.manager(provider: "org.example.App")
        #expect(try await app.setEnabled(true, [.name("Held-Regular")]).codes == [302])
        #expect(try await there.user().setEnabled(true, [.name("Held-Regular")]).isSuccess)
    }

    @Test func theSecondImportChangesNothing() async throws {
        try await fill(here)
        for includesFonts in [true, false] {
            let url = try await export(here, fonts: includesFonts)
            _ = try await move(url, to: there, searching: [here.root + "/given"])
            let (generation, before) = (try await there.user().generation(), try there.inventory())
            let again = try await move(url, to: there)
            #expect(again.outcomes.allSatisfy { $0.status == .alreadyRegistered || $0.error?.code == .fileNotFound })
            #expect(try await there.user().generation() == generation && again.generation == generation)
            #expect(try there.inventory() == before)
        }
        // In the home where it was made, it changes nothing either.
        let generation = try await here.user().generation()
        #expect(try await move(try await export(here), to: here).generation == generation)
    }

    @Test func theSameRegistrationsMakeTheSameBytes() async throws {
        try await fill(here)
        let (first, second) = (try await export(here), try await export(here, as: "again.tar"))
        #expect(try Data(contentsOf: first) == Data(contentsOf: second))
        let entries = try FileManager.default.contentsOfDirectory(atPath: here.root + "/given")
        #expect(!entries.contains { $0.hasPrefix("all.tar.") }, "no temporary file")
        let manifest = try String(contentsOf: try await export(here, as: "fonts.json", fonts: false), encoding: .utf8)
        #expect(
            manifest.contains(#""file" : "~/given/Plain-Regular-0.ttf""#) && manifest.contains(#""file" : "bytes""#))
        #expect(manifest.hasSuffix("}\n") && !manifest.contains("Tonight"))
    }

    /// GNU tar lists an export, and an archive of the same files by GNU tar is one.
    @Test(.enabled(if: Command.find("tar") != nil)) func otherProgramsReadAndWriteIt() async throws {
        try await fill(here)
        let path = try await export(here).path(percentEncoded: false)
        let environment = ["PATH": "/usr/bin:/bin", "LC_ALL": "C"]
        let listed = try Command.run("tar", ["-tvf", path], environment: environment)
        #expect(listed.status == 0 && listed.errors.isEmpty && listed.lines.count == 10)
        #expect(listed.lines.first?.hasSuffix(" manifest.json") == true)
        let folder = here.root + "/unpacked"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        for command in ["tar -xf ../given/all.tar", "tar --format=ustar -cf ../given/all.tar *"] {
            let result = try Command.run("sh", ["-c", "cd \(folder) && \(command)"], environment: environment)
            try #require(result.status == 0, "\(result.errors)")
        }
        _ = try await move(URL(filePath: path), to: there)
        #expect(try await list(there) == list(here))
    }

    // MARK: What is there already

    /// A registration gets the switch of the export, and its tags in addition to its own.
    @Test func switchesFollowTheExportAndTagsAreAdded() async throws {
        for home in [here, there] {
            for family in ["On", "Off", "Tagged"] {
                try await home.user().add(try home.write(SyntheticFont(family: family)), .persistent, .init(tag: "old"))
            }
        }
        try await there.user().setEnabled(false, [.name("On-Regular")])
        try await here.user().setEnabled(false, [.name("Off-Regular")])
        try await here.user().changeTags(adding: ["new"], removing: ["old"], of: [.name("Tagged-Regular")])
        try await there.user().add(try there.write(SyntheticFont(family: "Own")))
        let before = try await list(there)
        let url = try await export(here)
        let reported = try await move(url, to: there, isDryRun: true)
        #expect(try await list(there) == before)
        let summary = try await move(url, to: there)
        #expect(reported.statuses == summary.statuses)
        #expect(summary.statuses == [.disabled, .enabled, .tagged])
        let after = try await list(there)
        #expect(after.map(\.isEnabled) == [true, false, true, true] && after[2].tags == ["old", "new"])
        let generation = try await there.user().generation()
        #expect(try await move(url, to: there).outcomes.allSatisfy { $0.status == .alreadyRegistered })
        #expect(try await there.user().generation() == generation)
        #expect(try await list(there) == after)
        // The registrations keep their dates, and the rest is as it was.
        #expect(after.map(\.registeredAt) == before.map(\.registeredAt))
        #expect(try await there.user().undo().outcomes.count == 3)
        #expect(try await list(there) == before)
    }

    @Test func tooManyTagsFailAlone() async throws {
        for home in [here, there] {
            for family in ["Full", "Other"] { try await home.user().add(try home.write(SyntheticFont(family: family))) }
        }
        let numbers = (0..<FontLimits.tagsPerRegistration).map(String.init)
        try await there.user().changeTags(adding: numbers, of: [.name("Full-Regular")])
        try await here.user().changeTags(adding: ["new"], of: [.name("Full-Regular"), .name("Other-Regular")])
        let url = try await export(here)
        let summary = try await move(url, to: there)
        #expect(summary.statuses == [.failed, .tagged] && summary.codes == [106])
        #expect(try await list(there).map(\.tags) == [numbers, ["new"]])
        // The advice, followed.
        try await there.user().changeTags(removing: ["7"], of: [.name("Full-Regular")])
        #expect(try await move(url, to: there).statuses == [.tagged, .alreadyRegistered])
    }

    @Test func aNameThatIsTakenFailsAlone() async throws {
        try await here.user().add(try here.write(SyntheticFont(family: "Taken")))
        try await here.user().add(try here.write(SyntheticFont(family: "Free")))
        let holder = try await there.user().add(try there.write(SyntheticFont(family: "Taken", salt: 1)))
        let url = try await export(here)
        let summary = try await move(url, to: there)
        #expect(summary.statuses == [.registered, .failed] && summary.codes == [305])
        #expect(summary.errors.first?.conflict?.id == holder.id)
        // The advice, followed.
        try await there.user().setEnabled(false, [.id(holder.id)])
        #expect(try await move(url, to: there).statuses == [.alreadyRegistered, .registered])
    }

    @Test func namesAreFreedBeforeOthersTakeThem() async throws {
        let (old, new) = (SyntheticFont(family: "Lora"), SyntheticFont(family: "Lora", salt: 1))
        for home in [here, there] { try await home.user().add(try home.write(old)) }
        try await here.user().setEnabled(false, [.name("Lora-Regular")])
        try await here.user().add(try here.write(new, as: "A first.ttf"))
        #expect(try await move(try await export(here), to: there).statuses == [.registered, .disabled])
    }

    // MARK: Where the bytes come from

    @Test func aManifestFindsFontsInFilesFoldersAndTheStore() async throws {
        try await fill(here)
        let url = try await export(here, as: "fonts.json", fonts: false)
        let missing = try await move(url, to: there)
        #expect(missing.codes == Array(repeating: 101, count: 10))
        #expect(missing.errors.allSatisfy { $0.message.contains("Put the file at this path") })
        #expect(try there.inventory().isEmpty, "no store for nothing")
        // One is at the path of the manifest, and another there has other bytes.
        try there.write(SyntheticFont(family: "Plain"))
        try there.write(SyntheticFont(family: "Theirs", salt: 7), as: "Theirs-Regular-0.ttf")
        #expect(try await move(url, to: there).registrations.map { $0.faces[0].family } == ["Plain"])
        // Others are anywhere in a folder.
        try there.write(SyntheticFont.variable(family: "Flex"), as: "deep/down/renamed")
        try there.write(SyntheticFont(family: "Shared"), as: "deep/Shared.ttf")
        let folder = there.root + "/given/deep"
        let some = try await move(url, to: there, searching: [folder])
        #expect(some.outcomes.count { $0.status == .registered } == 3 && some.codes.count == 6)
        // The bytes of an unregistered font are kept for a while, and are those of two registrations.
        let before = try await list(there)
        try await there.user().unregister([.name("Plain-Regular"), .name("Shared-Regular")])
        for path in ["deep/Shared.ttf", "Plain-Regular-0.ttf"] {
            try FileManager.default.removeItem(atPath: there.root + "/given/" + path)
        }
        #expect(try await move(url, to: there).outcomes.count { $0.status == .registered } == 3)
        #expect(try await list(there) == before)
        #expect(throws: FontError.self) { try FontExport(contentsOf: URL(filePath: folder)) }
        let error = await #expect(throws: FontError.self) {
            try await move(url, to: there, searching: [there.root + "/none"])
        }
        #expect(error?.code == .fileNotFound && error?.file == there.root + "/none")
    }

    /// A kept copy is used only if it still has its bytes.
    @Test func aDamagedCopyIsNotUsed() async throws {
        let file = try here.write(SyntheticFont(family: "Plain"))
        let plain = try await here.user().add(file)
        let url = try await export(here, as: "fonts.json", fonts: false)
        try await here.user().unregister([.id(plain.id)])
        let kept = here.paths.removed + "/" + plain.sha256
        try FileManager.default.removeItem(atPath: kept)
        try Data([1, 2, 3]).write(to: URL(filePath: kept))
        #expect(try await move(url, to: here).statuses == [.registered], "from its file")
        try await here.user().unregister([.id(plain.id)])
        try FileManager.default.removeItem(atPath: kept)
        try Data([1, 2, 3]).write(to: URL(filePath: kept))
        try FileManager.default.removeItem(atPath: file)
        #expect(try await move(url, to: here).codes == [101])
    }

    @Test func aDamagedStoreIsNotExported() async throws {
        let plain = try await here.user().add(try here.write(SyntheticFont(family: "Plain")))
        let url = try await export(here)
        let before = try Data(contentsOf: url)
        let object = here.paths.object(plain.sha256)
        try FileManager.default.removeItem(atPath: object)
        try Data([1, 2, 3]).write(to: URL(filePath: object))
        let error = await #expect(throws: FontError.self) { try await export(here) }
        #expect(error?.storeFault == .damaged && error?.file == plain.file)
        #expect(error?.message.contains("stored file of Plain-Regular is damaged") == true)
        #expect(try Data(contentsOf: url) == before, "the earlier export remains")
    }

    // MARK: Undoing and trying

    @Test func anImportIsUndone() async throws {
        try await fill(here)
        try await there.user().add(try there.write(SyntheticFont(family: "Plain")))
        let before = try await list(there)
        _ = try await move(try await export(here), to: there)
        #expect(try await there.user().undoableOperations().first?.count == 10)
        #expect(try await there.user().undo().outcomes.count == 10)
        #expect(try await list(there) == before)
        #expect(try await there.user().diagnose(repair: false).isHealthy)
    }

    /// Two registrations of one font are registered again from one copy.
    @Test func aFontOfTwoProvidersIsUndone() async throws {
        for provider in ["a", "b"] {
            try await there.manager(provider: provider).add(try there.write(SyntheticFont(family: "Shared")))
        }
        let before = try await list(there)
        try await there.user().unregister([.name("Shared-Regular")])
        #expect(try await there.user().undo().outcomes.count == 2)
        #expect(try await list(there) == before)
    }

    @Test func aDryRunChangesNothing() async throws {
        try await fill(here)
        let url = try await export(here)
        #expect(try await move(url, to: there, isDryRun: true).outcomes.count { $0.status == .registered } == 10)
        #expect(try there.inventory().isEmpty)
        try await there.user().add(try there.write(SyntheticFont(family: "Own")))
        let before = try there.inventory(of: there.root)
        let reported = try await move(url, to: there, isDryRun: true)
        #expect(try there.inventory(of: there.root) == before)
        let done = try await move(url, to: there)
        #expect(reported.statuses == done.statuses)
        #expect(reported.outcomes.map(\.registration?.path) == done.outcomes.map(\.registration?.path))
    }

    // MARK: Files and rights

    @Test func anEmptyStoreIsExportedAndImported() async throws {
        let url = try await export(here)
        #expect(try await move(url, to: there).outcomes.isEmpty)
        #expect(try there.inventory().isEmpty && here.inventory().isEmpty)
    }

    @Test func thePathOfAnExportIsThatOfAFile() async throws {
        let folder = here.root + "/given"
        for (path, code) in [(folder, 306), ("/dev/null", 306), (folder + "/none/all.tar", 102)] {
            let error = await #expect(throws: FontError.self) {
                try await here.user().export(to: URL(filePath: path))
            }
            #expect(error?.code.rawValue == code, "\(path)")
        }
        // The target of a link is replaced, not the link.
        let target = try here.write([], as: "target.tar")
        try FileManager.default.createSymbolicLink(atPath: folder + "/all.tar", withDestinationPath: target)
        _ = try await export(here)
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder + "/all.tar") == target)
        #expect(try FontExport(contentsOf: URL(filePath: target)).count == 0)
    }

    @Test func aProviderMovesNothing() async throws {
        let url = try await export(here)
        let app = try here.manager(provider: "org.example.App")
        for body in [
            { _ = try await app.export(to: URL(filePath: here.root + "/given/theirs.tar")) },
            { _ = try await app.importFonts(try FontExport(contentsOf: url)) },
        ] {
            let error = await #expect(throws: FontError.self) { try await body() }
            #expect(error?.code == .missingEntitlement)
        }
        #expect(!FileManager.default.fileExists(atPath: here.root + "/given/theirs.tar"))
    }

    /// Paths are bytes.
    @Test func namesThatAreNotUTF8AreKept() async throws {
        let font = SyntheticFont(family: "Latin").build()
        let url = URL(localPath: here.root + #"/given/caf\xE9.ttf"#)
        // Foundation writes no such file.
        let given = try here.write(font, as: "latin.ttf")
        try #require(rename(given, PathText.bytes(of: try url.localPath()).map { CChar(bitPattern: $0) } + [0]) == 0)
        let registered = try await here.user().register(url, scope: .persistent)
        #expect(registered.registration?.file.hasSuffix(#"caf\xE9.ttf"#) == true)
        let export = URL(localPath: here.root + #"/given/export\xE9.tar"#)
        try await here.user().export(to: export)
        _ = try await move(export, to: there)
        #expect(try await list(there) == list(here))
    }
}
