import FontAdvice
import FontModel
import FontRegistry
import Foundation
import TestSupport
import Testing

@testable import FontctlCommands

/// The documents are as `data/json` describes them.
@Suite(.enabled(if: DocumentCheck.isPossible, "Needs Debian's python3-jsonschema.")) struct JSONSchemaTests {
    @Test func everyCommandPrintsADocumentOfTheSchema() async throws {
        let home = try PrivateHome()
        let session = Session(home)
        session.configure { $0.drawingProgram = { Command.product("fontd-preview") } }
        try home.write(SyntheticFont.variable(family: "Flex"), as: "fonts/Flex.ttf")
        try home.write(SyntheticFont(family: "Lora"), as: "fonts/Lora.ttf")
        try home.write(Array(SyntheticFont(family: "Cut").build().prefix(100)), as: "fonts/cut.ttf")
        try home.write(SyntheticFont(family: "Free"), as: "offered/Free.ttf")
        try home.write(CatalogPublishingTests.license, as: "offered/OFL.txt")
        try home.write(Array("{\"ui-font-text-styles\":{\"body\":{\"font-name\":\"No\"}}}".utf8), as: "base.json")
        try home.put(SyntheticFont(family: "Own").build(), at: home.paths.userFonts + "/Own.ttf")
        try home.put(Array("text".utf8), at: home.paths.userFonts + "/text.ttf")
        var check = DocumentCheck()
        var answered: Set<String> = []
        var address = ""
        for words in CommandSamples.documents {
            let result = await session.run(["--json"] + words.map { $0 == "ADDRESS" ? address : $0 })
            try #require(result.lines.count == 1, "\(words): \(result)")
            if result.status == 0 { #expect(result.errors.isEmpty, "\(words): \(result.errors)") }
            let isError = try result.json["error"] != nil
            if address.isEmpty { address = try result.json["address"] as? String ?? "" }
            if !isError { answered.insert(NamedCommand.of(words).name) }
            check.add(result.lines[0], as: isError ? "error" : words[0])
        }
        check.add(await session("--version", "--json").lines[0], as: "version")
        session.configure { context in
            context.console.write = { [write = context.console.write] bytes in
                _ = write(bytes)
                return .closed
            }
        }
        check.add(try #require(await session("watch", "--json", "--since", "0").lines.first), as: "watch")
        #expect(answered.union(["watch", "exec"]) == Set(NamedCommand.all.filter { !$0.isGroup }.map(\.name)))
        #expect(try check.problems(in: home) == [])
    }

    /// The members that need rare circumstances are in the documents of these reports.
    @Test func everyReportIsADocumentOfTheSchema() throws {
        var check = DocumentCheck()
        for hostile in HostileReport.all {
            guard let name = hostile.document else { continue }
            let document = hostile.report.json.adding(JSONFormat.member).document
            check.add(String(decoding: document.dropLast(), as: UTF8.self), as: name)
        }
        let problems = try check.problems(in: try PrivateHome())
        #expect(problems == [], "\(problems)")
    }

    @Test func anUndocumentedMemberIsFound() throws {
        var check = DocumentCheck()
        check.add(#"{"tags":[{"tag":"a","fonts":1,"families":1,"disabled":0,"new":1}],"formatVersion":1}"#, as: "tags")
        check.add(#"{"tags":[],"formatVersion":2}"#, as: "tags")
        check.add(#"{"formatVersion":1}"#, as: "tags")
        #expect(try check.problems(in: try PrivateHome()).count == 3)
    }

    /// The words of the schema are those of the library.
    @Test func wordsAreThoseOfTheLibrary() throws {
        let data = try #require(FileManager.default.contents(atPath: DocumentCheck.schema))
        let schema = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        let definitions = try #require(schema["$defs"] as? [String: Any])
        func words(_ path: String...) throws -> [String] {
            var part = definitions
            for key in path { part = try #require(part[key] as? [String: Any], "\(path): \(key)") }
            return try #require(part["enum"] as? [Any]).compactMap { $0 as? String }
        }
        for name in ["registered", "outcome"] {
            #expect(try words(name, "properties", "status") == FontOutcome.Status.allCases.map(\.rawValue))
        }
        #expect(try words("registration", "properties", "scope") == FontScope.allCases.map(\.rawValue))
        #expect(try words("face", "properties", "outlines") == OutlineFormat.allCases.map(\.rawValue))
        #expect(
            try words("why", "properties", "situation") == ExplainedFont.Situation.allCases.map(\.rawValue))
        #expect(
            try words("resolve", "properties", "matchedBy") == FontResolution.MatchedBy.allCases.map(\.rawValue))
        #expect(
            try words("request", "properties", "results", "items", "properties", "status")
                == FontRequestOutcome.Status.allCases.map(\.rawValue))
        #expect(
            try words("operations", "properties", "operations", "items", "properties", "kind")
                == FontOperation.Kind.allCases.map(\.rawValue))
        #expect(
            try words("providers", "properties", "providers", "items", "properties", "kind")
                == ProviderKind.allCases.map(\.rawValue))
        #expect(
            try words("doctor", "properties", "findings", "items", "properties", "severity")
                == Diagnosis.Severity.allCases.map(\.rawValue))
    }

    @Test func theReferenceIsMadeOfTheSchema() throws {
        let result = try DocumentCheck.run("scripts/json-reference", "--check")
        #expect(result.status == 0, "\(result.errors)")
    }
}
