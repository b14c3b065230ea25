import FontCatalog
import FontRegistry

/// What a build of a catalogue made.
struct CatalogBuildReport: Report {
    /// A family of the catalogue.
    struct Family: Sendable {
        var id: String
        var family: String
        var version: String
        var license: String
        var files: Int
        var size: Int64
        var state: CatalogBuildResult.Family.State
    }

    /// A family or file that was left out.
    struct Refusal: Sendable {
        var family: String?
        var error: FontError
    }

    /// What was published.
    struct Published: Sendable {
        var version: Int64
        var changedBins: Int
        var isChanged: Bool
        var address: PublishedAddress
    }

    var id: String
    var families: [Family] = []
    var removed: [String] = []
    var refused: [Refusal] = []
    /// The numbers of files in formats that a catalogue does not have.
    var passedOver: [String: Int] = [:]
    /// The claims of publishers that the files contradict.
    var wrongClaims: [WrongClaim] = []
    /// Nil if there was nothing to publish.
    var published: Published?
    /// The port at which this program delivers the catalogue; nil if it does not.
    var port: UInt16?

    /// The address at which this program delivers the catalogue.
    private var served: String? {
        port.flatMap { port in published.map { "http://127.0.0.1:\(port)/#sha256=\($0.address.root)" } }
    }

    var json: JSON {
        let families = families.map { family -> JSON in
            [
                "id": .string(family.id), "family": .string(family.family), "version": .string(family.version),
                "license": .string(family.license), "files": .integer(Int64(family.files)), "size": JSON(family.size),
                "state": .string(family.state.rawValue),
            ]
        }
        let refused = refused.map { refusal -> JSON in
            [
                "family": JSON(refusal.family), "file": JSON(refusal.error.file),
                "code": .integer(Int64(refusal.error.code.rawValue)), "message": .string(refusal.error.message),
            ]
        }
        let skipped = passedOver.sorted { $0.key < $1.key }.map { JSON.Member(key: $0.key, value: JSON($0.value)) }
        let claims = wrongClaims.map { claim -> JSON in
            [
                "family": .string(claim.family), "file": JSON(claim.file), "claim": .string(claim.claim),
                "claimed": .string(claim.claimed), "actual": JSON(claim.actual), "metadata": .string(claim.metadata),
            ]
        }
        let document: JSON = [
            "catalog": .string(id), "changed": .bool(published?.isChanged ?? false), "families": .array(families),
            "removed": JSON(removed), "refused": .array(refused), "skipped": .object(skipped),
            "wrongClaims": .array(claims),
        ]
        guard let published else { return document }
        return document.adding(
            [
                ("version", JSON(published.version)), ("changedBins", JSON(published.changedBins)),
            ] + published.address.members + (served.map { [("served", .string($0))] } ?? []))
    }

    var text: TextOutput {
        var text = TextOutput(
            families.map { family in
                [
                    tr(family.state.word), family.id, family.family, family.version, tr(counted(family.files, "file")),
                    byteCount(Int(clamping: family.size)), family.license,
                ]
            } + removed.map { [tr("removed"), $0] })
        if let published {
            let bins = counted(published.changedBins, "hash bin")
            let count = counted(families.count, "family", "families")
            text.line(tr("version \(published.version), \(count), \(bins) changed"))
            text.lines(published.address.lines)
        }
        if let served { text.line(tr("serving on \(served) until Ctrl-C")) }
        return text
    }

    var diagnostics: [String] {
        var lines = refused.map { refusal in
            let (error, family) = (refusal.error, refusal.family)
            return "\(family ?? error.file ?? id): \(error.localizedMessage) (\(error.code.rawValue))"
        }
        lines += wrongClaims.map { "\($0.family): \(tr(Self.fact($0)))" }
        if !passedOver.isEmpty {
            let kinds = passedOver.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }.joined(separator: ", ")
            lines.append(
                tr("Left out: \(kinds). A catalogue has TrueType and OpenType fonts only; convert the other ones."))
        }
        if published == nil { lines.append(tr("Nothing was published, because there is no family to publish.")) }
        return lines
    }

    /// Returns a sentence about a claim that a file contradicts.
    private static func fact(_ claim: WrongClaim) -> Message {
        let metadata = PathText.name(of: claim.metadata)
        if claim.claim == "file" { return "\(metadata) states the file “\(claim.claimed)”, which is missing." }
        let claimed: Message = claim.claimed.isEmpty ? "nothing" : "“\(claim.claimed)”"
        let actual: Message = claim.actual.map { "“\($0)”" } ?? "nothing"
        guard let file = claim.file.map(PathText.name) else {
            return "\(metadata) states \(claimed) as \(claim.claim), but the file has \(actual)."
        }
        return "\(metadata) states \(claimed) as \(claim.claim) of \(file), but the file has \(actual)."
    }

    var exitStatus: Int32 { refused.isEmpty && published != nil ? ExitStatus.done : ExitStatus.failed }
}

extension CatalogBuildReport {
    init(_ result: CatalogBuildResult, in folder: String) {
        id = result.catalog.id
        families = result.families.map { family in
            Family(
                id: family.id, family: family.summary.family, version: family.summary.version,
                license: family.summary.license, files: family.summary.files, size: family.summary.size,
                state: family.state)
        }
        removed = result.removed
        refused = result.refused.map { Refusal(family: $0.family, error: $0.error) }
        passedOver = result.passedOver
        wrongClaims = result.wrongClaims
        published = result.publication.map { publication in
            Published(
                version: publication.snapshot, changedBins: publication.changedBins, isChanged: publication.isChanged,
                address: PublishedAddress(root: publication.root, folder: folder))
        }
    }
}

extension CatalogBuildResult.Family.State {
    /// The state in a column.
    fileprivate var word: Message {
        switch self {
        case .new: "new"
        case .changed: "changed"
        case .unchanged: "unchanged"
        }
    }
}
