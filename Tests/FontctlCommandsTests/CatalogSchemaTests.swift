import FontRegistry
import Foundation
import TestSupport
import Testing

@testable import FontctlCommands

/// The documents of a catalogue are as `data/json` describes them.
@Suite(.enabled(if: DocumentCheck.isPossible, "Needs Debian's python3-jsonschema.")) struct CatalogSchemaTests {
    private let home: PrivateHome
    private let session: Session

    init() throws {
        (home, session) = try Session.inNewHome()
        session.configure { $0.drawingProgram = { Command.product("fontd-preview") } }
    }

    private func offer(_ name: String, _ bytes: [UInt8]) throws {
        try home.write(bytes, as: "fonts/\(name)/\(name).ttf")
        try home.write(CatalogPublishingTests.license, as: "fonts/\(name)/OFL.txt")
    }

    private func build() async -> Session.Result {
        await session("catalog", "build", "fonts", "--out", "site", "--keys", "keys")
    }

    /// The files of the built catalogue in a folder.
    private func files(_ folder: String) throws -> [String] {
        let path = home.root + "/given/site/" + folder
        return try FileManager.default.contentsOfDirectory(atPath: path).filter { $0.hasSuffix(".json") }.sorted()
            .map { "\(path)/\($0)" }
    }

    @Test func documentsAreThoseOfTheSchemas() async throws {
        try offer("Flex", SyntheticFont.variable(family: "Flex").build())
        try offer("Duo", SyntheticCollection([SyntheticFont(family: "Duo"), SyntheticFont(family: "Duo Two")]).build())
        let large = SyntheticFont(family: "Large") { font in
            font.localizedNames = [.init(1, language: 0x411, "大"), .init(9, language: 0x409, "Ada")]
            font.extraTables["TEST"] = [UInt8](repeating: 7, count: 300_000)
        }
        try offer("Large", large.build())
        let settings = #"{"id":"org.example","name":"Example","names":{"ja":"例"},"homepage":"https://example.org"}"#
        try home.write(Array(settings.utf8), as: "fonts/catalog.json")
        #expect(await session("catalog", "keygen", "keys").status == 0)
        #expect(await build().status == 0)
        try offer("Large", large.with { $0.revision = 2 }.build())
        let again = await build()
        #expect(
            again.status == 0 && again.lines.contains { $0.hasPrefix("changed") && $0.contains(" large ") }, "\(again)")

        let families = try files("targets/families")
        #expect(families.count == 4)
        let texts = try families.map { String(decoding: try Data(contentsOf: URL(filePath: $0)), as: UTF8.self) }
        for member in ["\"packed\":[{", "\"preview\":{", "\"sample\":{", "\"history\":[{", "\"names\":{\"ja\""] {
            #expect(texts.contains { $0.contains(member) }, "\(member)")
        }
        #expect(try DocumentCheck.problems(of: families, schema: "family.schema.json") == [])
        #expect(try DocumentCheck.problems(of: try files("targets"), schema: "catalog.schema.json") == [])
        let summaries = try files("metadata").filter { $0.contains(".f-") }.flatMap { bin in
            let data = try Data(contentsOf: URL(filePath: bin))
            let document = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
            let targets = (document["signed"] as? [String: Any])?["targets"] as? [String: [String: Any]]
            return try (targets ?? [:]).sorted { $0.key < $1.key }.enumerated().map { place, target in
                let custom = try JSONSerialization.data(withJSONObject: try #require(target.value["custom"]))
                return try home.put(
                    [UInt8](custom), at: "\(home.root)/summaries/\(URL(filePath: bin).lastPathComponent)-\(place).json")
            }
        }
        #expect(summaries.count >= 4)
        #expect(try DocumentCheck.problems(of: summaries, schema: "family-summary.schema.json") == [])
    }

    @Test func anotherDocumentIsFound() throws {
        let file = try home.write(
            Array(#"{"formatVersion":2,"id":"Org","name":"x","names":{},"new":1}"#.utf8), as: "other.json")
        #expect(try DocumentCheck.problems(of: [file], schema: "catalog.schema.json").count == 4)
    }
}

extension DocumentCheck {
    /// Returns a line for each part of documents that a schema of `data/json` does not describe.
    static func problems(of documents: [String], schema: String) throws -> [String] {
        let script =
            closing + """
                schema = json.load(open(sys.argv[1], encoding="utf-8"))
                Draft202012Validator.check_schema(schema)
                validator = Draft202012Validator(closed(schema))
                for name in sys.argv[2:]:
                    for error in validator.iter_errors(json.load(open(name, encoding="utf-8"))):
                        print(name.rsplit("/", 1)[1], "/".join(map(str, error.absolute_path)), error.message[:300], sep=": ")
                """
        let result = try Command.run(
            interpreter, ["-c", script, file("data/json/" + schema)] + documents, environment: [:])
        return result.lines + (result.status == 0 ? [] : [result.errors])
    }
}
