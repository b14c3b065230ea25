import FontRegistry
import Foundation
import TestSupport
import Testing

extension RealPrograms {
    /// The installed `fontctl why`, beside a service and without one.
    @Suite(.needsBus, .timeLimit(.minutes(60)))
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

        /// Of nested configuration files the one with the rule is named, and fontconfig's own complaints are not shown.
        @Test func theFileWithTheRuleIsNamed() throws {
            let home = service.home
            let folder = home.paths.configHome + "/fontconfig/conf.d/"
            let rule =
                #"<selectfont><rejectfont><pattern><patelt name="family"><string>Lora</string></patelt></pattern></rejectfont></selectfont>"#
            func write(_ text: String, as name: String) throws {
                try "<fontconfig>\(text)</fontconfig>".write(toFile: name, atomically: true, encoding: .utf8)
            }
            try write("<!-- <rejectfont> --><include>\(home.root)/inner.conf</include>", as: folder + "50-outer.conf")
            try write(rule, as: home.root + "/inner.conf")
            try write(rule.replacing("Lora", with: "Else"), as: folder + "60-else.conf")
            let register = try fontctl("register", try home.write(SyntheticFont(family: "Lora")))
            #expect(register.errors.contains("\(home.root)/inner.conf rejects it.\n"), "\(register)")
            let why = try fontctl("why", "Lora-Regular")
            #expect(why.status == 1 && why.errors.isEmpty, "\(why)")
            #expect(why.output.contains("rejected by \(home.root)/inner.conf\n"), "\(why)")
        }

        /// A program that reads fonts when it starts is named after a change.
        @Test func aRunningProgramIsToBeRestarted() throws {
            let program = try LiveProgram(
                try service.home.copyProgram("/bin/cat", to: service.home.root + "/soffice.bin"), [],
                environment: service.home.environment, readsInput: true)
            // A process that was just started has no environment in /proc yet; it has when the program answers.
            try program.tell("up")
            #expect(program.line() == "up")
            let line = "LibreOffice (pid \(program.identifier))"
            let file = try service.home.write(SyntheticFont(family: "Lora"))
            #expect(try fontctl("register", file).errors.contains(line))
            let why = try fontctl("why", "Lora-Regular", "--for", "libreoffice")
            #expect(why.lines.last?.contains(line) == true, "\(why)")
            program.kill()
        }
    }
}
