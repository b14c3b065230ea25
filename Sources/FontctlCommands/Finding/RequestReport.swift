import FontAdvice
import FontRegistry

/// The outcomes of requested fonts.
struct RequestReport: Report {
    var outcomes: [FontRequestOutcome]
    /// Similar names for names without a font.
    var suggestions: [String: [String]] = [:]

    var json: JSON {
        let results = outcomes.map { outcome -> JSON in
            [
                "query": .string(outcome.query), "status": .string(outcome.status.rawValue),
                "code": JSON(outcome.error?.code.rawValue), "message": JSON(outcome.error?.advisedMessage),
                "face": outcome.font.map { JSON($0) } ?? .null,
                "suggestions": suggestions[outcome.query].map { JSON($0) },
            ]
        }
        let isChanged = outcomes.contains { $0.status == .activated || $0.status == .provided }
        return ["changed": .bool(isChanged), "results": .array(results)]
    }

    var text: TextOutput {
        TextOutput(
            outcomes.filter { isSuccess($0) }.map { outcome in
                [outcome.status.rawValue, outcome.font?.postscriptName ?? outcome.query, outcome.font?.path ?? ""]
            })
    }

    var diagnostics: [String] {
        outcomes.compactMap { outcome in
            let reason = outcome.error.map { "\($0.advisedMessage) (\($0.code.rawValue))" }
            return switch outcome.status {
            case .resolved, .activated, .provided: nil
            case .notFound:
                "\(outcome.query): \(reason ?? "No available font has that name.\(near(outcome)) `fontctl register FILE` registers one.")"
            case .declined: "\(outcome.query): \(reason ?? "Activating it is not allowed. Ask the user to enable it.")"
            case .timedOut:
                "\(outcome.query): \(reason ?? "The time limit was reached before this name was searched. Specify a longer --timeout.")"
            }
        }
    }

    private func near(_ outcome: FontRequestOutcome) -> String {
        NearNames.question(suggestions[outcome.query] ?? [])
    }

    var exitStatus: Int32 { outcomes.allSatisfy { isSuccess($0) } ? ExitStatus.done : ExitStatus.failed }

    private func isSuccess(_ outcome: FontRequestOutcome) -> Bool {
        switch outcome.status {
        case .resolved, .activated, .provided: true
        case .notFound, .declined, .timedOut: false
        }
    }
}
