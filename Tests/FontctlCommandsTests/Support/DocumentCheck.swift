import Foundation
import TestSupport

/// A check of documents against the schema in `data/json`, with Debian's python3-jsonschema.
struct DocumentCheck {
    static let interpreter = "/usr/bin/python3"
    private static let checkout = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")

    /// Whether the validator is installed.
    static let isPossible =
        (try? Command.run(interpreter, ["-c", "import jsonschema"], environment: [:]).status) == 0

    /// The schema.
    static let schema = file("data/json/fontctl.schema.json")

    /// Returns a file of the checkout.
    static func file(_ path: String) -> String {
        checkout.appending(path: path).standardized.path(percentEncoded: false)
    }

    /// Runs a script of the checkout.
    static func run(_ script: String, _ arguments: String...) throws -> Command.Result {
        try Command.run(interpreter, [file(script)] + arguments, environment: [:])
    }

    /// The beginning of scripts.
    ///
    /// The published schemas allow members of later releases. Here an undocumented member is a mistake.
    static let closing = """
        import json, sys
        from jsonschema import Draft202012Validator

        def closed(part):
            if isinstance(part, list):
                return [closed(item) for item in part]
            if not isinstance(part, dict):
                return part
            whole = {key: closed(value) for key, value in part.items()}
            if "type" in part and isinstance(part.get("properties"), dict):
                whole["additionalProperties"] = False
            return whole


        """

    /// Validates each line of a file, a list of the name and the document.
    private static let script =
        closing + """
            schema = json.load(open(sys.argv[1], encoding="utf-8"))
            Draft202012Validator.check_schema(schema)
            definitions = closed(schema["$defs"])
            for line in open(sys.argv[2], encoding="utf-8"):
                name, document = json.loads(line)
                validator = Draft202012Validator({"$ref": "#/$defs/" + name, "$defs": definitions})
                for error in validator.iter_errors(document):
                    for cause in error.context or [error]:
                        place = "/".join(map(str, cause.absolute_path))
                        print(name, place, cause.message[:300], sep=": ")
            """

    private var lines: [String] = []

    /// Adds a document that the schema describes under a name.
    mutating func add(_ document: String, as name: String) { lines.append("[\"\(name)\",\(document)]") }

    /// Returns a line for each part of a document that is not as described.
    func problems(in home: PrivateHome) throws -> [String] {
        let file = try home.write(Array(lines.joined(separator: "\n").utf8), as: "documents.jsonl")
        let result = try Command.run(Self.interpreter, ["-c", Self.script, Self.schema, file], environment: [:])
        return result.lines + (result.status == 0 ? [] : [result.errors])
    }
}
