import FontBus
import FontModel
import FontRegistry

/// A page of the answer to `List`.
struct ListPage {
    var generation: Int64
    var registrations: [Registration] = []
    var hasMore: Bool

    init(_ answer: [BusValue]) throws(BusFailure) {
        generation = try ServiceLink.generation(answer)
        guard answer.count == 3, let records = answer[1].dictionaries, let hasMore = answer[2].boolean else {
            throw .invalidArguments("A page is incomplete.")
        }
        self.hasMore = hasMore
        for members in records { registrations.append(try Registration(BusRecord(members))) }
    }
}

extension FontRequestOutcome {
    init(_ record: BusRecord) throws(BusFailure) {
        var font: FontDescriptor?
        if let members = try record.optional("face", \.dictionary) { font = try FontDescriptor(BusRecord(members)) }
        let word = try record.string("status")
        let errorMembers = record.members.filter { $0.key != "face" }
        self.init(
            query: try record.string("query"),
            // For a status of a later service, only the presence of a font counts.
            status: Status(rawValue: word) ?? (font == nil ? .notFound : .activated), font: font,
            error: errorMembers["code"] == nil
                ? nil : try FontError(BusRecord(errorMembers), ofItem: try record.string("query")))
    }
}

extension ProviderSummary {
    init(_ record: BusRecord) throws(BusFailure) {
        self.init(
            id: try record.string("id"), registrations: try record.integer("registrations"),
            faces: try record.integer("faces"), bytes: try record.integer("bytes"),
            scopes: try record.strings("scopes").compactMap(FontScope.init),
            kind: try record.optional("kind", \.string).flatMap(ProviderKind.init),
            isGone: try record.boolean("gone"))
    }
}

extension PruneReport {
    init(_ record: BusRecord) throws(BusFailure) {
        self.init(
            removedObjects: try record.strings("removedObjects"), freedBytes: try record.integer("freedBytes"),
            endedSessionRegistrations: try Self.registrations(record, "endedSessionRegistrations"),
            goneProviderRegistrations: try Self.registrations(record, "goneProviderRegistrations"),
            removedFolders: try record.strings("removedFolders"))
    }

    private static func registrations(_ record: BusRecord, _ key: String) throws(BusFailure) -> [Registration] {
        var registrations: [Registration] = []
        for members in try record.records(key) { registrations.append(try Registration(members)) }
        return registrations
    }
}

extension Diagnosis {
    init(_ record: BusRecord) throws(BusFailure) {
        self.init()
        for finding in try record.records("findings") {
            findings.append(
                Finding(
                    id: try finding.string("id"), severity: try finding.word("severity", Severity.self),
                    message: try finding.string("message"), advice: try finding.string("advice"),
                    files: try finding.strings("files"), isRepaired: try finding.boolean("repaired")))
        }
        checks = try record.strings("checked").compactMap(Check.init)
    }
}
