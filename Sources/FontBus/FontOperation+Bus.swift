public import FontModel

/// The encoding as OPERATION of the interface.
extension FontOperation {
    public var busMembers: [String: BusValue] {
        [
            "number": .int64(number), "time": .double(time), "kind": .string(kind.rawValue),
            "count": .int64(Int64(count)), "fonts": .strings(names), "complete": .boolean(isComplete),
        ]
    }

    public init(_ record: BusRecord) throws(BusFailure) {
        self.init(
            number: Int64(try record.integer("number")), time: try record.number("time"),
            kind: try record.word("kind", Kind.self), count: try record.integer("count"),
            names: try record.strings("fonts"), isComplete: try record.boolean("complete"))
    }
}
