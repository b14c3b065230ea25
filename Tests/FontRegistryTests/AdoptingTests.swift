import Foundation
import Glibc
import TestSupport
import Testing

@testable import FontRegistry

/// Fonts that were put into font folders by hand are adopted, and their files moved to the trash.
@Suite(.fewAtOnce, .timeLimit(.minutes(60))) struct AdoptingTests {
    private let home: PrivateHome
    private let user: FontManager

    init() throws {
        home = try PrivateHome()
        user = try home.user()
        try home.configure(folder: home.root + "/.fonts")
    }

    /// Puts a file into a font folder, where the tests' names begin at the home.
    @discardableResult
    private func put(_ bytes: [UInt8], _ name: String) throws -> String { try home.put(bytes, name) }

    @discardableResult
    private func put(_ font: SyntheticFont, _ name: String) throws -> String { try home.put(font.build(), name) }

    private func font(_ report: AdoptionReport, _ path: String) -> AdoptedFont? {
        report.fonts.first { $0.files.contains { $0.path == path } }
    }

    @Test func fontsAreRegisteredAndTheirFilesAreInTheTrash() async throws {
        let files = [
            try put(SyntheticFont(family: "Lora"), "data/fonts/Lora.ttf"),
            try put(SyntheticFont(family: "Vend"), "data/fonts/vendor/Vend/Vend.otf"),
            try put(SyntheticFont(family: "Old"), ".fonts/o/Old.ttf"),
        ]
        let before = try home.filesSeenByPrograms
        #expect(before == files.sorted())
        let report = try await user.adopt()
        #expect(report.left == [] && report.fonts.count == 3 && report.generation == 1)
        #expect(report.fonts.allSatisfy { $0.files.allSatisfy { $0.isMoved } && !$0.wasRegistered && $0.reason == nil })
        let registered = try await user.registered()
        #expect(registered.map(\.file).sorted() == files.sorted())
        #expect(registered.allSatisfy { $0.isEnabled && $0.provider == "user" && $0.scope == .persistent })
        #expect(try home.filesSeenByPrograms == registered.compactMap(\.path).sorted())
        let trashed = try home.trash()
        #expect(Set(trashed.keys) == Set(files))
        for font in report.fonts { #expect(trashed[font.files[0].path]?.sha256 == font.registration.sha256) }
        #expect(try await user.diagnose(repair: false).findings.filter { $0.severity != .note } == [])
        #expect(home.staged.isEmpty)
        // The fonts are like all others.
        #expect(try await user.setEnabled(false, [.name("Lora-Regular")]).isSuccess)
        #expect(try await user.unregister([.file(files[1])]).isSuccess)
    }

    @Test func aDryRunReportsTheSameAndChangesNothing() async throws {
        try put(SyntheticFont(family: "Lora"), "data/fonts/Lora.ttf")
        try put(SyntheticFont(family: "Lora"), ".fonts/Copy.ttf")
        try put(SyntheticFont(family: "Lora", salt: 1) { $0.revision = 2 }, ".fonts/Newer.ttf")
        try put(SampleFile.woff.bytes, ".fonts/a.woff")
        // As any program does, it lets fontconfig write its caches.
        _ = try home.listed()
        let before = try home.contents(of: home.root)
        let reported = try await user.adopt(isDryRun: true)
        #expect(try home.contents(of: home.root) == before)
        let done = try await user.adopt()
        #expect(reported.left == done.left)
        #expect(reported.fonts.map(\.registration.id) == done.fonts.map(\.registration.id))
        #expect(reported.fonts.map(\.reason) == done.fonts.map(\.reason))
        #expect(reported.fonts.flatMap(\.files).map(\.path) == done.fonts.flatMap(\.files).map(\.path))
        #expect(!reported.fonts.flatMap(\.files).contains { $0.isMoved })
        #expect(done.fonts.flatMap(\.files).allSatisfy { $0.isMoved })
    }

    @Test func duplicatesBecomeOneFontAndOlderRevisionsAreDisabled() async throws {
        let newest = try put(SyntheticFont(family: "Lora", salt: 2) { $0.revision = 2 }, ".fonts/two.ttf")
        let copy = try put(SyntheticFont(family: "Lora", salt: 2) { $0.revision = 2 }, "data/fonts/copy.ttf")
        let older = try put(SyntheticFont(family: "Lora", salt: 1), "data/fonts/one.ttf")
        let report = try await user.adopt()
        #expect(report.fonts.count == 2)
        #expect(font(report, newest)?.files.map(\.path) == [newest, copy])
        #expect(font(report, newest)?.registration.isEnabled == true)
        #expect(font(report, older)?.registration.isEnabled == false)
        #expect(font(report, older)?.reason == .nameTaken("Lora-Regular", file: newest, revision: 2))
        #expect(Set(try home.trash().keys) == [newest, copy, older])
        // The older one can be used in its place.
        try await user.setEnabled(false, [.file(newest)])
        #expect(try await user.setEnabled(true, [.file(older)]).isSuccess)
    }

    @Test func registeredFontsStayAsTheyAre() async throws {
        let enabled = try await user.add(try home.write(SyntheticFont(family: "Lora")))
        let disabled = try await user.add(
            try home.write(SyntheticFont(family: "Other")), .persistent, .init(isEnabled: false))
        let app = try home.manager(provider: "org.example.App")
        try await app.add(try home.write(SyntheticFont(family: "Theirs")))
        let same = try put(SyntheticFont(family: "Lora"), ".fonts/Lora.ttf")
        let rival = try put(SyntheticFont(family: "Lora", salt: 1) { $0.revision = 2 }, ".fonts/Lora2.ttf")
        let hidden = try put(SyntheticFont(family: "Other"), ".fonts/Other.ttf")
        let theirs = try put(SyntheticFont(family: "Theirs"), ".fonts/Theirs.ttf")
        let report = try await user.adopt()
        #expect(font(report, same)?.wasRegistered == true && font(report, same)?.registration == enabled)
        #expect(font(report, hidden)?.registration == disabled && font(report, hidden)?.reason == .disabledBefore)
        #expect(
            font(report, rival)?.reason == .nameTaken("Lora-Regular", file: enabled.file, revision: 1))
        // A font of a program is the user's, too, so that it stays when the program goes.
        #expect(font(report, theirs)?.wasRegistered == false && font(report, theirs)?.registration.provider == "user")
        #expect(try await user.registered().filter { $0.faces[0].family == "Theirs" }.allSatisfy(\.isEnabled))
        #expect(Set(try home.trash().keys) == [same, rival, hidden, theirs])
    }

    /// KDE disables a font by a dot before its file's name.
    @Test func whatKDEHasDisabledStaysDisabled() async throws {
        let hidden = try put(SyntheticFont(family: "Hid"), ".fonts/.Hid.ttf")
        try put(SyntheticFont(family: "Both"), ".fonts/.Both.ttf")
        let visible = try put(SyntheticFont(family: "Both"), "data/fonts/Both.ttf")
        // The name begins with a combining mark, and only its folder's name with a dot.
        let marked = try put(SyntheticFont(family: "Marked"), ".fonts/\u{301}Marked.ttf")
        let report = try await user.adopt()
        #expect(font(report, hidden)?.reason == .hidden && font(report, hidden)?.registration.isEnabled == false)
        #expect(font(report, visible)?.registration.isEnabled == true)
        #expect(font(report, visible)?.registration.file == visible)
        #expect(font(report, marked)?.reason == nil && font(report, marked)?.files.allSatisfy(\.isMoved) == true)
        #expect(try home.trash().count == 4)
    }

    @Test func whatIsNoFontOfTheUsersStays() async throws {
        let elsewhere = try home.write(SyntheticFont(family: "Linked"))
        let link = home.root + "/.fonts/Linked.ttf"
        let damaged = try put(Array(SyntheticFont(family: "Cut").build().prefix(600)), ".fonts/Cut.ttf")
        let text = try put(SampleFile.plainText.bytes, ".fonts/text.ttf")
        let others = try [SampleFile.pfb, .woff, .woff2, .pcf].map { try put($0.bytes, ".fonts/" + $0.fileName) }
        for name in [".uuid", "fonts.dir", "OFL.txt", ".git/Font.ttf"] {
            try put(name.hasSuffix("ttf") ? SyntheticFont(family: "Git").build() : [1, 2], ".fonts/" + name)
        }
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: elsewhere)
        let folder = home.root + "/.fonts/linked"
        try FileManager.default.createSymbolicLink(atPath: folder, withDestinationPath: home.root + "/given")
        let before = try home.contents(of: home.root + "/.fonts")
        let report = try await user.adopt()
        #expect(report.fonts == [])
        #expect(Set(report.left.compactMap(\.file)) == Set([link, folder, damaged, text] + others))
        let codes = Dictionary(report.left.map { ($0.file ?? "", $0.code) }) { first, _ in first }
        #expect(codes[link] == .invalidFilePath && codes[folder] == .invalidFilePath)
        #expect(codes[damaged] == .invalidFontData && codes[text] == .unrecognizedFormat)
        #expect(others.allSatisfy { codes[$0] == .unrecognizedFormat })
        #expect(try home.contents(of: home.root + "/.fonts") == before)
        #expect(try await user.registered() == [])
    }

    @Test func ourOwnFoldersAreNotSearched() async throws {
        try await user.add(try home.write(SyntheticFont(family: "Own")))
        try await user.add(try home.write(SyntheticFont(family: "Tonight")), .session)
        try put(SyntheticFont(family: "Hand"), "data/fonts/Hand.ttf")
        // A link to a folder that is searched anyway is no place of its own.
        try FileManager.default.createSymbolicLink(
            atPath: home.root + "/.fonts", withDestinationPath: home.paths.userFonts)
        let report = try await user.adopt()
        #expect(report.fonts.map { $0.registration.faces[0].family } == ["Hand"] && report.left == [])
        // Neither are the trash and the store below a folder that is named.
        let again = try await user.adopt(in: [home.paths.dataHome], isDryRun: false)
        #expect(again.fonts == [] && again.left == [])
        for folder in [home.paths.persistentProjection + "/0001", home.paths.trash + "/files", home.paths.store] {
            let refused = await #expect(throws: FontError.self) { try await user.adopt(in: [folder], isDryRun: false) }
            #expect(refused?.code == .invalidFilePath)
        }
    }

    @Test func foldersLimitTheSearch() async throws {
        let inside = try put(SyntheticFont(family: "In"), "Schriften/a/In.ttf")
        try put(SyntheticFont(family: "Out"), "data/fonts/Out.ttf")
        try put(SyntheticFont(family: "Program"), ".cache/Program.ttf")
        let report = try await user.adopt([URL(filePath: home.root + "/Schriften/")])
        #expect(report.fonts.map { $0.files[0].path } == [inside])
        #expect(try await user.registeredNames() == ["In-Regular"])
        for (folder, code) in [
            ("/usr", FontError.Code.invalidFilePath), (home.root + "/none", .fileNotFound),
            (home.root + "/fonts.conf", .invalidFilePath), (home.root, .invalidFilePath),
            (home.root + "/.cache", .invalidFilePath),
        ] {
            let refused = await #expect(throws: FontError.self) { try await user.adopt(in: [folder], isDryRun: false) }
            #expect(refused?.code == code, "\(folder)")
        }
    }

    /// Files of another user, or in a folder that cannot be written, stay even if programs see them.
    @Test(.enabled(if: geteuid() == 0, "needs root to give a file to another user"))
    func aFileOfAnotherUserStays() async throws {
        let file = try put(SyntheticFont(family: "Given"), "data/fonts/Given.ttf")
        try #require(chown(file, 12_345, 12_345) == 0)
        let report = try await user.adopt()
        #expect(report.fonts == [] && report.left.map(\.code) == [.insufficientPermissions])
        #expect(access(file, F_OK) == 0)
    }

    /// A file is moved only if programs have the font without it.
    @Test func theFileOfAFontThatIsNotShownStays() async throws {
        let file = try put(SyntheticFont(family: "Lora"), "data/fonts/Lora.ttf")
        let registration = try await user.add(file)
        try FileManager.default.removeItem(atPath: try #require(registration.path))
        let report = try await user.adopt()
        #expect(report.fonts.map { $0.files[0].isMoved } == [false])
        #expect(report.fonts[0].files[0].error?.message.contains("not shown to programs") == true)
        #expect(access(file, F_OK) == 0)
        #expect(try await user.diagnose(repair: true).isHealthy)
        #expect(try await user.adopt().fonts.map { $0.files[0].isMoved } == [true])
    }

    @Test func aSecondCallHasNothingToDo() async throws {
        try put(SyntheticFont(family: "Lora"), "data/fonts/Lora.ttf")
        try await user.adopt()
        let (generation, operations) = (try await user.generation(), try await user.undoableOperations())
        let again = try await user.adopt()
        #expect(again.fonts == [] && again.left == [] && again.generation == generation)
        #expect(try await user.undoableOperations() == operations)
    }

    @Test func fileNamesAreBytes() async throws {
        let names: [[UInt8]] = [
            Array("a%20b\n\u{1B}[31m.ttf".utf8), Array("caf".utf8) + [0xE9] + Array(".ttf".utf8),
            Array(#"\xE9.ttf"#.utf8),
            Array(repeating: UInt8(ascii: "n"), count: 251) + Array(".ttf".utf8),
        ]
        let folder = home.root + "/.fonts"
        try put(SyntheticFont(family: "Plain"), ".fonts/Plain.ttf")
        for (number, name) in names.enumerated() {
            let source = try home.write(SyntheticFont(family: "Name \(number)"))
            try #require(
                rename(source, Array(folder.utf8CString.dropLast() + [47]) + name.map { CChar(bitPattern: $0) } + [0])
                    == 0)
        }
        let before = try home.contents(of: folder)
        let report = try await user.adopt()
        #expect(report.fonts.count == 5 && report.fonts.flatMap(\.files).allSatisfy { $0.isMoved }, "\(report)")
        #expect(try home.trash().count == 5)
        #expect(try home.contents(of: folder) == [])
        try await user.undo()
        #expect(try home.contents(of: folder) == before)
        #expect(try home.trash().isEmpty)
        // The bytes come from the store, too.
        try await user.adopt()
        try FileManager.default.removeItem(atPath: home.paths.trash)
        try await user.undo()
        #expect(try home.contents(of: folder) == before)
    }

    @Test func onlyTheUserTakesFontsIn() async throws {
        let provider = try home.manager(provider: "org.example.App")
        let refused = await #expect(throws: FontError.self) { try await provider.adopt() }
        #expect(refused?.code == .missingEntitlement)
        let paths = FontPaths(
            dataHome: home.root + "/lib", configHome: home.root + "/lib", fontFolder: home.root + "/local",
            administrator: geteuid())
        let system = FontManager(provider: "user", authority: .user, context: RegistryContext(paths: paths))
        let whole = await #expect(throws: FontError.self) { try await system.adopt() }
        #expect(whole?.code == .unsupportedScope)
    }

    @Test func aFileWhoseStoredBytesAreDamagedStays() async throws {
        let registered = try await user.add(try home.write(SyntheticFont(family: "Lora")))
        let file = try put(SyntheticFont(family: "Lora"), ".fonts/Lora.ttf")
        let object = home.paths.object(registered.sha256)
        try FileManager.default.removeItem(atPath: object)
        try Data("damaged".utf8).write(to: URL(filePath: object))
        let report = try await user.adopt()
        #expect(report.fonts[0].files[0].error?.code == .registrationFailed && !report.fonts[0].files[0].isMoved)
        #expect(access(file, F_OK) == 0)
        // Following the advice leads to success.
        _ = try await user.diagnose(repair: true)
        #expect(try await user.adopt().fonts[0].files[0].isMoved)
    }

    @Test func aTrashThatCannotBeUsedLeavesTheFile() async throws {
        let file = try put(SyntheticFont(family: "Lora"), ".fonts/Lora.ttf")
        try Data().write(to: URL(filePath: home.paths.trash))
        let report = try await user.adopt()
        #expect(report.fonts[0].files[0].error?.code == .registrationFailed)
        #expect(access(file, F_OK) == 0)
        #expect(try await user.registeredNames() == ["Lora-Regular"])
        try FileManager.default.removeItem(atPath: home.paths.trash)
        let again = try await user.adopt()
        #expect(again.fonts[0].wasRegistered && again.fonts[0].files[0].isMoved)
    }
}

