import Foundation
import TestSupport
import Testing

@testable import FontctlCommands

/// The origins of the fonts of a catalogue, by the command.
@Suite struct CatalogImportingTests {
    private let home: PrivateHome
    private let session: Session

    init() throws { (home, session) = try Session.inNewHome() }

    private func offer() throws {
        try home.write(SyntheticFont(family: "Source Serif 4"), as: "fonts/SourceSerif4-Regular.ttf")
        try home.write(CatalogPublishingTests.license, as: "fonts/OFL.txt")
        let metadata = """
            name: "Source Serif 4"
            category: "SANS_SERIF"
            fonts { filename: "SourceSerif4-Regular.ttf" weight: 500 }
            fonts { filename: "SourceSerif4-Bold.ttf" }
            """
        try home.write(Array(metadata.utf8), as: "fonts/METADATA.pb")
    }

    private func build(_ more: String...) async -> Session.Result {
        await session.run(["catalog", "build", "fonts", "--out", "site", "--keys", "keys"] + more)
    }

    @Test func wrongClaimsArePrinted() async throws {
        try offer()
        #expect(await session("catalog", "keygen", "keys").status == 0)
        let built = await build()
        #expect(built.status == 0 && built.lines.first?.hasPrefix("new  source-serif-4  ") == true, "\(built)")
        #expect(
            built.errors.contains(
                "Source Serif 4: METADATA.pb states “sans-serif” as category, but the file has “serif”."))
        #expect(built.errors.contains("states “500” as weight of SourceSerif4-Regular.ttf, but the file has “400”."))
        let claims = try await build("--json").json["wrongClaims"] as? [[String: Any]]
        #expect(built.errors.contains("states the file “SourceSerif4-Bold.ttf”, which is missing."))
        #expect(claims?.map { $0["claim"] as? String } == ["file", "weight", "category"])
        #expect(claims?.last?["claimed"] as? String == "sans-serif" && claims?.last?["actual"] as? String == "serif")
        let other = try await build("--from", "webfonts", "--json").json["wrongClaims"] as? [[String: Any]]
        #expect(other?.isEmpty == true)
    }

    @Test func theDescriptionMayBeAnotherFile() async throws {
        try offer()
        #expect(await session("catalog", "keygen", "keys").status == 0)
        try home.write(Array(#"{"id": "org.example.serifs", "name": "Serifs"}"#.utf8), as: "about.json")
        #expect(try await build("--about", "about.json", "--json").json["catalog"] as? String == "org.example.serifs")
        let missing = await build("--about", "none.json")
        #expect(missing.status == 1 && missing.errors.contains("none.json"), "\(missing)")
    }

    @Test func theArgumentsFitTheOrigin() async {
        for arguments in [
            [], ["a", "b"], ["a", "--from", "system"], ["--from", "debian"], ["a", "--from", "elsewhere"],
            ["--from", "fontist"],
        ] {
            let result = await session.run(["catalog", "build", "--out", "site", "--keys", "keys"] + arguments)
            #expect(result.status == 64, "\(arguments): \(result)")
        }
    }

    /// A formula of fontist names fonts in the archive beside it.
    @Test func fontsInAnArchiveHaveTheClaimsOfTheirFormula() throws {
        let archive = ZIPFile([.init("ttf/Lora-Regular.ttf", SyntheticFont(family: "Lora").build())])
        try home.write(archive.bytes, as: "fonts/Lora.zip")
        let text = String(decoding: CatalogPublishingTests.license, as: UTF8.self).split(separator: "\n")
            .map { "  " + $0 }.joined(separator: "\n")
        let formula = """
            ---
            name: Lora
            resources:
              Lora.zip:
                urls:
                - https://example.net/Lora.zip
                sha256: 0000000000000000000000000000000000000000000000000000000000000000
                file_size: \(archive.bytes.count)
            fonts:
            - name: Lora
              styles:
              - family_name: Lora
                type: Regular
                post_script_name: Lora-Bold
                font: Lora-Regular.ttf
            open_license: |-
            \(text)
            """
        try home.write(Array(formula.utf8), as: "fonts/lora.yml")
        let built = try run("build", "fonts", "--out", "site", "--keys", "keys", "--json")
        let document = try #require(
            try JSONSerialization.jsonObject(with: Data(built.output.utf8)) as? [String: Any], "\(built)")
        let claims = try #require(document["wrongClaims"] as? [[String: Any]])
        #expect(claims.map { $0["claim"] as? String } == ["sha256", "postscriptName"], "\(claims)")
        #expect((document["families"] as? [[String: Any]])?.map { $0["license"] as? String } == ["OFL-1.1"])
    }

    /// Packages from a repository of the test, which apt is told of.
    @Test(
        .enabled(
            if: Command.find("dpkg-deb") != nil && FileManager.default.isExecutableFile(atPath: "/usr/bin/apt-get"),
            "only Debian's relatives have apt-get and dpkg-deb"))
    func packagesAreDownloadedAndUnpacked() throws {
        let repository = try Repository(in: home)
        let built = try run(
            "build", "--from", "debian", "fonts-synthetic", "--out", "site", "--keys", "keys",
            environment: repository.environment)
        #expect(built.status == 0 && built.lines.count == 5, "\(built)")
        #expect(built.output.contains("new  synthetic-one  ") && built.output.contains("new  synthetic-two  "))
        let missing = try run(
            "build", "--from", "debian", "fonts-missing", "--out", "site", "--keys", "keys",
            environment: repository.environment)
        #expect(missing.status == 1 && missing.errors.contains("Unable to locate package fonts-missing"), "\(missing)")
        // Nothing is left of the downloads.
        #expect(try FileManager.default.contentsOfDirectory(atPath: repository.temporary).isEmpty)
    }

    private func run(
        _ arguments: String..., environment: [String: String]? = nil
    ) throws -> Command.Result {
        let folder = home.root + "/given"
        let fontctl = Command.product("fontctl")
        var variables = environment ?? home.environment
        variables["PWD"] = folder
        if !FileManager.default.fileExists(atPath: folder + "/keys") {
            let keys = try Command.run(fontctl, ["catalog", "keygen", folder + "/keys"], environment: variables)
            #expect(keys.status == 0, "\(keys)")
        }
        let names = ["fonts", "site", "keys"]
        return try Command.run(
            fontctl, ["catalog"] + arguments.map { names.contains($0) ? folder + "/" + $0 : $0 },
            environment: variables)
    }
}

