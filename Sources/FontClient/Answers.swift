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
        try reading { () throws(BusFailure) in try answer.values(at: 0, Record.init) }
    }
}

extension [BusValue] {
    /// Reads a list of dictionaries in an answer, which is empty if it is absent.
    func values<Value>(
        at place: Int, _ read: (BusRecord) throws(BusFailure) -> Value
    ) throws(BusFailure) -> [Value] {
        try (dropFirst(place).first?.dictionaries ?? []).map { members throws(BusFailure) in
            try read(BusRecord(members))
        }
    }
}

/// A page of the answer to `List`.
struct ListPage {
    var generation: Int64
    var registrations: [Registration]
    var hasMore: Bool

    init(_ answer: [BusValue]) throws(BusFailure) {
        generation = try ServiceLink.generation(answer)
        guard answer.count == 3, answer[1].dictionaries != nil, let hasMore = answer[2].boolean else {
            throw .invalidArguments("A page is incomplete.")
        }
        self.hasMore = hasMore
        registrations = try answer.values(at: 1, Registration.init)
    }
}
