import ArgumentParser
import FontAdvice
import FontRegistry

struct Request: FontctlCommand {
    static let configuration = CommandConfiguration(
        "request", abstract: "Make fonts usable by name.",
        discussion: """
            Fonts that are visible to programs are not changed; disabled fonts are enabled. If fontd is installed and \
            a session bus is available, fontd requests missing fonts from the font providers that announced them, and \
            registers the supplied fonts in session scope. The command does not wait for a provider that exceeds the \
            deadline (see `fontctl policy --request-deadline`); run it again later. Fonts that no provider has are \
            downloaded from catalogues; a download that takes longer than --timeout continues.

            Example:
              fontctl request Lora-Bold Lora-Italic
            """)

    @Argument(help: ArgumentHelp("Names, as for `fontctl resolve`.", valueName: "name"), completion: .registeredNames())
    var names: [NameArgument]

    @Option(help: ArgumentHelp("Stop searching after this time.", valueName: "seconds"))
    var timeout = 30.0

    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard timeout > 0, timeout <= 86_400 else {
            throw ValidationError(
                message: "The timeout must be a number of seconds greater than 0 and at most 86400.")
        }
    }

    func answer(in context: FontctlContext) async throws(FontError) -> any Report {
        let manager = try await context.manager()
        let outcomes = try await manager.request(names.map(\.text), timeout: .seconds(timeout))
        let missing = outcomes.filter { $0.status == .notFound }.map(\.query)
        return RequestReport(
            outcomes: outcomes, suggestions: await manager.nearNames(to: missing, in: names.map(\.text)))
    }
}

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
        let isChanged = outcomes.contains { [.activated, .provided, .downloaded].contains($0.status) }
        return ["changed": .bool(isChanged), "results": .array(results)]
    }

    var text: TextOutput {
        TextOutput(
            outcomes.filter { isSuccess($0) }.map { outcome in
                [outcome.status.text, outcome.font?.postscriptName ?? outcome.query, outcome.font?.path ?? ""]
            })
    }

    var diagnostics: [String] {
        outcomes.compactMap { outcome in
            if isSuccess(outcome) { return nil }
            let reason = outcome.error.map { "\(tr($0.advised)) (\($0.code.rawValue))" }
            return "\(outcome.query): \(reason ?? tr(self.reason(of: outcome)))"
        }
    }

    /// Returns the reason of an outcome that has no error.
    private func reason(of outcome: FontRequestOutcome) -> Message {
        switch outcome.status {
        case .declined: "Activating it is not allowed. Ask the user to enable it."
        case .timedOut:
            "The time limit was reached before this name was searched. Specify a longer --timeout."
        case .resolved, .activated, .provided, .downloaded, .notFound:
            "No available font has that name.\(NearNames.question(suggestions[outcome.query] ?? [])) `fontctl register FILE` registers one."
        }
    }

    var exitStatus: Int32 { outcomes.allSatisfy { isSuccess($0) } ? ExitStatus.done : ExitStatus.failed }

    private func isSuccess(_ outcome: FontRequestOutcome) -> Bool {
        switch outcome.status {
        case .resolved, .activated, .provided, .downloaded: true
        case .notFound, .declined, .timedOut: false
        }
    }
}

extension FontRequestOutcome.Status {
    /// The outcome as a word.
    fileprivate var text: String {
        switch self {
        case .resolved: tr("resolved")
        case .activated: tr("activated")
        case .provided: tr("provided")
        case .downloaded: tr("downloaded")
        case .notFound, .declined, .timedOut: rawValue
        }
    }
}
