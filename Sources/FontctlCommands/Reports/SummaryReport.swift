import FontRegistry

/// What became of files that were to be registered, unregistered or switched.
struct SummaryReport: Report {
    /// Which operation it was; the two print different facts.
    enum Operation: Sendable, Hashable {
        case register(RegistrationOptions)
        case change
    }

    var operation: Operation
    var summary: FontSummary
    /// Files outside fontd's folders with a font of the same PostScript name, by the id of a disabled registration.
    var copies: [String: [String]] = [:]
    /// The packages of fonts that are not registered, by path or by the name that was asked for.
    var packages: [String: String] = [:]

    var json: JSON {
        let results = summary.outcomes.map { outcome in
            switch operation {
            case .register: Self.registerResult(outcome)
            case .change: changeResult(outcome)
            }
        }
        return [
            "generation": JSON(summary.generation), "stopped": JSON(summary.wasStopped), "results": .array(results),
        ]
    }

    private static func registerResult(_ outcome: FontOutcome) -> JSON {
        let registration = outcome.registration
        return [
            "file": .string(outcome.item),
            "status": .string(outcome.status.rawValue),
            "code": JSON(outcome.error?.code.rawValue),
            "message": JSON(outcome.error?.message),
            "conflict": outcome.error?.conflict.map(conflict) ?? .null,
            "id": JSON(registration?.id),
            "path": JSON(registration?.path),
            "scope": JSON(registration?.scope.rawValue),
            "provider": JSON(registration?.provider),
            "enabled": registration.map { .bool($0.isEnabled) } ?? .null,
            "faces": registration.map(JSON.faces) ?? [],
            "inUseBy": users(outcome),
        ]
    }

    private func changeResult(_ outcome: FontOutcome) -> JSON {
        let registration = outcome.registration
        let shown = registration.flatMap { copies[$0.id] } ?? []
        let result: JSON = [
            "query": .string(outcome.item),
            "file": JSON(registration?.file),
            "status": .string(outcome.status.rawValue),
            "code": JSON(outcome.error?.code.rawValue),
            "message": JSON(outcome.error?.message),
            "conflict": outcome.error?.conflict.map(Self.conflict) ?? .null,
            "id": JSON(registration?.id),
            "path": JSON(registration?.path),
            "scope": JSON(registration?.scope.rawValue),
            "provider": JSON(registration?.provider),
            "faces": registration.map(JSON.faces) ?? [],
            "inUseBy": users(outcome),
        ]
        return result.adding(
            ("stillShown", shown.isEmpty ? nil : JSON(shown)), ("package", packages[outcome.item].map(JSON.string)))
    }

    private static func users(_ outcome: FontOutcome) -> JSON {
        .array(
            outcome.inUseBy.map { user in
                ["pid": JSON(Int(user.processIdentifier)), "program": .string(user.program)] as JSON
            })
    }

    private static func conflict(_ conflict: FontError.Conflict) -> JSON {
        [
            "id": .string(conflict.id), "file": .string(conflict.file), "provider": .string(conflict.provider),
            "postscriptName": .string(conflict.postscriptName),
        ]
    }

    var text: TextOutput {
        TextOutput(
            summary.outcomes.filter(\.isSuccess).map { outcome in
                let registration = outcome.registration
                let isHidden = if case .register = operation { registration?.isEnabled == false } else { false }
                return [
                    Self.words(outcome.status) + (isHidden ? ", disabled" : ""), registration?.faces.namesText ?? "",
                    registration?.file ?? outcome.item,
                ]
            })
    }

    /// A status as a person would say it.
    private static func words(_ status: FontOutcome.Status) -> String {
        switch status {
        case .registered: "registered"
        case .alreadyRegistered: "already registered"
        case .replaced: "replaced"
        case .unregistered: "unregistered"
        case .enabled: "enabled"
        case .disabled: "disabled"
        case .unchanged: "unchanged"
        case .failed: "failed"
        case .skipped: "skipped"
        }
    }

    var diagnostics: [String] {
        let failures = summary.outcomes.filter { $0.status == .failed }
        var lines = failures.map { outcome in
            let error = outcome.error
            let code = error.map { " (\($0.code.rawValue))" } ?? ""
            let package = packages[outcome.item].map { " " + Self.removal($0) } ?? ""
            return "\(outcome.item): \(error?.message ?? "This failed.")\(error.flatMap(option) ?? "")\(package)\(code)"
        }
        lines = remarks + lines
        let skipped = summary.outcomes.count { $0.status == .skipped }
        if summary.wasStopped {
            lines.append(
                isAtomic
                    ? "Stopped: nothing was registered. Run the same command again to register all."
                    : "Stopped: \(counted(skipped, "file")) left alone. Run the same command again to go on.")
        } else if skipped > 0 {
            lines.append(
                "Nothing was registered, because of --atomic. Mend or leave out what failed, and run the command again."
            )
        } else if !failures.isEmpty, summary.outcomes.count > 1 {
            lines.append("\(failures.count) of \(summary.outcomes.count) failed; the others are done.")
        }
        return lines + Self.remarks(summary.outcomes)
    }

    /// The programs that go on with a font that is shown no longer; one line each, however many fonts it has open.
    private static func remarks(_ outcomes: [FontOutcome]) -> [String] {
        var fonts: [FontUser: Int] = [:]
        for user in outcomes.flatMap(\.inUseBy) { fonts[user, default: 0] += 1 }
        return fonts.sorted { $0.key.processIdentifier < $1.key.processIdentifier }.map { user, count in
            let those = count == 1 ? "it" : "\(count) of these fonts"
            return "\(user.program) (pid \(user.processIdentifier)) shows \(those) as before until it is restarted."
        }
    }

    private var isAtomic: Bool { if case .register(let options) = operation { options.isAtomic } else { false } }

    /// The option that does what the library's message advises.
    private func option(_ error: FontError) -> String? {
        guard case .register(let options) = operation, error.code == .duplicatedName else { return nil }
        if case .olderRevision = error.cause { return " The option for that is --allow-downgrade." }
        // Fonts of one batch never replace each other.
        let isSibling = summary.outcomes.contains { $0.isSuccess && $0.registration?.id == error.conflict?.id }
        return options.replaces || isSibling ? nil : " The option for that is --replace."
    }

    var exitStatus: Int32 {
        if summary.isSuccess, !summary.wasStopped { return ExitStatus.done }
        let errors = summary.errors
        return !errors.isEmpty && errors.allSatisfy { $0.storeFault != nil }
            ? ExitStatus.unavailable : ExitStatus.failed
    }
}
