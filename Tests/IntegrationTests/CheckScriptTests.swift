import Foundation
import TestSupport
import Testing

/// The scripts that check the repository fail if their tools fail, or have nothing to check.
@Suite struct CheckScriptTests {
    private let home: PrivateHome
    private let folder: String

    init() throws {
        home = try PrivateHome()
        folder = home.root + "/programs"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    /// Writes a program that the scripts find before any other of this name.
    private func put(_ program: String, _ body: String) throws {
        let path = folder + "/" + program
        try Data("#!/bin/sh\n\(body)\n".utf8).write(to: URL(filePath: path))
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    }

    private func run(_ script: String, _ arguments: String...) throws -> Command.Result {
        try Command.run(
            script, arguments, environment: ["PATH": folder + ":/usr/bin:/bin", "SWIFT": folder + "/swift"])
    }

    private func script(_ name: String) -> String { Repository.file("scripts/" + name).path }

    /// The manifest is read after all sources.
    @Test(arguments: ["awk", "find", "grep"]) func layersAreNotPassedByAToolThatFails(_ tool: String) throws {
        let marker = home.root + "/read"
        try put("swift", "touch \(marker); exit 1")
        let sound = try run(script("check-layers"))
        try #require(FileManager.default.fileExists(atPath: marker), "\(sound)")
        try FileManager.default.removeItem(atPath: marker)
        try put(tool, "exit 2")
        #expect(try run(script("check-layers")).status != 0)
        #expect(!FileManager.default.fileExists(atPath: marker))
    }

    @Test(arguments: ["grep", "sed", "ls"]) func examplesAreNotPassedByAToolThatFails(_ tool: String) throws {
        let sound = try run(script("check-examples"))
        #expect(sound.status == 0, "\(sound)")
        try put(tool, "exit 2")
        #expect(try run(script("check-examples")).status != 0)
    }

    @Test func aSizeThatIsUnknownIsTooLarge() throws {
        #expect(try run(script("check-size"), folder).status == 0)
        #expect(try run(script("check-size"), home.root + "/none").status != 0)
        try put("du", "exit 1")
        #expect(try run(script("check-size"), folder).status != 0)
    }

    /// The filter of the sanitizers has suites that are structs, and tests nothing for a file without one.
    ///
    /// The name of the tag is not in this file, so that it is none of them.
    @Test(arguments: [
        ("@Suite(.tags(.TAG)) struct Tagged { @Test func one() {} }", true),
        ("@Suite(.tags(.other, .TAG)) struct Tagged {\n@Test func one() {} }", true),
        ("@Suite(.tags(.TAG)) final class Tagged { @Test func one() {} }", false),
        ("@Suite(.tags(.other, .TAG)) struct Tagged {}", false),
        ("extension Tagged { @Test(.tags(.TAG)) func one() {} }", false),
    ])
    func taggedTestsRunUnderTheSanitizers(_ given: (source: String, isFound: Bool)) throws {
        try put("swift", "echo \"$@\"")
        try home.put(
            Array(try Data(contentsOf: Repository.file("scripts/sanitize"))), at: home.root + "/tree/scripts/sanitize")
        try home.put(
            Array(given.source.replacing("TAG", with: "unsafe" + "Memory").utf8),
            at: home.root + "/tree/Tests/FontRegistryTests/Tagged.swift")
        try home.put([], at: home.root + "/tree/Tests/OpenTypeTests/Reading.swift")
        let result = try run("bash", home.root + "/tree/scripts/sanitize")
        #expect((result.status == 0) == given.isFound, "\(result)")
        #expect(result.output.contains("^FontRegistryTests[.](.*/)?Tagged/") == given.isFound, "\(result)")
        #expect(result.errors.contains("Tagged.swift") != given.isFound, "\(result)")
    }
}
