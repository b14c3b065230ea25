import FontRegistry
import Foundation
import TestSupport
import Testing

@testable import FontStore

/// Upgrades: a file replaces another one with the same PostScript name.
@Suite(.fewAtOnce, .timeLimit(.minutes(60))) struct ReplacingTests {
    private let home: PrivateHome
    private let fonts: FontManager

    init() throws {
        home = try PrivateHome()
        fonts = try home.manager()
    }

    private func release(_ revision: Double) throws -> String {
        try home.write(SyntheticFont { $0.revision = revision }, as: "release \(revision).ttf")
    }

    @Test(arguments: FontScope.allCases)
    func aNewerReleaseTakesTheHoldersPlace(_ scope: FontScope) async throws {
        let old = try await fonts.add(try release(1), scope, RegistrationOptions(tag: "mine"))
        var events = fonts.changes.makeAsyncIterator()
        let outcome = try await fonts.outcome(of: .file(try release(2)), scope, RegistrationOptions(replaces: true))
        #expect(outcome.status == .replaced)
        let new = try #require(outcome.registration)
        #expect(new.id != old.id)
        #expect(new.faces.map(\.revision) == [2])
        #expect(try await fonts.registered() == [new])
        #expect(try await fonts.resolve("Synthetic-Regular").match?.path == new.path)
        if scope != .process {
            #expect(new.tags == ["mine"])
            // A path never changes its bytes.
            #expect(new.path != old.path)
            #expect(new.path?.hasSuffix("/release-2.0.ttf") == true)
            #expect(
                FileManager.default.contents(atPath: try #require(new.path))
                    == FileManager.default.contents(atPath: new.file))
            #expect(home.storedObjects == [new.sha256])
        }
        let change = try await events.nextChange()
        #expect(change.kind == .replaced && change.ids == [new.id])
        #expect(change.faces.map(\.face.revision) == [2])
        #expect(change.faces.map(\.path) == [new.path])
    }

    @Test(arguments: FontScope.allCases)
    func theNamesThatTheFileLacksAreGone(_ scope: FontScope) async throws {
        try await fonts.add(try home.write(.variable(family: "Flex"), as: "Flex.ttf"), scope)
        func file(_ style: String) throws -> FontSource {
            .file(try home.write(SyntheticFont(family: "Flex", style: style) { $0.revision = 2 }))
        }
        let options = RegistrationOptions(replaces: true, isDryRun: true)
        let one = try await fonts.register([try file("Bold")], scope: scope, options: options).summary()
        #expect(one.outcomes.map(\.status) == [.replaced] && one.outcomes[0].lacking == ["Flex-Regular", "Flex-Light"])
        let all = try ["Bold", "Regular", "Light"].map(file)
        let whole = try await fonts.register(all, scope: scope, options: options).summary()
        #expect(whole.isSuccess && whole.outcomes.allSatisfy(\.lacking.isEmpty))
    }

    @Test(arguments: FontScope.allCases)
    func anOlderReleaseNeedsTheFlag(_ scope: FontScope) async throws {
        let new = try await fonts.add(try release(2), scope)
        let old = try release(1.5)
        let error = try await fonts.refusal(of: .file(old), scope, RegistrationOptions(replaces: true))
        #expect(error?.code.rawValue == 305)
        #expect(error?.conflict?.id == new.id)
        #expect(error?.cause == .olderRevision(registered: 2, offered: 1.5))
        #expect(try await fonts.registered() == [new])
        let outcome = try await fonts.outcome(
            of: .file(old), scope, RegistrationOptions(replaces: true, allowsDowngrade: true))
        #expect(outcome.status == .replaced)
        #expect(try await fonts.registered().flatMap { $0.faces.map(\.revision) } == [1.5])
    }

    @Test func theFlagAloneReplacesNothing() async throws {
        try await fonts.add(try release(2))
        let options = RegistrationOptions(allowsDowngrade: true)
        #expect(try await fonts.refusal(of: .file(try release(1)), .persistent, options)?.code.rawValue == 305)
    }

    @Test func programsKeepTheFileThatTheyHaveOpen() async throws {
        let old = try await fonts.add(try release(1))
        let open = try FileHandle(forReadingFrom: URL(filePath: try #require(old.path)))
        try await fonts.add(try release(2), .persistent, RegistrationOptions(replaces: true))
        #expect(try open.readToEnd() == Data(SyntheticFont { $0.revision = 1 }.build()))
    }

    @Test(
        "A replacement of any provider and format has a path of its own, which stays through repairs",
        arguments: [FontScope.session, .persistent])
    func pathsThroughProvidersFormatsAndRepairs(_ scope: FontScope) async throws {
        let first = try await fonts.add(try release(1), scope)
        let options = RegistrationOptions(replaces: true)
        let compact = try home.write(SyntheticFont { ($0.revision, $0.outlines) = (2, .cff) }, as: "compact.otf")
        let second = try #require(try await home.user().outcome(of: .file(compact), scope, options).registration)
        #expect(second.provider != first.provider)
        #expect(second.path != first.path)
        // The file name does not depend on the content, so the self-check compares the content itself.
        let path = try #require(second.path)
        let doctor = try home.user()
        #expect(try await doctor.diagnose(repair: false).isHealthy)
        try remove(path)
        try FileManager.default.copyItem(atPath: first.file, toPath: path)
        #expect(try await !doctor.diagnose(repair: false).isHealthy)
        _ = try await doctor.diagnose(repair: true)
        #expect(FileManager.default.contents(atPath: path) == FileManager.default.contents(atPath: compact))
        // The other content was stored nowhere else, so it is kept under a hidden name and reported once.
        let folder = (path as NSString).deletingLastPathComponent
        let kept = "\(folder)/.\((path as NSString).lastPathComponent).aside~1"
        #expect(FileManager.default.contents(atPath: kept) == FileManager.default.contents(atPath: first.file))
        let findings = try await doctor.diagnose(repair: false).findings
        #expect(findings.map(\.id) == ["projection-kept"])
        #expect(findings.first?.message.contains(kept) == true)
        // The object is restored from the projected file.
        try remove(ObjectStore(home.paths).path(second.sha256))
        _ = try await doctor.diagnose(repair: true)
        #expect(home.storedObjects.contains(second.sha256))
        #expect(try await fonts.has("Synthetic-Regular"))
    }

    @Test("A new file never has the path of a replaced one, whatever the forms")
    func pathsThroughForms() async throws {
        let variable = try home.write(SyntheticFont.variable(family: "Flex"), as: "Flex.ttf")
        let statics = try ["Bold", "Regular"].map {
            try home.write(SyntheticFont(family: "Flex", style: $0), as: "\($0)/Flex.ttf")
        }
        let path = try #require(try await fonts.add(variable).path)
        var options = RegistrationOptions(replaces: true)
        options.preferredForm = .static
        let summary = try await home.manager().register(
            statics.map { URL(filePath: $0) }, scope: .persistent, options: options
        ).summary()
        #expect(summary.isSuccess)
        let shown = summary.registrations.compactMap(\.path)
        #expect(shown.count == 2 && Set(shown + [path]).count == 3)
    }

    @Test("Two files never share a path, and each keeps its name where no other file of the folder has it")
    func twoContentsNeverShareAName() async throws {
        var paths: [String] = []
        for number in 0..<12 {
            let file = try home.write(SyntheticFont(family: "Same \(number)"), as: "\(number)/same.ttf")
            paths.append(try #require(try await fonts.add(file).path))
        }
        let upper = try await fonts.add(try home.write(SyntheticFont(family: "Upper"), as: "SAME.TTF"))
        paths.append(try #require(upper.path))
        #expect(Set(paths.map { $0.lowercased() }).count == 13)
        let names = paths.map { ($0 as NSString).lastPathComponent }
        #expect(names.filter { $0 == "same.ttf" }.count == 8, "\(names)")
        #expect(try await home.user().diagnose(repair: false).isHealthy)
    }

    @Test("A program that has the file open keeps its path through replacement, disabling and unregistration")
    func keptPaths() async throws {
        let old = try await fonts.add(try release(1))
        let path = try #require(old.path)
        let bytes = FileManager.default.contents(atPath: path)
        let reader = try MappingProgram([path], in: home)
        let outcome = try await fonts.outcome(
            of: .file(try release(2)), .persistent, RegistrationOptions(replaces: true))
        #expect(outcome.keptFor.map(\.processIdentifier) == [reader.identifier])
        #expect(FileManager.default.contents(atPath: path) == bytes)
        #expect(home.storedObjects.count == 2)
        #expect(try String(contentsOfFile: home.paths.rejectRules, encoding: .utf8).contains("release-1.0.ttf"))
        #expect(try await home.user().diagnose(repair: false).isHealthy)
        // Registered again, it is at its path again.
        let again = try #require(
            try await fonts.outcome(
                of: .file(old.file), .persistent, RegistrationOptions(replaces: true, allowsDowngrade: true)
            ).registration)
        #expect(again.path == path)
        #expect(!exists(home.paths.rejectRules))
        try await fonts.setEnabled(false, .registration(again), scope: nil)
        #expect(FileManager.default.contents(atPath: path) == bytes)
        try await fonts.unregister(again)
        #expect(FileManager.default.contents(atPath: path) == bytes)
        #expect(try await fonts.registered().isEmpty)
        reader.end()
        _ = try await home.user().prune()
        #expect(!exists(path) && !exists(home.paths.rejectRules) && home.storedObjects.isEmpty)
    }

    @Test("Without a configuration that reads the rules, files are removed at once")
    func unreadRules() async throws {
        let file = home.root + "/fonts.conf"
        let text = try String(contentsOfFile: file, encoding: .utf8)
        try text.replacing(#/<include.*/#, with: "").write(toFile: file, atomically: true, encoding: .utf8)
        let path = try #require(try await fonts.add(try release(1)).path)
        let reader = try MappingProgram([path], in: home)
        let summary = try await fonts.setEnabled(false, .name("Synthetic-Regular"))
        #expect(summary.outcomes.flatMap(\.keptFor).isEmpty)
        #expect(!exists(path))
        reader.end()
    }

    @Test func oneCollectionReplacesSeveralFiles() async throws {
        let faces = SyntheticCollection.faces(2, family: "Part")
        let single = try faces.fonts.map { try home.write($0) }
        for file in single { try await fonts.add(file) }
        let other = try await fonts.add(try home.write(SyntheticFont(family: "Bystander")))
        let all = try home.write(faces.build(), as: "all.ttc")
        #expect(try await fonts.refusal(of: .file(all))?.conflict?.file == single[0])
        let outcome = try await fonts.outcome(of: .file(all), .persistent, RegistrationOptions(replaces: true))
        #expect(outcome.status == .replaced)
        #expect(try await Set(fonts.registered().map(\.id)) == [other.id, try #require(outcome.registration).id])
        #expect(home.storedObjects.count == 2)
    }

    @Test func facesThatTheNewFileLacksAreToldAsRemoved() async throws {
        try await fonts.add(try home.write(SyntheticCollection.faces(2, family: "Part").build(), as: "all.ttc"))
        var events = fonts.changes.makeAsyncIterator()
        let one = try home.write(SyntheticFont(family: "Part 1", salt: 1))
        try await fonts.add(one, .persistent, RegistrationOptions(replaces: true))
        let (removed, replaced) = (try await events.nextChange(), try await events.nextChange())
        #expect(removed.kind == .removed)
        #expect(removed.faces.map(\.face.postscriptName) == ["Part1-Regular", "Part2-Regular"])
        #expect(replaced.kind == .replaced)
        #expect(replaced.generation == removed.generation)
        #expect(try await !fonts.has("Part2-Regular"))
    }

    @Test(arguments: FontScope.allCases)
    func siblingsOfABatchDoNotReplaceEachOther(_ scope: FontScope) async throws {
        let files = [try release(1), try release(2)]
        let summary = try await fonts.register(
            files.map { URL(filePath: $0) }, scope: scope, options: RegistrationOptions(replaces: true)
        ).summary()
        #expect(summary.statuses == [.failed, .registered])
        #expect(summary.codes == [305])
        #expect(try await fonts.registered().map(\.file) == [files[1]])
    }

    @Test func theUserReplacesWhatOthersRegistered() async throws {
        try await fonts.add(try release(1))
        let user = try home.manager(provider: "user", authority: .user)
        let outcome = try await user.outcome(
            of: .file(try release(2)), .persistent, RegistrationOptions(replaces: true))
        #expect(outcome.status == .replaced)
        #expect(try await user.registered().map(\.provider) == ["user"])
    }

    @Test func twoProvidersOfOneContentShareTheObject() async throws {
        let other = try home.manager(provider: "other")
        let file = try release(1)
        let (mine, theirs) = (try await fonts.add(file), try await other.add(file))
        #expect(mine.id != theirs.id)
        #expect(mine.path == theirs.path)
        #expect(home.storedObjects.count == 1)
        #expect(home.projected.count == 1)
        try await fonts.unregister(URL(filePath: file), scope: .persistent)
        #expect(try await fonts.resolve("Synthetic-Regular").match?.path == theirs.path)
        #expect(home.storedObjects.count == 1)
        #expect(home.projected.count == 1)
        try await other.unregister(URL(filePath: file), scope: .persistent)
        #expect(home.storedObjects.isEmpty)
        #expect(home.projected.isEmpty)
    }

    @Test func theDocumentsStateHowLongAPathKeepsItsBytes() throws {
        let document = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../docs/reliability.md").standardized
        let number = "\(ChangeLog.retention / 1_000),\(ChangeLog.retention % 1_000)"
        let text = try String(contentsOf: document, encoding: .utf8).split(whereSeparator: \.isWhitespace)
            .joined(separator: " ")
        #expect(text.contains("the last \(number) changed files (`ChangeLog.retention`)"))
    }
}
