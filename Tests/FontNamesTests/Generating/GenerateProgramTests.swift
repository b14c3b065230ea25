import FontNames
import FontResources
import Foundation
import TestSupport
import Testing

/// The program `font-names` and the plugin that runs it.
@Suite(.timeLimit(.minutes(60))) struct GenerateProgramTests {
    private static let lora = SyntheticFont(family: "Lora")

    private func run(_ target: AppTarget, _ resources: [String]) throws -> Command.Result {
        try Command.run(
            Command.product("font-names"),
            [
                "generate", "--package", "Reader", "--target=App", "--folder", target.folder, "--registration",
                "process",
                "--output", target.home.root + "/out", "--",
            ] + resources.map { "\(target.folder)/\($0)" }, environment: target.home.environment)
    }

    /// The number of a file's inode, which changes when it is written anew.
    private func inodes(_ target: AppTarget) throws -> [Int?] {
        try ["FontNames.swift", "FontNamesWarnings.swift"].map { name in
            try FileManager.default.attributesOfItem(atPath: "\(target.home.root)/out/\(name)")[.systemFileNumber]
                as? Int
        }
    }

    /// A folder of `.copy` is one resource, and files of `.process` are one each, without their folders.
    @Test(arguments: [
        (["Fonts"], "Fonts/deep/Lora.ttf"), (["Fonts/deep/Lora.ttf", "Fonts/x.txt"], "Lora.ttf"),
        (["Fonts/deep"], "deep/Lora.ttf"), (["Fonts/de.lproj/Inter.ttf"], "de.lproj/Inter.ttf"),
    ])
    func resourcesHaveThePathsOfTheBundle(_ resources: [String], _ path: String) throws {
        let target = try AppTarget([
            "Fonts/deep/Lora.ttf": Self.lora.build(), "Fonts/x.txt": Array("x".utf8),
            "Fonts/de.lproj/Inter.ttf": SyntheticFont(family: "Inter").build(),
        ])
        let result = try run(target, resources)
        #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
        let code = try String(contentsOfFile: target.home.root + "/out/FontNames.swift", encoding: .utf8)
        #expect(code.contains("\"path\":\"\(path)\""))
    }

    @Test func onlyWhatDiffersIsWritten() throws {
        let target = try AppTarget(["Fonts/Lora.ttf": Self.lora.build()])
        #expect(try run(target, ["Fonts"]).status == 0)
        let first = try inodes(target)
        // Touched: the same content at another time.
        try target.home.put(Self.lora.build(), at: target.folder + "/Fonts/Lora.ttf")
        #expect(try run(target, ["Fonts"]).status == 0)
        #expect(try inodes(target) == first)
        // Replaced: the code differs, and the warnings do not.
        try target.home.put(Self.lora.with { $0.salt = 1 }.build(), at: target.folder + "/Fonts/Lora.ttf")
        #expect(try run(target, ["Fonts"]).status == 0)
        let second = try inodes(target)
        #expect(second[0] != first[0] && second[1] == first[1])
        // Added, renamed, removed.
        try target.home.put(SyntheticFont(family: "Inter").build(), at: target.folder + "/Fonts/new.ttf")
        #expect(try run(target, ["Fonts"]).status == 0)
        let code = { try String(contentsOfFile: target.home.root + "/out/FontNames.swift", encoding: .utf8) }
        #expect(try code().contains("interRegular"))
        try FileManager.default.removeItem(atPath: target.folder + "/Fonts/new.ttf")
        #expect(try run(target, ["Fonts"]).status == 0)
        #expect(try !code().contains("interRegular"))
    }

    @Test func errorsAreOnStandardErrorInTheFormOfACompiler() throws {
        let target = try AppTarget(["Fonts/a.ttf": Self.lora.build()])
        #expect(try run(target, ["Fonts"]).status == 0)
        let before = try inodes(target)
        try target.home.put(Damage.truncated(Self.lora.build(), to: 600), at: target.folder + "/Fonts/a.ttf")
        let result = try run(target, ["Fonts"])
        #expect(result.status == 1 && result.output.isEmpty)
        let lines = result.errors.split(separator: "\n")
        #expect(lines.count == 1 && lines[0].hasPrefix("\(target.folder)/Fonts/a.ttf:1:1: error: "))
        #expect(try inodes(target) == before)
    }

    @Test(arguments: [
        ["generate"], ["generate", "--package"], ["generate", "--colour", "red"], ["unknown"], [],
        [
            "generate", "--package", "P", "--target", "T", "--folder", "/tmp", "--output", "/tmp/x", "--registration",
            "x",
        ],
        ["generate", "--package", "P", "--package", "P"],
    ])
    func wrongArgumentsEndWithTheUsage(_ arguments: [String]) throws {
        let home = try PrivateHome()
        let result = try Command.run(Command.product("font-names"), arguments, environment: home.environment)
        #expect(result.status == 2 && result.errors.contains("usage: font-names"))
    }

    /// The plugin runs only in builds of packages that depend on this one; `make names` does that.
    @Test(.enabled(if: Command.find("swiftc") != nil, "Needs swiftc.")) func thePluginCompiles() throws {
        let home = try PrivateHome()
        let compiler = try #require(Command.find("swiftc"))
        let interface = URL(filePath: compiler).resolvingSymlinksInPath().deletingLastPathComponent()
            .appending(path: "../lib/swift/pm/PluginAPI").standardized.path
        let plugins = URL(filePath: #filePath).appending(path: "../../../../Plugins").standardized.path
        for plugin in try FileManager.default.contentsOfDirectory(atPath: plugins) {
            let files = try FileManager.default.contentsOfDirectory(atPath: "\(plugins)/\(plugin)").sorted()
                .map { "\(plugins)/\(plugin)/\($0)" }
            let result = try Command.run(
                compiler,
                [
                    "-typecheck", "-parse-as-library", "-warnings-as-errors", "-swift-version", "6", "-module-name",
                    "Plugin", "-I", interface, "-package-description-version", "6.2.0", "-module-cache-path",
                    home.root + "/modules",
                ] + files, environment: home.environment)
            #expect(result.status == 0, "\(result.errors)")
        }
    }

    @Test func aFileThatCannotBeWrittenIsReported() throws {
        let target = try AppTarget(["Fonts/a.ttf": Self.lora.build(), "out": []])
        let problem = NamesGenerator.write(["FontNames.swift": "x"], to: target.folder + "/out")
        #expect(problem?.severity == .error && problem?.text.contains("cannot be written") == true)
        // The reason is a sentence of the system, not the description of an error for programmers.
        #expect(problem?.text.contains("Error") == false, "\(problem?.text ?? "")")
    }
}
