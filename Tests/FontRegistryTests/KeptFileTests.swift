import Foundation
import Glibc
import SystemPackage
import TestSupport
import Testing

@testable import FontFiles
@testable import FontRegistry

/// Files that stay at their paths for running programs, and paths that never show other bytes.
@Suite(
    .enabled(if: MappingProgram.isPossible, "Needs Debian's python3."), .fewAtOnce, .timeLimit(.minutes(60)))
struct KeptFileTests {
    private let home: PrivateHome
    private let user: FontManager

    init() throws {
        home = try PrivateHome()
        user = try home.user()
    }

    private func release(_ revision: Double, in folder: String = "a") throws -> String {
        try home.write(SyntheticFont { $0.revision = revision }, as: folder + "/Release.ttf")
    }

    private func name(_ path: String?) -> String? { path.map { ($0 as NSString).lastPathComponent } }

    private var rules: String { (try? String(contentsOfFile: home.paths.rejectRules, encoding: .utf8)) ?? "" }

    private var globs: Int { rules.split(separator: "<glob>").count - 1 }

    /// Returns a running program of the home that uses fontconfig and has no font open.
    private func fontconfigProgram() throws -> MappingProgram {
        try MappingProgram([try #require(MappingProgram.fontconfig)], in: home)
    }

    // MARK: Paths

    @Test("A path that showed a font is given to no other one later, also if the file was removed at once")
    func formerPaths() async throws {
        var paths: [String] = []
        for revision in 1...12 {
            let font = try await user.add(try release(Double(revision), in: "\(revision)"))
            paths.append(try #require(font.path))
            _ = try await user.unregister([.registration(font)], removesAtOnce: true)
            #expect(!exists(paths[revision - 1]))
        }
        #expect(Set(paths).count == 12)
        // The first ones keep their name in other folders.
        #expect(paths.prefix(2).map(name) == ["Release.ttf", "Release.ttf"])
        // The same font may have its path again.
        let again = try await user.add(try release(1, in: "1"))
        #expect(!paths.dropFirst().contains(try #require(again.path)))
        #expect(name(again.path) == "Release.ttf")
    }

    @Test("A large batch after another one with the same names gets other paths and keeps its names")
    func formerPathsOfBatches() async throws {
        func batch(_ revision: Double) async throws -> [String] {
            let files = try (0..<40).map { index in
                FontSource.file(
                    try home.write(
                        SyntheticFont(family: "Batch \(index)") { $0.revision = revision },
                        as: "\(revision)/Font\(index).ttf"))
            }
            let summary = try await user.register(files, scope: .persistent).summary()
            let ids = summary.outcomes.compactMap { $0.registration?.id }
            _ = try await user.unregister(ids.map(FontTarget.id), removesAtOnce: true)
            return summary.outcomes.compactMap { $0.registration?.path }
        }
        let (first, second) = (try await batch(1), try await batch(2))
        #expect(first.count == 40 && second.count == 40 && Set(first).isDisjoint(with: second))
        #expect(first.map(name) == second.map(name))
    }

    // MARK: Many hidden files

    private func registered(_ count: Int) async throws -> [Registration] {
        let files = try (0..<count).map { index in
            FontSource.file(try home.write(SyntheticFont(family: "Many \(index)"), as: "Many\(index).ttf"))
        }
        return try await user.register(files, scope: .persistent).summary().outcomes.compactMap(\.registration)
    }

    @Test(
        "Files of whole folders are hidden by one rule each, and one of them can be shown again",
        .enabled(if: hasFontconfigPrograms && MappingProgram.fontconfig != nil, "Needs fc-list and fontconfig."))
    func manyHiddenFiles() async throws {
        let fonts = try await registered(200)
        let program = try fontconfigProgram()
        let targets = fonts.map { FontTarget.id($0.id) }
        let summary = try await user.setEnabled(false, targets)
        #expect(summary.outcomes.allSatisfy { $0.keptFor.map(\.processIdentifier) == [program.identifier] })
        #expect(fonts.allSatisfy { exists($0.path ?? "") })
        #expect(globs > 0 && globs <= 8, "\(globs)")
        #expect(try home.filesSeenByPrograms.isEmpty)
        #expect(try await user.diagnose(repair: false).isHealthy)
        // Files of others in such a folder are not hidden.
        let folder = (try #require(fonts.last?.path) as NSString).deletingLastPathComponent
        let own = try home.put(SyntheticFont(family: "Own").build(), at: folder + "/Own.ttf")
        try await user.setEnabled(false, .id(fonts[0].id))
        try await user.setEnabled(true, .id(fonts[1].id))
        #expect(try home.filesSeenByPrograms == [own, try #require(fonts[1].path)].sorted())
        try remove(own)
        _ = try await user.setEnabled(true, targets)
        #expect(try home.filesSeenByPrograms == fonts.compactMap(\.path).sorted())
        #expect(!exists(home.paths.rejectRules))
        program.end()
    }

    @Test(
        "Beyond a number of rules, files are removed at once, and no program is named for them",
        .enabled(if: hasFontconfigPrograms && MappingProgram.fontconfig != nil, "Needs fc-list and fontconfig."))
    func tooManyHiddenFiles() async throws {
        let fonts = try await registered(200)
        let program = try fontconfigProgram()
        // The last folder has more than 180 of the fonts.
        let some = Array(fonts[40..<140])
        let summary = try await user.setEnabled(false, some.map { .id($0.id) })
        let kept = summary.outcomes.filter { !$0.keptFor.isEmpty }
        #expect(kept.count == 64 && globs == 64)
        for outcome in summary.outcomes {
            let path = try #require(some.first { $0.id == outcome.registration?.id }?.path)
            #expect(exists(path) == !outcome.keptFor.isEmpty)
        }
        let shown = Set(fonts.compactMap(\.path)).subtracting(some.compactMap(\.path))
        #expect(try home.filesSeenByPrograms == shown.sorted())
        #expect(try await user.diagnose(repair: false).isHealthy)
        program.end()
    }

    // MARK: Programs

    @Test(
        "The programs of the home are recognised in every form in which the environment can have it",
        arguments: [
            ["HOME": "HOME/", "XDG_DATA_HOME": "HOME/data/"], ["HOME": "/HOME//", "XDG_DATA_HOME": "HOME/./data"],
            // Snaps have a home of their own.
            [
                "HOME": "HOME/snap/app/1", "XDG_DATA_HOME": "HOME/snap/app/1/.local/share", "SNAP_REAL_HOME": "HOME",
            ],
            ["HOME": "HOME/snap/app/1", "XDG_DATA_HOME": ""],
            ["HOME": "/elsewhere", "XDG_DATA_HOME": "", "SNAP_REAL_HOME": "HOME/"],
            // A Flatpak, too.
            ["XDG_DATA_HOME": "HOME/.var/app/org.example.App/data"],
        ])
    func programsOfTheHome(_ environment: [String: String]) async throws {
        var context = home.context
        context.reportsUsers = true
        let user = FontManager(provider: "user", authority: .user, context: context)
        let path = try #require(try await user.add(try release(1)).path)
        let changes = environment.mapValues { $0.replacing("HOME", with: home.root) }
        let program = try MappingProgram([path], in: home, with: changes)
        let outcomes = try await user.setEnabled(false, .name("Synthetic-Regular")).outcomes
        #expect(outcomes.flatMap(\.keptFor).map(\.processIdentifier) == [program.identifier])
        #expect(outcomes.flatMap(\.inUseBy).map(\.processIdentifier) == [program.identifier])
        #expect(exists(path))
        program.end()
    }

    @Test("A manager whose own home ends with a slash recognises the programs of that home")
    func homeWithSlash() async throws {
        let file = home.root + "/fonts.conf"
        try """
        <fontconfig><dir>\(home.root)/.local/share/fonts</dir><cachedir>\(home.root)/cache</cachedir>
        <include ignore_missing="yes">\(home.root)/.config/fontconfig/conf.d</include></fontconfig>
        """.write(toFile: file, atomically: true, encoding: .utf8)
        let paths = try FontPaths(environment: ["HOME": home.root + "//"])
        let manager = FontManager(
            provider: "user", authority: .user,
            context: RegistryContext(paths: paths, fontconfigFile: file, delayedTouches: .none))
        let path = try #require(try await manager.add(try release(1)).path)
        let program = try MappingProgram(
            [path], in: home, with: ["HOME": home.root + "/", "XDG_DATA_HOME": "", "XDG_CONFIG_HOME": ""])
        let outcomes = try await manager.setEnabled(false, .name("Synthetic-Regular")).outcomes
        #expect(outcomes.flatMap(\.keptFor).map(\.processIdentifier) == [program.identifier])
        #expect(exists(path))
        program.end()
    }

    // MARK: Sessions, and modes

    @Test("A process without a runtime directory leaves the hidden files of sessions alone")
    func sessions() async throws {
        let path = try #require(try await user.add(try release(1), .session).path)
        let program = try MappingProgram([path], in: home)
        try await user.setEnabled(false, .name("Synthetic-Regular"))
        let before = rules
        #expect(exists(path) && before.contains("Release.ttf"))
        var paths = FontPaths(
            dataHome: home.paths.dataHome, configHome: home.paths.configHome, runtimeDirectory: nil)
        paths.home = home.root
        let other = FontManager(
            provider: "user", authority: .user,
            context: RegistryContext(
                paths: paths, fontconfigFile: home.context.fontconfigFile, delayedTouches: .none))
        _ = try await other.prune()
        try await other.add(try home.write(SyntheticFont(family: "Other")))
        #expect(exists(path) && rules == before)
        #expect(try await user.diagnose(repair: false).isHealthy)
        program.end()
        _ = try await user.prune()
        #expect(!exists(path) && !exists(home.paths.rejectRules))
    }

    @Test("A file whose mode was changed is withdrawn, whether it is a link or a copy", arguments: [false, true])
    func changedMode(_ isCopy: Bool) async throws {
        let font = try await user.add(try release(1))
        let path = try #require(font.path)
        // A file of the user with the same bytes is no file of fontd.
        let own = try home.put(
            try Array(Data(contentsOf: URL(filePath: path))),
            at: (path as NSString).deletingLastPathComponent + "/Own.ttf")
        if isCopy {
            try remove(path)
            try home.put(try Array(Data(contentsOf: URL(filePath: own))), at: path)
        }
        try #require(chmod(path, 0o644) == 0)
        _ = try await user.unregister([.registration(font)], removesAtOnce: true)
        #expect(!exists(path) && exists(own))
        #expect(try await user.registered().isEmpty)
    }

    // MARK: Failures

    @Test("A failed registration or activation of a font with a hidden file leaves the file", arguments: [true, false])
    func failedOperations(_ isRegistered: Bool) async throws {
        let file = try release(1)
        let font = try await user.add(file)
        let path = try #require(font.path)
        let bytes = FileManager.default.contents(atPath: path)
        let program = try MappingProgram([path], in: home)
        if isRegistered {
            try await user.setEnabled(false, .registration(font))
        } else {
            try await user.unregister(font)
        }
        let before = rules
        #expect(before.contains("Release.ttf"))
        let obstacle = home.paths.nextGenerationFile
        try #require(mkdir(obstacle, 0o700) == 0)
        await #expect(throws: FontError.self) {
            if isRegistered { try await user.setEnabled(true, .registration(font)) } else { try await user.add(file) }
        }
        try #require(rmdir(obstacle) == 0)
        #expect(FileManager.default.contents(atPath: path) == bytes)
        try await user.add(try home.write(SyntheticFont(family: "Next")))
        #expect(FileManager.default.contents(atPath: path) == bytes && rules == before)
        #expect(try await user.registered().filter(\.isEnabled).count == 1)
        #expect(try await user.diagnose(repair: false).isHealthy)
        program.end()
        _ = try await user.prune()
        #expect(!exists(path) && rules.isEmpty)
    }

    @Test("A self-check restores the rules for the next login")
    func loginRules() async throws {
        let font = try await user.add(try release(1))
        let login = try #require(home.paths.loginRules)
        let program = try MappingProgram([try #require(font.path)], in: home)
        try await user.setEnabled(false, .registration(font))
        let text = try String(contentsOfFile: login, encoding: .utf8)
        #expect(text.contains("Release.ttf"))
        // A lost file, and one from a backup, which would remove the shown font.
        for (isEnabled, damaged) in [(false, nil), (true, text)] as [(Bool, String?)] {
            try await user.setEnabled(isEnabled, .registration(font))
            #expect(exists(login) != isEnabled)
            if let damaged {
                try damaged.write(toFile: login, atomically: true, encoding: .utf8)
            } else {
                try remove(login)
            }
            let findings = try await user.diagnose(repair: false).findings
            #expect(findings.map(\.id) == ["rules-stale"] && findings[0].message.contains(login))
            #expect(try await user.diagnose(repair: true).isHealthy)
            #expect(exists(login) != isEnabled)
            #expect(try await user.diagnose(repair: false).findings.isEmpty)
        }
        program.end()
    }

    // MARK: Folders that cannot be written

    @Test("Fonts are registered without a configuration folder that can be written")
    func readOnlyConfiguration() async throws {
        let folder = home.paths.configHome
        try FileManager.default.removeItem(atPath: folder + "/fontconfig")
        try home.put(Array("<fontconfig/>".utf8), at: folder + "/other.conf")
        try #require(chmod(folder, 0o555) == 0)
        defer { chmod(folder, 0o700) }
        let font = try await user.add(try release(1))
        #expect(exists(try #require(font.path)))
        #expect(try await user.unregister(font).isSuccess)
    }

    @Test(
        "With rules that cannot be written, a font is disabled while a program runs, and its file removed",
        .enabled(if: geteuid() != 0 && MappingProgram.fontconfig != nil, "Needs a user other than root."))
    func readOnlyRules() async throws {
        let font = try await user.add(try release(1))
        let program = try fontconfigProgram()
        let folder = (home.paths.rejectRules as NSString).deletingLastPathComponent
        try #require(chmod(folder, 0o555) == 0)
        defer { chmod(folder, 0o700) }
        let summary = try await user.setEnabled(false, .registration(font))
        #expect(summary.isSuccess && summary.outcomes.allSatisfy(\.keptFor.isEmpty))
        #expect(!exists(try #require(font.path)) && !exists(home.paths.rejectRules))
        program.end()
    }

    // MARK: The store of all users

    @Test("Recovery of the store of all users rewrites its copy only if it removes a hidden file")
    func copyForAllUsers() async throws {
        try FileManager.default.createDirectory(atPath: home.root + "/lib", withIntermediateDirectories: true)
        let paths = FontPaths(
            dataHome: home.root + "/lib", configHome: home.root + "/lib", fontFolder: home.root + "/local/fonts",
            administrator: geteuid())
        try home.configure(folder: paths.userFonts)
        let folder = (paths.rejectRules as NSString).deletingLastPathComponent
        try home.put(
            Array("<fontconfig><include ignore_missing=\"yes\">\(folder)</include></fontconfig>".utf8),
            at: home.paths.configHome + "/fontconfig/conf.d/60-all.conf")
        let context = RegistryContext(
            paths: paths, fontconfigFile: home.context.fontconfigFile, delayedTouches: .none)
        let administrator = FontManager(provider: "user", authority: .user, context: context)
        let font = try await administrator.add(try release(1))
        let path = try #require(font.path)
        let program = try MappingProgram([path], in: home)
        try await administrator.setEnabled(false, .registration(font))
        #expect(exists(path))
        let registrar = Registrar(context)
        let before = Fingerprint(of: paths.publishedDatabase)
        try registrar.recover()
        #expect(exists(path) && Fingerprint(of: paths.publishedDatabase) == before)
        program.end()
    }

    // MARK: Relative paths

    @Test("A relative path can be changed by those who can change the working folder")
    func relativePaths() throws {
        let folder = FileManager.default.currentDirectoryPath
        let (whole, part) = (SharedPath.users(of: FilePath(folder + "/x")), SharedPath.users(of: "x"))
        #expect(part == whole)
    }
}
