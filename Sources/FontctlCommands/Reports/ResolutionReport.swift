import FontRegistry

/// The answer to a question for one name.
struct ResolutionReport: Report {
    var resolution: FontResolution

    var json: JSON {
        [
            "query": .string(resolution.query), "status": resolution.match == nil ? "not-found" : "found",
            "matchedBy": JSON(resolution.matchedBy?.rawValue), "face": resolution.match.map(JSON.face) ?? .null,
            "substitute": resolution.substitute.map(JSON.face) ?? .null,
        ]
    }

    var text: TextOutput {
        guard let font = resolution.match else { return TextOutput() }
        let manner = resolution.matchedBy.map { "(by \($0.rawValue))" } ?? ""
        var text = TextOutput()
        text.line(
            [font.postscriptName, font.fullName, "\(font.path ?? "in memory") \(manner)"].joined(separator: "  "))
        return text
    }

    var diagnostics: [String] {
        guard resolution.match == nil else { return [] }
        // Never on standard output: a script would take it for the answer.
        let substitute = resolution.substitute.map {
            " In its place fontconfig would show another font: \($0.postscriptName) (\($0.fullName))."
        }
        return [
            "No font is named “\(resolution.query)”.\(substitute ?? "") "
                + "`fontctl faces` lists the names; `fontctl request` enables a font that is registered and disabled."
        ]
    }

    var exitStatus: Int32 { resolution.match == nil ? ExitStatus.failed : ExitStatus.done }
}
