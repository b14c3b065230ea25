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

/// The registered font in the answer to `Resolve`.
struct RegisteredAnswer {
    var font: FontDescriptor
    var matchedBy: FontResolution.MatchedBy

    /// - Returns: Nil if no registered font has the name.
    init?(_ record: BusRecord) throws(BusFailure) {
        for (face, kind) in [("face", "matchedBy"), ("registered", "registeredMatchedBy")] {
            guard let members = try record.optional(face, \.dictionary) else { continue }
            let font = try FontDescriptor(BusRecord(members))
            guard case .registered = font.origin else { continue }
            self.font = font
            matchedBy = try record.word(kind, FontResolution.MatchedBy.self)
            return
        }
        return nil
    }
}

extension UnusableFont {
    /// - Returns: Nil if the answer names no registration, or a reason that is unknown to this version.
    init?(_ record: BusRecord) throws(BusFailure) {
        guard let reason = try record.optional("reason", \.string).flatMap(Reason.init),
            let members = try record.optional("registration", \.dictionary)
        else { return nil }
        self.init(
            reason: reason, registration: try Registration(BusRecord(members)),
            disabledBy: try record.optional("disabledBy", \.string).flatMap(Party.init))
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
