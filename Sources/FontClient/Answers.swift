import FontBus
import FontModel
import FontRegistry

extension ServiceLink {
    /// Reads an answer that is one record.
    static func record<Record: FieldCoded>(_ answer: [BusValue]) throws(FontError) -> Record {
        try reading { () throws(BusFailure) in try Record(BusRecord(answer.first)) }
    }

    /// Reads an answer that is a list of records.
    static func records<Record: FieldCoded>(_ answer: [BusValue]) throws(FontError) -> [Record] {
        try reading { () throws(BusFailure) in
            var records: [Record] = []
            for members in answer.first?.dictionaries ?? [] { records.append(try Record(BusRecord(members))) }
            return records
        }
    }
}

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
