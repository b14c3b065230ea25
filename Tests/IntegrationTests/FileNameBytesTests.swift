import FontRegistry
import Foundation
import TestSupport
import Testing

extension RealPrograms {
    /// A file whose name is not UTF-8 is handled like any other, because file names are bytes.
    @Suite(.timeLimit(.minutes(60)))
    struct FileNameBytesTests {
        /// Runs a line of bash in the folder of the given files, with `fontctl` available.
        private func shell(_ home: PrivateHome, _ line: String) throws -> Command.Result {
            let script = "fontctl() { command \"$0\" \"$@\"; }; cd \"$HOME/given\" && \(line)"
            return try home.run("bash", ["-c", script, Programs.fontctl])
        }

        /// Creates a home with fonts whose names are Latin-1, an incomplete character, and text that looks like
        /// fontctl's escape.
        private func home() throws -> PrivateHome {
            let home = try PrivateHome()
            for family in ["Latin", "Half", "Literal", "Plain"] {
                try home.write(SyntheticFont(family: family), as: "\(family).ttf")
            }
            let result = try shell(
                home,
                #"mkdir $'d\xfc' && mv Latin.ttf $'d\xfc/caf\xe9.ttf' && mv Half.ttf $'d\xfc/\xe2\x82.ttf'"#
                    + #" && mv Literal.ttf $'d\xfc/caf\\xE9.ttf' && mv Plain.ttf $'d\xfc/plain.ttf'"#)
            try #require(result.status == 0, "\(result.errors)")
            return home
        }

        @Test func aFileRegistersAndIsFoundByItsName() throws {
            let home = try home()
            let file = #"$'d\xfc/caf\xe9.ttf'"#
            let registered = try shell(home, "fontctl register \(file)")
            #expect(registered.status == 0, "\(registered.errors)")
            let listed = try home.fontctl("list").output
            #expect(listed.contains(#"given/d\xFC/caf\xE9.ttf"#), "\(listed)")
            #expect(listed.contains("Latin-Regular"))
            for command in ["info", "validate", "disable", "enable", "unregister"] {
                let result = try shell(home, "fontctl \(command) \(file)")
                #expect(result.status == 0, "\(command): \(result.errors)")
            }
            #expect(try home.fontctl("list").output.isEmpty)
        }

        @Test func aFileThatIsGoneIsFoundByItsNameAsShown() throws {
            let home = try home()
            for name in [#"$'d\xfc/caf\xe9.ttf'"#, #"$HOME/given/'d\xFC/caf\xE9.ttf'"#] {
                #expect(
                    try shell(
                        home,
                        #"fontctl register $'d\xfc/caf\xe9.ttf' && cp -r $'d\xfc' kept && rm $'d\xfc/caf\xe9.ttf'"#
                    ).status == 0)
                let result = try shell(home, "fontctl unregister \(name)")
                #expect(result.status == 0, "\(result.errors)")
                #expect(try home.fontctl("list").output.isEmpty)
                #expect(try shell(home, #"cp kept/$'caf\xe9.ttf' $'d\xfc'"#).status == 0)
            }
        }

        @Test(arguments: [".", #"$'d\xfc'"#, #"--atomic $'d\xfc/'"#])
        func aFolderLeavesNoneOut(_ folder: String) throws {
            let home = try home()
            let result = try shell(home, "fontctl register --json \(folder)")
            #expect(result.status == 0, "\(result.errors)")
            let names = try home.fontctl("list").lines.compactMap { $0.split(separator: " ").first.map(String.init) }
            #expect(Set(names) == ["Latin-Regular", "Half-Regular", "Literal-Regular", "Plain-Regular"])
        }

        /// Each is found by the bytes of its own name, including the one that looks like an escape.
        @Test func eachIsFoundByItsOwnName() throws {
            let home = try home()
            #expect(try shell(home, "fontctl register .").status == 0)
            for (file, name) in [
                (#"$'d\xfc/caf\xe9.ttf'"#, "Latin"), (#"$'d\xfc/caf\\xE9.ttf'"#, "Literal"),
                (#"$'d\xfc/\xe2\x82.ttf'"#, "Half"),
            ] {
                #expect(try shell(home, "fontctl unregister \(file)").status == 0)
                #expect(try !home.fontctl("list").output.contains(name))
            }
            #expect(try home.fontctl("list").lines.count == 1)
        }

        @Test func fromWithinSuchAFolder() throws {
            let home = try home()
            let result = try shell(home, #"cd $'d\xfc' && fontctl register plain.ttf $'caf\xe9.ttf'"#)
            #expect(result.status == 0, "\(result.errors)")
            let listed = try home.fontctl("list").output
            #expect(listed.contains("Plain-Regular") && listed.contains("Latin-Regular"), "\(listed)")
        }

        @Test func oneProgramSeesThem() throws {
            let home = try home()
            let result = try shell(home, #"fontctl exec --font $'d\xfc/caf\xe9.ttf' -- fc-match Latin"#)
            #expect(result.output.contains("Latin"), "\(result.output)\(result.errors)")
            let missing = try shell(home, #"fontctl register $'no\xe9.ttf'"#)
            #expect(missing.status == 1)
            #expect(missing.errors.contains(#"no\xE9.ttf"#), "\(missing.errors)")
        }

        @Test func aHomeOfSuchANameIsRefused() throws {
            let home = try home()
            let result = try shell(
                home, #"unset XDG_DATA_HOME; HOME=$'/tmp/fontd-\xe9' fontctl register d*/plain.ttf"#)
            #expect(result.status == 69)
            #expect(result.errors.contains("UTF-8"), "\(result.errors)")
        }
    }
}
