import FontCatalog
import FontRegistry

/// What became of names that were to be downloaded.
struct DownloadReport: Report {
    /// What became of a name.
    enum Status: String, Sendable, CaseIterable {
        /// A font with the name was there.
        case present
        case downloaded
        /// It is offered, and was not to be downloaded.
        case offered
        /// The user refused the licence, or the download over a metered connection.
        case declined
        /// No catalogue offers the name.
        case notFound = "not-found"
        /// The publisher does not offer the family any more.
        case withdrawn
        case failed
        /// The command was ended before it came to the name, or during the download.
        case interrupted
    }

    /// A name.
    struct Row: Sendable {
        var name: String
        var status = Status.notFound
        var font: FontDescriptor?
        var offer: FontDownloadRequest?
        var error: FontError?
        var withdrawal: FontMatchingEvent.Unavailable?
        /// The licence to which nobody agreed.
        var license: FontLicenseRequest?
    }

    var rows: [Row]
    var warnedOf: [FontError] = []
    var isCheck: Bool
    /// The numbers of the registrations.
    var operations: [Int64] = []
    /// The signal that ended the command.
    private(set) var signal: Int32?
    private var wasOffered: Set<String> = []
    /// Whether the match ended by itself.
    private var isComplete = false

    init(names: [String], isCheck: Bool) {
        rows = names.map { Row(name: $0) }
        self.isCheck = isCheck
    }

    /// Notes the signal that ended the command; nil for none.
    mutating func end(by signal: Int32?) {
        self.signal = signal
        guard signal != nil, !isComplete else { return }
        for place in rows.indices {
            let isOpen = rows[place].status == .notFound || rows[place].status == .offered && !isCheck
            if isOpen { rows[place].status = .interrupted }
        }
    }

    /// Takes an event of the match.
    mutating func note(_ event: FontMatchingEvent) {
        if event.state == .didFinish {
            (warnedOf, operations, isComplete) = (event.warnings, event.operations, true)
            for unavailable in event.unavailable where unavailable.status != nil {
                change(unavailable.name) {
                    $0.status = .withdrawn; $0.withdrawal = unavailable
                }
            }
        }
        guard let name = event.name else { return }
        switch event.state {
        case .willBeginDownloading:
            wasOffered.insert(name)
            change(name) { $0.status = .offered }
        // A font of a family is there, of which the rest is offered.
        case .didMatch where isCheck && wasOffered.contains(name): break
        case .didMatch:
            let status: Status = wasOffered.contains(name) ? .downloaded : .present
            change(name) {
                $0.status = status; $0.font = event.results.first
            }
        case .didFailWithError:
            let status: Status = event.error?.code == .cancelledByUser ? .declined : .failed
            change(name) {
                $0.status = status; $0.error = event.error
            }
        default: break
        }
    }

    /// Adds what was asked before the downloads.
    mutating func add(_ questions: DownloadQuestions) {
        let (requests, refused, metered) = (questions.requests, questions.refusedLicenses, questions.metered)
        for place in rows.indices {
            let name = rows[place].name
            rows[place].offer = requests[name]
            rows[place].license = refused[name]
            guard metered.contains(name), let offer = requests[name] else { continue }
            rows[place].status = .declined
            rows[place].error = FontError(
                .cancelledByUser,
                "The connection is metered, and the download has \(byteSize(Int(clamping: offer.downloadSize))). Pass --yes to download it.",
                file: name)
        }
    }

    /// Keeps the fonts that are there, which unused downloads of programs are not.
    mutating func keep(in catalogs: FontCatalogs) async {
        do throws(FontError) {
            try await catalogs.keep(rows.filter { $0.status == .present }.compactMap(\.font))
        } catch {
            warnedOf.append(error)
        }
    }

    private mutating func change(_ name: String, _ change: (inout Row) -> Void) {
        for place in rows.indices where rows[place].name == name { change(&rows[place]) }
    }

    var json: JSON {
        [
            "changed": .bool(rows.contains { $0.status == .downloaded }),
            "results": .array(
                rows.map { row in
                    [
                        "query": .string(row.name), "status": .string(row.status.rawValue),
                        "code": JSON(row.error?.code.rawValue), "message": JSON(message(of: row)?.description),
                        "cause": JSON(row.error?.cause?.word), "face": row.font.map { JSON($0) } ?? .null,
                        "offer": row.offer.map(Self.document),
                        "replacement": row.withdrawal?.replacement.map(JSON.string),
                        "agreement": row.license.map { license in
                            .array(
                                license.texts.map { text in
                                    [
                                        "name": .string(text.name), "sha256": .string(text.sha256),
                                        "text": .string(text.text),
                                    ]
                                })
                        },
                    ]
                }),
            "operations": .array(operations.map { JSON($0) }), "warnings": JSON(warnedOf.map(\.described)),
        ]
    }

