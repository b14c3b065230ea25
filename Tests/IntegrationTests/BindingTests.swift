import Foundation
import TestSupport
import Testing

extension RealPrograms {
    /// Bindings that other languages generate from the interface, in the programs of `Examples/Bindings`.
    @Suite(.timeLimit(.minutes(60)))
    struct BindingTests {
        static let hasGenerators =
            ["gdbus-codegen", "qdbusxml2cpp", "make", "cc", "c++", "pkg-config"].allSatisfy { Command.find($0) != nil }
            && (try? Command.run(
                "pkg-config", ["--exists", "gio-unix-2.0", "Qt5DBus"], environment: ProcessInfo.processInfo.environment
            ).status) == 0

        static let hasDasbus =
            (try? Command.run(Python.interpreter, ["-c", "import dasbus.unix"], environment: [:]).status) == 0

        /// Runs a program with a font and a file that is not a font, on a bus that starts the service.
        private func register(_ command: [String], in service: PrivateService) throws {
            let font = try service.home.write(SyntheticFont(family: "Bound"))
            let page = try service.home.write(Array("<html>".utf8), as: "page.ttf")
            let result = try Command.run(
                command[0], command.dropFirst() + [font, page], environment: service.bus.environment)
            #expect(result.status == 1, "\(result.errors)")
            try #require(result.lines.count == 3, "\(result)")
            #expect(result.lines[0] == "registered \(font)")
            #expect(result.lines[1].hasPrefix("failed \(page): "))
            #expect(result.lines[2] == "generation 1")
            #expect(try service.fontctl("list").output.contains("Bound-Regular"))
        }

        @Test(.enabled(if: hasGenerators, "Needs libglib2.0-dev, qtbase5-dev and a compiler."))
        func compiledBindingsRegisterByDescriptor() throws {
            let folder = try PrivateHome().root
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(atPath: folder) }
            let result = try Command.run(
                "make",
                [
                    "-C", Repository.file("Examples/Bindings").path, "OUT=\(folder)",
                    "INTERFACE=\(Repository.file("data/org.fontd.FontRegistry1.xml").path)",
                ], environment: ProcessInfo.processInfo.environment)
            try #require(result.status == 0, "\(result.errors)")
            for program in ["register-gdbus", "register-qt"] {
                try register(["\(folder)/\(program)"], in: try PrivateService())
            }
        }

        @Test(.enabled(if: hasDasbus, "Needs python3-dasbus."))
        func dasbusRegistersByDescriptor() throws {
            try register(
                [Python.interpreter, Repository.file("Examples/Bindings/register_dasbus.py").path],
                in: try PrivateService())
        }

        /// A GIO proxy invalidates its cached generation when the service reports a change of the property.
        @Test(.enabled(if: Python.isPossible, "Needs python3-gi."), arguments: PrivateBus.Kind.possible)
        func aProxyDropsTheGenerationItKeeps(_ kind: PrivateBus.Kind) throws {
            let service = try PrivateService(kind)
            let script = """
                import sys
                from gi.repository import Gio, GLib
                proxy = Gio.DBusProxy.new_for_bus_sync(Gio.BusType.SESSION,
                    Gio.DBusProxyFlags.GET_INVALIDATED_PROPERTIES, None,
                    'org.fontd.FontRegistry1', '/org/fontd/FontRegistry1', 'org.fontd.FontRegistry1', None)
                proxy.call_sync('Subscribe', None, Gio.DBusCallFlags.NONE, -1, None)
                value = lambda: proxy.get_cached_property('Generation').unpack()
                print(value(), flush=True)
                loop = GLib.MainLoop()
                def changed(_, properties, invalidated):
                    print(value(), flush=True)
                proxy.connect('g-properties-changed', changed)
                loop.run()
                """
            let program = try LiveProgram(
                Python.interpreter, ["-c", script], environment: service.bus.environment)
            try #require(program.line() == "0")
            for generation in 1...2 {
                let font = try service.home.write(SyntheticFont(family: "Kept \(generation)"))
                #expect(try service.fontctl("register", font).status == 0)
                #expect(program.line() == "\(generation)")
            }
        }
    }
}
