import FontRegistry
import Foundation
import TestSupport
import Testing

extension RealPrograms {
    /// Programs that use the store directly: the record of the program, and the registrations it owns.
    @Suite(.timeLimit(.minutes(60))) struct LibraryProviderTests {
        private let home: PrivateHome
        private let id = "org.example.App"

        init() throws { home = try PrivateHome() }

        /// Installs the example app under another name.
        private func installed(_ name: String) throws -> String {
            try home.copyProgram(Command.product("example-app"), to: home.root + "/programs/" + name)
        }

        private func remove(_ path: String) throws { try FileManager.default.removeItem(atPath: path) }

        /// Returns whether the provider is still registered after `prune` has removed the fonts of removed programs.
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

        /// The fonts stay while the desktop entry exists, because another release may have another file.
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

        /// Only a missing desktop entry leads to an automatic removal, because a missing file may have been moved.
        @Test func onlyADesktopEntryCountsByItself() async throws {
            let app = try installed("app")
            #expect(try home.run(app, [id, try home.write(SyntheticFont())]).status == 0)
            try remove(app)
            #expect(try await RegistryStore(home.context).sweepGoneProviders(only: id).isEmpty)
            #expect(try await home.user().providers().map(\.isGone) == [true])
        }

        /// A program cannot give itself the user's name, under which its fonts would stay when it is removed.
        @Test func noProgramIsTheUser() async throws {
            let app = try installed("app")
            for id in ["user", "flatpak:org.example.App", "fontd"] {
                _ = try home.run(app, [id, try home.write(SyntheticFont())])
                #expect(try await home.user().registered().isEmpty, "\(id)")
            }
        }

        /// If two programs share a provider, the removal of both does not show that the provider is gone.
        @Test func theFontsOfTwoProgramsStay() throws {
            let (window, tool) = (try installed("window"), try installed("tool"))
            let file = try home.write(SyntheticFont())
            for program in [window, tool, window] { #expect(try home.run(program, [id, file]).status == 0) }
            try remove(window)
            #expect(try isKeptByPruning())
            try remove(tool)
            #expect(try isKeptByPruning())
        }

        /// Fonts registered with `fontctl` stay, because the user may use any copy of it.
        @Test func registrationsOfAPersonStay() async throws {
            let copy = try home.copyProgram(Programs.fontctl, to: home.root + "/fontctl")
            let file = try home.write(SyntheticFont())
            #expect(try home.run(copy, ["register", "--provider", id, file]).status == 0)
            #expect(try await home.user().providers().map(\.kind) == [nil])
            try remove(copy)
            #expect(try isKeptByPruning())
        }

        /// An app is the same provider through the store and through the service.
        @Test(.needsBus)
        func requestedFontsBelongToTheRequester() async throws {
            let bus = try PrivateBus(.daemon, in: home)
            try bus.addInstalledService()
            try home.write(SyntheticFont(family: "Lora"), as: "foundry/lora.ttf")
            let provider = try LiveProgram(
                Command.product("example-font-provider"), [home.root + "/given/foundry"],
                environment: bus.environment)
            try #require(provider.line() == "ready")
            // A deadline that a busy machine can meet.
            try home.fontctl("policy", "--request-deadline", "60")
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
