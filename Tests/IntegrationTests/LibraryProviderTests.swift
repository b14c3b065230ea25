import FontRegistry
import Foundation
import TestSupport
import Testing

extension RealPrograms {
    /// Programs that use the store themselves: what is known of them, and what is their own.
    @Suite(.timeLimit(.minutes(5))) struct LibraryProviderTests {
        private let home: PrivateHome
        private let id = "org.example.App"

        init() throws { home = try PrivateHome() }

        /// The app, installed under another name.
        private func installed(_ name: String) throws -> String {
            let folder = home.root + "/programs"
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            let program = folder + "/" + name
            try FileManager.default.copyItem(atPath: Command.product("example-app"), toPath: program)
            return program
        }

        private func remove(_ path: String) throws { try FileManager.default.removeItem(atPath: path) }

        /// Whether the provider is still there after everything of removed ones has been pruned.
        private func isKeptByPruning() throws -> Bool {
            #expect(try home.fontctl("prune").status == 0)
            return try home.fontctl("list", "--provider", id, "--json").output.contains(id)
        }

        @Test func itsFontsGoWithItsFile() async throws {
            let app = try installed("app")
            let file = try home.write(SyntheticFont(family: "Its"))
            let result = try home.run(app, [id, file])
            #expect(result.lines == ["registered \(file)", "own Its-Regular"], "\(result)")
            #expect(try await home.user().providers().map(\.kind) == [.executable])
            #expect(try isKeptByPruning())
            try remove(app)
            #expect(try await home.user().providers().map(\.isGone) == [true])
            #expect(try !isKeptByPruning())
        }

        /// Another release may have another file.
        @Test func withADesktopEntryTheyStay() throws {
            let app = try installed("app-1.0")
            let entry = try #require(home.environment["XDG_DATA_HOME"]) + "/applications/\(id).desktop"
            try FileManager.default.createDirectory(
                atPath: (entry as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
            try Data("[Desktop Entry]\nType=Application\n".utf8).write(to: URL(filePath: entry))
            #expect(try home.run(app, [id, try home.write(SyntheticFont())]).status == 0)
            try remove(app)
            #expect(try isKeptByPruning())
            try remove(entry)
            #expect(try !isKeptByPruning())
        }

        /// A file that went may have been moved: only what the desktop knows of goes without anybody's word.
        @Test func onlyADesktopEntryCountsByItself() async throws {
            let app = try installed("app")
            #expect(try home.run(app, [id, try home.write(SyntheticFont())]).status == 0)
            try remove(app)
            #expect(try await home.user().sweep(gone: id).isEmpty)
            #expect(try await home.user().providers().map(\.isGone) == [true])
        }

        /// Whoever calls itself so.
        @Test func theUsersOwnFontsGoWithNoProgram() async throws {
            let app = try installed("app")
            #expect(try home.run(app, ["user", try home.write(SyntheticFont())]).status == 0)
            try remove(app)
            #expect(try await home.user().providers().map(\.kind) == [nil])
            #expect(try home.fontctl("prune").status == 0)
            #expect(try await home.user().registered().count == 1)
        }

        /// Neither alone tells that the other was removed, too.
        @Test func theFontsOfTwoProgramsStay() throws {
            let (window, tool) = (try installed("window"), try installed("tool"))
            let file = try home.write(SyntheticFont())
            for program in [window, tool, window] { #expect(try home.run(program, [id, file]).status == 0) }
            try remove(window)
            #expect(try isKeptByPruning())
            try remove(tool)
            #expect(try isKeptByPruning())
        }

        /// The person may use any program for it.
        @Test func whatAPersonRegistersStays() async throws {
            let copy = home.root + "/fontctl"
            try FileManager.default.copyItem(atPath: Programs.fontctl, toPath: copy)
            let file = try home.write(SyntheticFont())
            #expect(try home.run(copy, ["register", "--provider", id, file]).status == 0)
            #expect(try await home.user().providers().map(\.kind) == [nil])
            try remove(copy)
            #expect(try isKeptByPruning())
        }

        /// One app, one provider: by the store and by the service.
        @Test(.enabled(if: !PrivateBus.Kind.possible.isEmpty, "Needs dbus-daemon (Debian's dbus)."))
        func whatItRequestedIsItsOwn() async throws {
            let bus = try PrivateBus(.daemon, in: home)
            try bus.addInstalledService()
            try home.write(SyntheticFont(family: "Lora"), as: "foundry/lora.ttf")
            let provider = try LiveProgram(
                Command.product("example-font-provider"), [home.root + "/given/foundry"],
                environment: bus.environment)
            try #require(provider.line() == "ready")
            // Time enough for a machine with much to do.
            try home.fontctl("policy", "--request-deadline", "20")
            let app = try installed("app")
            let file = try home.write(SyntheticFont(family: "Its"))
            let result = try Command.run(app, [id, file, "Lora-Regular"], environment: bus.environment)
            #expect(
                result.lines == ["registered \(file)", "provided Lora-Regular", "own Its-Regular", "own Lora-Regular"],
                "\(result)")
            #expect(try await home.user().providers().map(\.id) == [id])
            provider.kill()
        }
    }
}
