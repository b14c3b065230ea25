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
    /// The number of the operation that an answer reports, which each of its outcomes has; nil if there is none.
    var operation: Int64? { dropFirst().first?.dictionaries?.first?["operation"]?.integer }

    /// Reads the outcomes of an answer; a dictionary without a status has nothing but the number of the operation.
    var outcomes: [FontOutcome] {
        get throws(BusFailure) {
            try (dropFirst().first?.dictionaries ?? []).filter { $0["status"] != nil }.map {
                members throws(BusFailure) in
                try FontOutcome(BusRecord(members))
            }
        }
    }

    /// Reads a list of dictionaries in an answer, which is empty if it is absent.
    func values<Value>(
        at place: Int, _ read: (BusRecord) throws(BusFailure) -> Value
    ) throws(BusFailure) -> [Value] {
        try (dropFirst(place).first?.dictionaries ?? []).map { members throws(BusFailure) in
            try read(BusRecord(members))
        }
    }
}