    private static func document(_ offer: FontDownloadRequest) -> JSON {
        [
            "catalog": .string(offer.catalog), "id": .string(offer.id), "family": .string(offer.family),
            "version": .string(offer.version), "license": .string(offer.license),
            "requiresAgreement": .bool(offer.requiresAgreement), "size": JSON(offer.downloadSize),
            "files": JSON(offer.files), "faces": JSON(offer.faces), "metered": .bool(offer.isMetered),
        ]
    }

    var text: TextOutput {
        TextOutput(
            rows.compactMap { row in
                guard let word = row.status.word else { return nil }
                return [
                    tr(word), row.font?.postscriptName ?? row.name, row.offer?.family ?? "",
                    row.offer?.version ?? "",
                    row.offer.map { byteCount(Int(clamping: $0.downloadSize)) } ?? "",
                    row.offer?.license ?? "", row.offer?.catalog ?? row.font?.path ?? "",
                ]
            })
    }

    var diagnostics: [String] {
        warnedOf.map(\.shown)
            + rows.compactMap { row in
                message(of: row).map { "\(row.name): \(tr($0))\(row.error.map { " (\($0.code.rawValue))" } ?? "")" }
            } + UndoAdvice.lines(operations)
    }

    private func message(of row: Row) -> Message? {
        switch row.status {
        case .present, .downloaded, .offered: return nil
        case .notFound:
            return "No catalogue offers the name. `fontctl catalog search` searches by parts of names."
        case .interrupted:
            return "The command was interrupted. Repeat it to download the font; it continues where it ended."
        case .withdrawn:
            let fact: Message = "The publisher does not offer the family any more."
            let reason = row.withdrawal?.status?.reason.map { Message(verbatim: DisplayText.clean($0)) }
            let advice: Message =
                row.withdrawal?.replacement.map {
                    "Download the family that replaces it: `\(ShellWords.line(["fontctl", "download", $0]))`."
                } ?? "`fontctl catalog search` finds other families."
            return Message([fact, reason, advice].compactMap(\.self)).harmless
        case .declined where row.license != nil:
            let hashes = row.license?.texts.flatMap { ["--accept-license", $0.sha256] } ?? []
            let command = ShellWords.line(["fontctl", "download", row.name] + hashes)
            return
                "The license asks for agreement, so nothing was downloaded. Read it on a terminal or with --json, and agree to it with `\(command)`."
        case .declined, .failed: return row.error?.advised
        }
    }

    var exitStatus: Int32 {
        if let signal { return ExitStatus.ended(by: signal) }
        let isDone = rows.allSatisfy {
            [.present, .downloaded].contains($0.status) || isCheck && $0.status == .offered
        }
        return isDone ? ExitStatus.done : ExitStatus.failed
    }
}

extension FontError {
    /// The file and the message, for a list of warnings.
    var described: String { "\(file.map { "\($0): " } ?? "")\(message)" }

    /// The same for people.
    var shown: String { "\(file.map { "\($0): " } ?? "")\(localizedMessage)" }
}

extension DownloadReport.Status {
    /// The status in a column; nil for a name without a font, of which there is a message.
    fileprivate var word: Message? {
        switch self {
        case .present: "present"
        case .downloaded: "downloaded"
        case .offered: "offered"
        case .declined, .notFound, .withdrawn, .failed, .interrupted: nil
        }
    }
}

extension FontError.Cause {
    /// The word of a fault of a download; nil for other causes.
    var word: String? {
        switch self {
        case .network(let fault, _): "network: \(fault.rawValue)"
        case .download(let fault, _): "download: \(fault.rawValue)"
        case .catalog(let fault, _): "catalog: \(fault.rawValue)"
        default: nil
        }
    }
}

/// How downloads are taken back.
enum UndoAdvice {
    /// Returns the line for the numbers of registrations; none without one.
    static func lines(_ operations: [Int64]) -> [String] {
        guard !operations.isEmpty else { return [] }
        let commands = operations.sorted(by: >).map { "`fontctl undo \($0)`" }
        return [tr("Take this back with \(commands.joined(separator: ", ")).")]
    }
}
