import Foundation
import TestSupport
import Testing

/// What the installed program builds, delivers and brings, seen from outside.
@Suite struct CatalogServingTests {
    private let home: PrivateHome

    init() throws {
        home = try PrivateHome()
        try home.write(SyntheticFont(family: "Lora"), as: "fonts/Lora/Lora-Regular.ttf")
        try home.write(CatalogPublishingTests.license, as: "fonts/Lora/OFL.txt")
    }

    private func fontctl(_ arguments: String...) throws -> Command.Result {
        try Command.run(Command.product("fontctl"), arguments, environment: home.environment)
    }

    /// The document that a command prints.
    private func json(_ arguments: String...) throws -> [String: Any] {
        let result = try Command.run(
            Command.product("fontctl"), arguments + ["--json"], environment: home.environment)
        return try #require(
            try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any], "\(result)")
    }

    @Test(.enabled(if: Command.find("curl") != nil, "Needs curl."))
    func aCatalogueIsDeliveredUntilAnInterrupt() throws {
        let script = """
            set -m; cd "$HOME/given"; mkfifo out
            "$fontctl" catalog keygen keys >keys.txt
            "$fontctl" catalog build fonts --out site --keys keys --serve 0 >out 2>errors.txt &
            exec 3<out
            while read -r line <&3; do
                case $line in "serving on "*) address=${line#serving on }; address=${address% until Ctrl-C}; break ;; esac
            done
            echo "$address"
            curl -s --noproxy '*' -o stamp.json -w '%{http_code}\\n' "${address%#*}metadata/timestamp.json"
            cmp stamp.json site/metadata/timestamp.json && echo same
            curl -s --noproxy '*' -o key -w '%{http_code}\\n' --path-as-is "${address%#*}../keys/timestamp.pem"
            kill -INT %1; wait %1; echo $?
            cat errors.txt >&2
            """
        var environment = home.environment
        environment["fontctl"] = Command.product("fontctl")
        // Other tests make this process, and thus its children, ignore SIGINT for a while.
        let result = try Command.run(
            "env", ["--default-signal=INT", "bash", "-c", script], environment: environment)
        try #require(result.lines.count == 5, "\(result)")
        let root = try #require(
            try json(
                "catalog", "build", home.root + "/given/fonts", "--out", home.root + "/given/site", "--keys",
                home.root + "/given/keys")["root"] as? String)
        #expect(result.lines[0].hasPrefix("http://127.0.0.1:") && result.lines[0].hasSuffix("/#sha256=\(root)"))
        #expect(result.lines.dropFirst() == ["200", "same", "404", "130"], "\(result)")
    }

    @Test func aPictureIsWritten() throws {
        let folder = home.root + "/given"
        #expect(try fontctl("catalog", "keygen", folder + "/keys").status == 0)
        let built = try json(
            "catalog", "build", folder + "/fonts", "--out", folder + "/site", "--keys", folder + "/keys")
        let address = try #require(built["address"] as? String)
        #expect(try fontctl("catalog", "add", address).status == 0)
        let file = folder + "/lora.png"
        let shown = try fontctl("catalog", "show", "lora", "--preview", file)
        #expect(shown.status == 0 && shown.output.contains("picture: \(file)\n"), "\(shown)")
        let picture = try #require(FileManager.default.contents(atPath: file))
        #expect(picture.prefix(4) == Data([0x89, 0x50, 0x4E, 0x47]))
        // What is published is in no folder of the user.
        let cache = try FileManager.default.contentsOfDirectory(atPath: home.root + "/cache/fontd")
        #expect(cache.contains("catalog-build"))
        #expect(try !home.inventory(of: folder + "/site").contains { $0.contains("catalog-build") })
    }

    /// The package brings a catalogue that is found without network and without a first refresh.
    @Test func theInstalledExampleIsFound() throws {
        let list = try #require(try json("catalog", "list")["catalogs"] as? [[String: Any]])
        let example = try #require(list.first { $0["id"] as? String == "org.fontd.example" }, "\(list)")
        #expect(example["origin"] as? String == "package" && example["state"] as? String == "current")
        #expect(example["families"] as? Int == 1)
        #expect((example["expires"] as? String ?? "") > "2036")
        let found = try #require(try json("catalog", "search", "kado")["families"] as? [[String: Any]])
        #expect(found.map { $0["id"] as? String } == ["kado-sample"])
        for name in ["Kado Sample", "カド見本"] {
            let shown = try fontctl("catalog", "show", name)
            #expect(shown.status == 0 && shown.output.contains("OFL-1.1"), "\(shown)")
        }
    }

    /// The font of the example is the one that the script draws, and the whole is small.
    @Test func theExampleIsSmallAndComplete() throws {
        let folder = DocumentCheck.file("data/example-catalog")
        let sizes = try home.inventory(of: folder).compactMap { $0.split(separator: " ").last.flatMap { Int($0) } }
        #expect(sizes.reduce(0, +) <= 40_000)
        let installed = try home.inventory(of: Stage.prefix + "/share/fontd/example-catalog")
        #expect(installed == (try home.inventory(of: folder)))
        #expect(try fontctl("info", folder + "/files").output.contains("カド見本"))
    }
}
