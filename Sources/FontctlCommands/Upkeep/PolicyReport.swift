import FontRegistry

/// The policy for providers.
struct PolicyReport: Report {
    var file: String
    var policy: FontPolicy
    /// The provider to show; nil for all.
    var provider: String?
    /// Remarks about the named provider.
    var comments: [String] = []
    /// The file with the administrator's policy, if there is one.
    var machine: String?
    /// What came of a requested change: whether anything was changed, and whether that can be undone.
    var changed: (policy: FontPolicy, isChanged: Bool, isRecorded: Bool)?

    var changes: [String] { changed?.isChanged == true ? ["changed the policy"] : [] }

    var diagnostics: [String] {
        guard changed?.isRecorded == false else { return comments }
        return comments + [tr("The change could not be recorded in the store, so `fontctl undo` cannot undo it.")]
    }

    private var providers: [(id: String, entry: FontPolicy.Entry)] {
        let ids = provider.map { [$0] } ?? policy.providersWithSettings.sorted()
        return ids.map { ($0, policy.settings(of: $0)) }
    }

    private func rules(isSandboxed: Bool) -> FontPolicy.Entry {
        FontPolicy.Entry(policy.rules(for: nil, isSandboxed: isSandboxed))
    }

    var json: JSON {
        [
            "file": .string(file), "default": JSON(rules(isSandboxed: false)),
            "sandboxed": JSON(rules(isSandboxed: true)),
            "providers": .array(
                providers.map { id, entry -> JSON in
                    let provider: [FieldMember] = .init([
                        "id": .text(id), "kind": .stated(ProviderID.kind(of: id)?.rawValue),
                    ])
                    return JSON.record(provider + entry.fieldMembers)
                }),
            "consent": policy.consent.map(JSON.init) ?? .null, "requestDeadline": JSON(deadline),
            "desktopHelper": .string((policy.desktopHelper ?? .on).rawValue), "machineFile": JSON(machine),
            "changed": .bool(changed?.isChanged == true),
        ]
    }

    private var deadline: Double { policy.requestDeadline ?? FontPolicy.standardRequestDeadline }

    var text: TextOutput {
        if let provider, changed == nil {
            let rules = policy.rules(for: provider, isSandboxed: ProviderID.isSandboxed(provider))
            return TextOutput([[provider] + Self.cells(FontPolicy.Entry(rules))])
        }
        var text = TextOutput(
            [
                ["default"] + Self.cells(rules(isSandboxed: false)),
                ["sandboxed"] + Self.cells(rules(isSandboxed: true)),
            ] + providers.map { id, entry in [id] + (entry.isEmpty ? [tr("defaults of its kind")] : Self.cells(entry)) }
        )
        text.line(
            policy.consent.map { tr("consent: \($0.words)") }
                ?? tr("consent: no hook; the application Fonts asks, if it is installed"))
        text.line(tr("request deadline: \(localizedNumber("\(deadline)")) s"))
        text.line(tr("desktop helper: \((policy.desktopHelper ?? .on).rawValue)"))
        if let machine { text.line(tr("below your settings: \(machine)")) }
        return text
    }

    private static func cells(_ entry: FontPolicy.Entry) -> [String] {
        [
            entry.install.map { "install \($0.rawValue)" } ?? "", entry.use.map { "use \($0.rawValue)" } ?? "",
            entry.maxFonts.map { $0.number.map { tr(counted($0, "font")) } ?? tr("any number of fonts") } ?? "",
            entry.maxBytes.map { $0.number.map(byteCount) ?? tr("any size") } ?? "",
            entry.activation.map { "activation \($0.rawValue)" } ?? "",
            entry.download.map { "download \($0.rawValue)" } ?? "",
            entry.manage.map { "manage \($0.rawValue)" } ?? "",
        ]
    }
}

extension FontPolicy.Consent {
    /// The hook in words.
    var words: String {
        switch self {
        case .program(let words): words.joined(separator: " ")
        case .busName(let name): tr("\(name) on the bus")
        }
    }
}

extension JSON {
    init(_ consent: FontPolicy.Consent) {
        switch consent {
        case .program(let words): self = ["program": JSON(words)]
        case .busName(let name): self = ["busName": .string(name)]
        }
    }
}
