import FontRegistry

/// The outcomes of registering, unregistering, enabling or disabling fonts.
struct SummaryReport: Report {
    /// The operation, which determines the members that are printed.
    enum Operation: Sendable, Hashable {
        case register(RegisterAdvice)
        case change
    }

    var operation: Operation
    var summary: FontSummary
    /// The files outside of fontd's folders with a font of the same PostScript name, by the id of a disabled
    /// registration.
    var copies: [String: [String]] = [:]
    /// The packages of unregistered fonts, by path or by the name in the request.
    var packages: [String: String] = [:]
    /// The registrations for all users of unregistered fonts, by path.
    var owners: [String: SystemRegistration] = [:]
    /// Similar names for targets that were not found.
    var suggestions: [String: [String]] = [:]
    /// The signal that asked the program to end.
    var signal: Int32?

    var json: JSON {
        let results = summary.outcomes.map { outcome in
            switch operation {
            case .register: Self.registerResult(outcome)
            case .change:
                changeResult(outcome).adding(("suggestions", suggestions[outcome.item].map { JSON($0) }))
            }
        }
        let document: JSON = [
            "generation": JSON(summary.generation), "stopped": JSON(summary.wasStopped), "results": .array(results),
        ]
        guard case .register = operation else { return document }
        let passedOver = summary.passedOver.sorted { $0.key < $1.key }.map {
            JSON.Member(key: $0.key, value: JSON($0.value))
        }
        return document.adding(("skipped", .object(passedOver)))
    }

    private static func registerResult(_ outcome: FontOutcome) -> JSON {
        let registration = outcome.registration
        let result: JSON = [
            "file": .string(outcome.item),
            "status": .string(outcome.status.rawValue),
            "code": JSON(outcome.error?.code.rawValue),
            "message": JSON(outcome.error?.advisedMessage ?? outcome.takenInstead.map { "Another form of \($0)." }),
            "conflict": outcome.error?.conflict.map(conflict) ?? .null,
            "id": JSON(registration?.id),
            "path": JSON(registration?.path),
            "scope": JSON(registration?.scope.rawValue),
            "provider": JSON(registration?.provider),
            "enabled": registration.map { .bool($0.isEnabled) } ?? .null,
            "faces": registration.map(JSON.faces) ?? [],
            "inUseBy": users(outcome),
        ]
        return result.adding(("takenInstead", outcome.takenInstead.map { .string($0) }))
    }

    private func changeResult(_ outcome: FontOutcome) -> JSON {
        let registration = outcome.registration
        let shown = registration.flatMap { copies[$0.id] } ?? []
        let result: JSON = [
            "query": .string(outcome.item),
            "file": JSON(registration?.file),
            "status": .string(outcome.status.rawValue),
            "code": JSON(outcome.error?.code.rawValue),
            "message": JSON(outcome.error?.advisedMessage),
            "conflict": outcome.error?.conflict.map(Self.conflict) ?? .null,
            "id": JSON(registration?.id),
            "path": JSON(registration?.path),
            "scope": JSON(registration?.scope.rawValue),
            "provider": JSON(registration?.provider),
            "faces": registration.map(JSON.faces) ?? [],
            "inUseBy": Self.users(outcome),
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
                if let taken = outcome.takenInstead { return ["another form", "of \(taken)", outcome.item] }
                return [
                    Self.words(outcome.status) + (isHidden ? ", disabled" : ""), registration?.faces.namesText ?? "",
                    registration?.file ?? outcome.item,
                ]
            })
    }

    /// Returns a status as text.
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
        var lines = remarks + FailureLines(operation, summary, suggestions: suggestions, packages: packages).lines
        let failures = summary.outcomes.count { $0.status == .failed }
        let undone = summary.outcomes.count { $0.status == .skipped && !$0.isSuccess }
        if summary.wasStopped {
            lines.append(
                isAtomic
                    ? "Stopped: nothing was registered. Run the same command again to register all."
                    : "Stopped: \(counted(undone, "file")) not processed. Run the same command again to continue.")
        } else if undone > 0 {
            lines.append(
                "Nothing was registered, because of --atomic. Correct or omit the failed files, and run the command again."
            )
        } else if failures > 0, summary.outcomes.count > 1 {
            lines.append("\(failures) of \(summary.outcomes.count) failed; the others are done.")
        }
        return lines + Self.remarks(summary.outcomes) + passedOver
    }

    /// Returns a line for each program that still has removed or replaced fonts open, with the number of fonts.
    private static func remarks(_ outcomes: [FontOutcome]) -> [String] {
        var fonts: [FontUser: Int] = [:]
        for user in outcomes.flatMap(\.inUseBy) { fonts[user, default: 0] += 1 }
        return fonts.sorted { $0.key.processIdentifier < $1.key.processIdentifier }.map { user, count in
            let those = count == 1 ? "it" : "\(count) of these fonts"
            return "\(user.program) (pid \(user.processIdentifier)) shows \(those) as before until it is restarted."
        }
    }

    /// The files in searched folders that were left out, in one line.
    private var passedOver: [String] {
        guard !summary.passedOver.isEmpty else { return [] }
        let kinds = summary.passedOver.sorted { $0.key < $1.key }.map { kind, count in
            ArchiveFormat(rawValue: kind) == nil
                ? counted(count, "\(Self.name(of: kind)) font") : counted(count, "\(Self.name(of: kind)) archive")
        }
        return [
            "Skipped in folders: \(kinds.joined(separator: ", ")). Only TrueType and OpenType fonts are registered: unpack archives and convert other fonts first."
        ]
    }

    /// Returns the usual spelling of a kind of file.
    private static func name(of kind: String) -> String {
        switch kind {
        case "zip", "rar", "woff", "woff2", "pcf", "bdf", "cff", "eot": kind.uppercased()
        case "type1": "Type 1"
        case "winfnt": "Windows"
        default: kind
        }
    }

    private var isAtomic: Bool { if case .register(let advice) = operation { advice.options.isAtomic } else { false } }

    var exitStatus: Int32 {
        if let signal { return ExitStatus.ended(by: signal) }
        if summary.isSuccess, !summary.wasStopped { return ExitStatus.done }
        let errors = summary.errors
        return !errors.isEmpty && errors.allSatisfy { $0.storeFault != nil }
            ? ExitStatus.unavailable : ExitStatus.failed
    }
}