extension PrivateHome {
    /// Writes a file at a path that begins at the home.
    func put(_ bytes: [UInt8], _ name: String) throws -> String {
        let path = root + "/" + name
        try FileManager.default.createDirectory(
            atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
        try Data(bytes).write(to: URL(filePath: path))
        return path
    }

    /// Returns the names, hashes and modification times of the files below a folder.
    func contents(of folder: String) throws -> [String] {
        let line = #"find "$0" -type f -printf '%P %T@\0'; find "$0" -type f -print0 | xargs -0 -r sha256sum -z"#
        let result = try Command.run(
            "sh", ["-c", line, folder], environment: ["PATH": "/usr/bin:/bin", "LC_ALL": "C"])
        #expect(result.status == 0, "\(result.errors)")
        return result.output.split(separator: "\0").map(String.init).sorted()
    }

    /// Returns the files in the desktop's trash by their original paths, with their hashes.
    func trash() throws -> [String: (sha256: String?, name: String)] {
        var found: [String: (sha256: String?, name: String)] = [:]
        let names = try? FileManager.default.contentsOfDirectory(atPath: paths.trash + "/info")
        for info in names ?? [] {
            let lines = try String(contentsOfFile: paths.trash + "/info/" + info, encoding: .utf8)
                .split(separator: "\n")
            #expect(lines.count == 3 && lines[0] == "[Trash Info]" && info.hasSuffix(".trashinfo"))
            #expect(lines[2].wholeMatch(of: #/DeletionDate=\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/#) != nil)
            let escaped = try #require(lines[1].wholeMatch(of: #/Path=((?:[A-Za-z0-9\/._~-]|%[0-9A-F]{2})+)/#)?.1)
            let path = try URL(string: "file://" + escaped).map { try $0.localPath() }
            let name = String(info.dropLast(".trashinfo".count))
            let hash = (try? FontFile(contentsOf: paths.trash + "/files/" + name))?.sha256
            found[try #require(path)] = (hash, name)
        }
        let files = try? FileManager.default.contentsOfDirectory(atPath: paths.trash + "/files")
        #expect(Set(files ?? []) == Set(found.values.map(\.name)))
        return found
    }
}
