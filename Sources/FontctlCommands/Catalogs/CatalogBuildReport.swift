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
        var state: String
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
                "state": .string(family.state),
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
                    family.state, family.id, family.family, family.version, counted(family.files, "file"),
                    byteCount(Int(clamping: family.size)), family.license,
                ]
            } + removed.map { ["removed", $0] })
        if let published {
            let bins = counted(published.changedBins, "hash bin")
            text.line(
                "version \(published.version), \(counted(families.count, "family", "families")), \(bins) changed")
            text.lines(published.address.lines)
        }
        if let served { text.line("serving on \(served) until Ctrl-C") }
        return text
    }

    var diagnostics: [String] {
        var lines = refused.map { refusal in
            "\(refusal.family ?? refusal.error.file ?? id): \(refusal.error.message) (\(refusal.error.code.rawValue))"
        }
        lines += wrongClaims.map(Self.line)
        if !passedOver.isEmpty {
            let kinds = passedOver.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }.joined(separator: ", ")
            lines.append(
                "Left out: \(kinds). A catalogue has TrueType and OpenType fonts only; convert the other ones.")
        }
        if published == nil { lines.append("Nothing was published, because there is no family to publish.") }
        return lines
    }

    /// A line about a claim that a file contradicts.
    private static func line(_ claim: WrongClaim) -> String {
        let start = "\(claim.family): \(PathText.name(of: claim.metadata)) states"
        if claim.claim == "file" { return "\(start) the file “\(claim.claimed)”, which is missing." }
        let file = claim.file.map { " of \(PathText.name(of: $0))" } ?? ""
        let claimed = claim.claimed.isEmpty ? "nothing" : "“\(claim.claimed)”"
        let actual = claim.actual.map { "“\($0)”" } ?? "nothing"
        return "\(start) \(claimed) as \(claim.claim)\(file), but the file has \(actual)."
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
                state: family.state.rawValue)
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
