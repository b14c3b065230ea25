import Foundation
import Glibc
import TestSupport
import Testing

extension RealPrograms {
    /// The installed `fontctl why`, beside a service and without one.
    @Suite(
        .enabled(if: !PrivateBus.Kind.possible.isEmpty, "Needs dbus-daemon (Debian's dbus)."), .timeLimit(.minutes(10)))
    struct ExplainingTests {
        private let service: PrivateService

        init() throws { service = try PrivateService() }

        private func fontctl(_ arguments: String..., overBus: Bool = false) throws -> Command.Result {
            let environment = service.bus.environment.merging(overBus ? ["FONTCTL_BUS": "1"] : [:]) { $1 }
            return try Command.run(Command.product("fontctl"), arguments, environment: environment)
        }

        @Test(arguments: [false, true]) func theLastLineIsWhatToDo(_ overBus: Bool) throws {
            let file = try service.home.write(SyntheticFont(family: "Lora"))
            let before = try fontctl("why", file, overBus: overBus)
            #expect(before.status == 1 && before.lines.last == "  fontctl register \(file)", "\(before)")
            #expect(try fontctl("register", file, overBus: overBus).status == 0)
            for target in ["Lora-Regular", file] {
                let shown = try fontctl("why", target, overBus: overBus)
                #expect(shown.status == 0 && shown.lines.last == "Nothing needs to be done.", "\(shown)")
            }
            #expect(try fontctl("disable", "Lora-Regular", overBus: overBus).status == 0)
            let disabled = try fontctl("why", "Lora-Regular", overBus: overBus)
            #expect(disabled.status == 1 && disabled.lines.last == "  fontctl enable Lora-Regular", "\(disabled)")
            #expect(disabled.output.contains("no, disabled by the user"), "\(disabled)")
        }

        /// A program that reads fonts when it starts is named after a change.
        @Test func aRunningProgramIsToBeRestarted() throws {
            let program = service.home.root + "/soffice.bin"
            try FileManager.default.copyItem(atPath: "/bin/sleep", toPath: program)
            let process = Process()
            process.executableURL = URL(filePath: program)
            process.arguments = ["600"]
            process.environment = service.home.environment
            try process.run()
            defer {
                // A child of a thread of tasks has SIGTERM blocked.
                kill(process.processIdentifier, SIGKILL)
                process.waitUntilExit()
            }
            let line = "LibreOffice (pid \(process.processIdentifier))"
            let file = try service.home.write(SyntheticFont(family: "Lora"))
            #expect(try fontctl("register", file).errors.contains(line))
            let why = try fontctl("why", "Lora-Regular", "--for", "libreoffice")
            #expect(why.lines.last?.contains(line) == true, "\(why)")
        }
    }
}
