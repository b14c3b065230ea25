import ArgumentParser
import Testing

@testable import FontctlCommands

/// Lines of a command and words are read without the parser, with the same result.
@Suite struct PlainCommandLineTests {
    @Test(arguments: [["why", "Lora"], ["why", "Noto", "Sans"], ["why", "./a b.ttf"], ["why", "help"]])
    func wordsAreThoseOfTheParser(_ line: [String]) throws {
        let plain = try #require(PlainCommandLine.command(line) as? Why)
        let parsed = try #require(try Fontctl.parseAsRoot(line) as? Why)
        #expect(plain.words == parsed.words)
        #expect(plain.program == parsed.program)
        #expect(plain.options.system == parsed.options.system)
        #expect(plain.output.json == parsed.output.json)
    }

    @Test func namesAreThoseOfTheParser() throws {
        let line = ["resolve", "Lora", "Bold"]
        let resolve = try #require(PlainCommandLine.command(line) as? Resolve)
        #expect(resolve.words == (try Fontctl.parseAsRoot(line) as? Resolve)?.words)
        #expect(!resolve.options.system && !resolve.output.json)
    }

    @Test(arguments: [["families"], ["families", "Lora", "Noto*"]])
    func familiesAreThoseOfTheParser(_ line: [String]) throws {
        let plain = try #require(PlainCommandLine.command(line) as? Families)
        let parsed = try #require(try Fontctl.parseAsRoot(line) as? Families)
        #expect(plain.names == parsed.names)
        #expect(plain.category == parsed.category)
        #expect(plain.filter.language == parsed.filter.language)
        #expect(!plain.options.system && !plain.output.json)
    }

    @Test(arguments: [["list"], ["list", "Lora", "Noto*"]]) func listsAreThoseOfTheParser(_ line: [String]) throws {
        let plain = try #require(PlainCommandLine.command(line) as? List)
        let parsed = try #require(try Fontctl.parseAsRoot(line) as? List)
        #expect(plain.fonts == parsed.fonts)
        #expect(plain.selection.selected == parsed.selection.selected)
        #expect(plain.provider == parsed.provider)
        #expect(plain.state == parsed.state)
        #expect(plain.form == parsed.form)
        #expect(!plain.options.system && !plain.output.json)
    }

    @Test(arguments: [
        [], ["why"], ["resolve"], ["why", ""], ["why", "Lora", "--json"], ["why", "--", "-a"], ["why", "a", "/b"],
        ["resolve", "--help"], ["families", "--language", "de"], ["families", ""], ["list", "-q"], ["nonsense"],
    ])
    func otherLinesAreForTheParser(_ line: [String]) {
        #expect(PlainCommandLine.command(line) == nil)
    }
}
