import Foundation
import Glibc
import SystemPackage
import TestSupport
import Testing

@testable import FontRegistry

/// Files that stay at their paths for running programs, and paths that never show other bytes.
@Suite(
    .enabled(if: MappingProgram.isPossible, "Needs Debian's python3."), .fewAtOnce, .timeLimit(.minutes(20)))
struct KeptFiles {
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
}
