import FontAdvice
import FontRegistry
import Foundation

/// The result of resolving one name.
struct ResolutionReport: Report {
    var resolution: FontResolution
    /// Similar names, if the name has no font.
    var suggestions: [String] = []
    /// The registration for all users that shows the font, or is disabled.
    var owner: SystemRegistration?
    /// Whether the name is that of a font of the system that the user has hidden.
    var isHidden = false
    /// The hiding of the font from all users.
    var hiding: SystemHiding?

    /// The locale of names for people.
    var locale = Locale(identifier: "en_001")

    var json: JSON {
        let common: JSON = [
            "query": .string(resolution.query), "status": resolution.match == nil ? "not-found" : "found",
            "matchedBy": JSON(resolution.matchedBy?.rawValue), "face": resolution.match.map(JSON.face) ?? .null,
            "substitute": resolution.substitute.map(JSON.face) ?? .null, "suggestions": JSON(suggestions),
        ]
        let answer = common.adding(
            ("systemRegistration", owner.map(JSON.systemRegistration)),
            ("reason", isHidden || hiding != nil ? "hidden" : nil))
        guard let unusable = resolution.unusable else { return answer }
        let registration = unusable.registration
        return answer.adding(
            ("reason", .string(unusable.reason.rawValue)),
            ("disabledBy", unusable.disabledBy.map { .string($0.rawValue) }),
            (
                "registration",
                [
                    "id": .string(registration.id), "provider": .string(registration.provider),
                    "scope": .string(registration.scope.rawValue), "file": .string(registration.file),
                    "enabled": .bool(registration.isEnabled),
                    "postscriptNames": JSON(registration.faces.map(\.postscriptName)),
                ]
            ))
    }

    var text: TextOutput {
        guard let font = resolution.match else { return TextOutput() }
        let manner = resolution.matchedBy.map { "(by \($0.rawValue))" } ?? ""
        var text = TextOutput()
        text.line(
            [font.postscriptName, shownName(font), "\(font.path ?? "in memory") \(manner)"].joined(separator: "  "))
        return text
    }

    private func shownName(_ font: FontDescriptor) -> String {
        font.instance == nil ? font.face.shownName(.fullName, for: locale) : font.fullName
    }

    var diagnostics: [String] {
        // Not on standard output, which has the result only.
        guard resolution.match == nil else { return owner.map { ["\(resolution.query): \($0.explanation)"] } ?? [] }
        // Not on standard output, where a script would mistake it for the result.
        let substitute = resolution.substitute.map {
            " In its place fontconfig would show another font: \($0.postscriptName) (\($0.fullName))."
        }
        if let unusable = resolution.unusable {
            return [
                "“\(resolution.query)” cannot be used. \(unusable.explanation)\(advice(unusable))\(substitute ?? "")"
            ]
        }
        if isHidden {
            let command = ShellWords.line(["fontctl", "enable"], operands: [resolution.query])
            return [
                "“\(resolution.query)” is a font of the system that you have hidden. `\(command)` shows it again.\(substitute ?? "")"
            ]
        }
        if let hiding {
            return ["“\(resolution.query)” cannot be used. \(hiding.explanation)\(substitute ?? "")"]
        }
        if let owner {
            return ["No font of yours is named “\(resolution.query)”. \(owner.explanation)\(substitute ?? "")"]
        }
        return [
            "No font is named “\(resolution.query)”.\(NearNames.question(suggestions))\(substitute ?? "") "
                + "`fontctl faces` lists the names."
        ]
    }

    /// Returns the advice to enable the font, with a leading space.
    private func advice(_ unusable: UnusableFont) -> String {
        guard unusable.reason == .disabled else { return "" }
        let registration = unusable.registration
        // A formed name may be that of other fonts, too.
        let own = registration.faces.first.flatMap { $0.hasFormedPostScriptName ? nil : $0.postscriptName }
        let name = own ?? registration.id
        return " `\(ShellWords.line(["fontctl", "enable"], operands: [name]))` enables it."
    }

    var exitStatus: Int32 { resolution.match == nil ? ExitStatus.failed : ExitStatus.done }
}