/// A repository of one package, and a configuration by which apt knows no other one.
private struct Repository {
    let environment: [String: String]
    /// The folder for temporary files.
    let temporary: String

    init(in home: PrivateHome) throws {
        let root = home.root + "/apt"
        let package = root + "/package"
        let control = """
            Package: fonts-synthetic
            Version: 1.0-1
            Architecture: all
            Maintainer: Test <test@example.org>
            Description: synthetic fonts

            """
        try home.put(Array(control.utf8), at: package + "/DEBIAN/control")
        for name in ["One", "Two"] {
            try home.put(
                SyntheticFont(family: "Synthetic \(name)").build(),
                at: package + "/usr/share/fonts/truetype/synthetic/Synthetic\(name)-Regular.ttf")
        }
        try home.put(
            Array("Copyright: 2026 Ada\n\n".utf8) + CatalogPublishingTests.license,
            at: package + "/usr/share/doc/fonts-synthetic/copyright")
        let file = root + "/repository/fonts-synthetic_1.0-1_all.deb"
        for folder in ["repository", "state/lists/partial", "cache/archives/partial", "etc", "tmp"] {
            try FileManager.default.createDirectory(
                atPath: root + "/" + folder, withIntermediateDirectories: true)
        }
        let packed = try Command.run(
            "dpkg-deb", ["--root-owner-group", "--build", package, file], environment: home.environment)
        try #require(packed.status == 0, "\(packed)")
        let bytes = try #require(FileManager.default.contents(atPath: file))
        let hash = try #require(
            try Command.run("sha256sum", [file], environment: home.environment).output.split(separator: " ").first)
        let list =
            control + "Filename: ./fonts-synthetic_1.0-1_all.deb\nSize: \(bytes.count)\nSHA256: \(hash)\n\n"
        try home.put(Array(list.utf8), at: root + "/repository/Packages")
        try home.put([], at: root + "/state/status")
        try home.put(Array("deb [trusted=yes] file:\(root)/repository ./\n".utf8), at: root + "/etc/sources.list")
        let configuration = """
            Dir::State "\(root)/state/";
            Dir::State::status "\(root)/state/status";
            Dir::Cache "\(root)/cache/";
            Dir::Etc "\(root)/etc/";
            Dir::Etc::sourcelist "\(root)/etc/sources.list";
            Dir::Etc::sourceparts "\(root)/etc/none";
            APT::Sandbox::User "";
            """
        try home.put(Array(configuration.utf8), at: root + "/apt.conf")
        temporary = root + "/tmp"
        environment = home.environment.merging(["APT_CONFIG": root + "/apt.conf", "TMPDIR": root + "/tmp"]) { $1 }
        let updated = try Command.run("apt-get", ["update", "--quiet=2"], environment: environment)
        try #require(updated.status == 0, "\(updated)")
    }
}
