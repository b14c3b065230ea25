import Foundation
import TestSupport
import Testing

extension RealPrograms {
    /// The installed fontctl hides fonts of the system, and new processes agree about it.
    @Suite(.needsBus, .timeLimit(.minutes(60)))
    struct HidingTests {
        private let service: PrivateService
        private var home: PrivateHome { service.home }

        init() throws {
            service = try PrivateService()
            try Self.install(in: service.home)
        }

        /// Installs fonts outside of fontd's folders.
        private static func install(in home: PrivateHome) throws {
            for font in [
                SyntheticFont(family: "Plain"), SyntheticFont(family: "Loud"),
                SyntheticFont(family: "Loud", style: "Bold"),
            ] {
                _ = try home.put(font.build(), at: home.root + "/system/\(font.family)-\(font.style).ttf")
            }
            try home.configure(folder: home.root + "/system")
        }

        private func run(_ program: String, _ arguments: String..., overBus: Bool = false) throws -> Command.Result {
            let environment = service.bus.environment.merging(overBus ? ["FONTCTL_BUS": "1"] : [:]) { $1 }
            let path = program == "fontctl" ? Command.product("fontctl") : program
            return try Command.run(path, arguments, environment: environment)
        }

        private func isSeen(_ name: String, overBus: Bool) throws -> [Bool] {
            let file = try home.write(SyntheticFont(family: "Extra"))
            return [
                try run("fc-list", ":", "postscriptname").output.contains(name),
                try run("fc-match", ":postscriptname=\(name)", "postscriptname").output.contains(name),
                try run("fontctl", "exec", "--font", file, "--", "fc-list", ":", "postscriptname").output.contains(
                    name),
                try run("fontctl", "resolve", name, overBus: overBus).status == 0,
                try run("fontctl", "faces", overBus: overBus).output.contains(name),
                try run("fontctl", "css", "Loud", overBus: overBus).status == 0,
                try run("fontctl", "families", overBus: overBus).output.contains("Loud"),
                try run("fontctl", "why", "Loud", overBus: overBus).status == 0,
            ]
        }

        @Test(arguments: [false, true]) func everyProgramAgrees(_ overBus: Bool) throws {
            let all = try isSeen("Loud-Bold", overBus: overBus)
            #expect(!all.contains(false), "\(all)")
            let hidden = try run("fontctl", "disable", "Loud", overBus: overBus)
            #expect(hidden.status == 0 && hidden.output.hasPrefix("hidden  "), "\(hidden)")
            #expect(!hidden.errors.contains("apt-get"))
            let none = try isSeen("Loud-Bold", overBus: overBus)
            #expect(!none.contains(true), "\(none)")
            let why = try run("fontctl", "why", "Loud", overBus: overBus)
            #expect(
                why.lines.last == "  fontctl enable Loud" || why.lines.last == "  fontctl enable --family Loud",
                "\(why)")
            #expect(try run("fontctl", "list", overBus: overBus).output.contains("hidden"))
            #expect(try run("fontctl", "list", "Loud-Bold", overBus: overBus).status == 0)
            #expect(try run("fontctl", "enable", "Loud", overBus: overBus).status == 0)
            #expect(try isSeen("Loud-Bold", overBus: overBus).allSatisfy(\.self))
            _ = try run("fontctl", "disable", "Loud-Bold", overBus: overBus)
            #expect(try run("fc-list", ":", "postscriptname").output.contains("Loud-Regular"))
            #expect(try !run("fc-list", ":", "postscriptname").output.contains("Loud-Bold"))
            #expect(try run("fontctl", "undo", overBus: overBus).status == 0)
            #expect(try isSeen("Loud-Bold", overBus: overBus).allSatisfy(\.self))
        }

        /// An export hides the same fonts on another machine, which has them elsewhere.
        @Test func anotherMachineHidesThem() throws {
            let file = home.root + "/given/all.tar"
            #expect(try run("fontctl", "disable", "Loud").status == 0)
            #expect(try run("fontctl", "export", file).status == 0)
            let other = try PrivateHome()
            try Self.install(in: other)
            func there(_ program: String, _ arguments: String...) throws -> Command.Result {
                let path = program == "fontctl" ? Command.product("fontctl") : program
                return try Command.run(path, arguments, environment: other.environment)
            }
            let imported = try there("fontctl", "import", file)
            #expect(imported.status == 0, "\(imported)")
            #expect(try !there("fc-list", ":", "postscriptname").output.contains("Loud"))
            #expect(try there("fontctl", "undo").status == 0)
            #expect(try there("fc-list", ":", "postscriptname").output.contains("Loud"))
        }
    }
}
