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
    /// The fonts with the name that programs do not see.
    var withheld: WithheldFont?

    /// The locale of names for people.
    var locale = Locale(identifier: "en_001")

    var json: JSON {
        let answer = JSON(resolution).without("ofFamily", "reason", "registration", "disabledBy").adding(
            ("suggestions", JSON(suggestions)), ("systemRegistration", owner.map(JSON.systemRegistration)),
            ("reason", withheld.map { .string($0.reason) }), ("command", withheld?.command.map(JSON.string)))
        guard case .unusable(let unusable)? = withheld?.cause else { return answer }
        let registration = unusable.registration
        return answer.adding(
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
        let manner = resolution.matchedBy.map(Self.manner) ?? ""
        var text = TextOutput()
        let name = font.instance == nil ? font.face.shownName(.fullName, for: locale) : font.fullName
        text.line("\(font.postscriptName)  \(name)  \(font.path ?? tr("in memory")) \(manner)")
        return text
    }

    private static func manner(_ manner: FontResolution.MatchedBy) -> String {
        switch manner {
        case .postscriptName: tr("(by postscript-name)")
        case .instance: tr("(by instance)")
        case .fullName: tr("(by full-name)")
        case .familyStyle: tr("(by family-style)")
        case .localized: tr("(by localized)")
        }
    }

    var diagnostics: [String] {
        // Not on standard output, which has the result only.
        guard resolution.match == nil else { return owner.map { ["\(resolution.query): \(tr($0.explanation))"] } ?? [] }
        // Not on standard output, where a script would mistake it for the result.
        let substitute = resolution.substitute.map {
            tr("Instead, fontconfig would show another font: \($0.postscriptName) (\($0.sentenceName)).")
        }
        let sentences =
            if let withheld {
                [tr("“\(resolution.query)” cannot be used. \(withheld.explanation)"), substitute]
            } else {
                [
                    tr("No font is named “\(resolution.query)”.\(NearNames.question(suggestions))"), substitute,
                    tr("`fontctl faces` lists the names."),
                ]
            }
        return [sentences.compactMap(\.self).joined(separator: " ")]
    }

    var exitStatus: Int32 { resolution.match == nil ? ExitStatus.failed : ExitStatus.done }
}
