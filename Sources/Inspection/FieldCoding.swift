package import FontModel

/// The encoding of records: the values of their fields in the order of the list, without names.
extension WireWriter {
    package mutating func put(_ record: some FieldRecord) {
        put(fields: record.fieldMembers, type(of: record).shapes)
    }

    private mutating func put(fields: [FieldMember], _ shapes: [FieldShape]) {
        let values = Dictionary(uniqueKeysWithValues: fields.filter { !$0.value.isAbsent }.map { ($0.name, $0.value) })
        for shape in shapes {
            let value = values[shape.name]
            if !shape.isRequired { put(value != nil) }
            if let value { put(value, shape.form) }
        }
    }

    private mutating func put(_ value: FieldValue, _ form: FieldForm) {
        switch value {
        case .flag(let flag): put(flag)
        case .integer(let number): put(Int64(number))
        case .unsigned(let number): put(Int64(number))
        case .number(let number): put(number)
        case .text(let text): put(text)
        case .message(let message): put(message)
        case .texts(let texts): put(texts) { $0.put($1) }
        case .numbers(let numbers):
            put(numbers.sorted { $0.key < $1.key }) {
                $0.put($1.key)
                $0.put($1.value)
            }
        case .traits(let traits): put(traits.rawValue)
        case .range(let range):
            put(range.lowerBound)
            put(range.upperBound)
        case .record(let members):
            guard case .record(let shapes) = form else { preconditionFailure("a record without its form") }
            put(fields: members, shapes)
        case .records(let records):
            guard case .records(let shapes) = form else { preconditionFailure("a list of records without their form") }
            put(records) { $0.put(fields: $1, shapes) }
        case .absent: preconditionFailure("an absent value is left out")
        }
    }
}

extension WireReader {
    /// Reads a record, whose fields are sound and within their ranges.
    package mutating func record<Record: FieldRecord>(_: Record.Type = Record.self) throws(MalformedAnswer) -> Record {
        try Record.read(try soundMembers(of: Record.self))
    }

    /// Reads the members of a record, which are sound.
    mutating func soundMembers<Record: FieldRecord>(of _: Record.Type) throws(MalformedAnswer) -> [FieldMember] {
        let members = try fields(Record.shapes)
        guard Record.areSound(members) else { throw MalformedAnswer("a field is invalid") }
        return members
    }

    private mutating func fields(_ shapes: [FieldShape]) throws(MalformedAnswer) -> [FieldMember] {
        var members: [FieldMember] = []
        for shape in shapes {
            let isPresent = shape.isRequired ? true : try flag()
            if isPresent { members.append(FieldMember(shape.name, try value(shape.form))) }
        }
        return members
    }

    private mutating func value(_ form: FieldForm) throws(MalformedAnswer) -> FieldValue {
        switch form {
        case .flag: return .flag(try flag())
        case .integer: return .integer(Int(Int64(bitPattern: try number())))
        case .number: return .number(Double(bitPattern: try number(UInt64.self)))
        case .text: return .text(try text(upTo: 1 << 16))
        case .message: return .message(try message())
        case .texts:
            return .texts(
                try list(of: 0...Int(UInt16.max), "texts") { (reader, _) throws(MalformedAnswer) in
                    try reader.text(upTo: 1 << 16)
                })
        case .numbers:
            var numbers: [String: Double] = [:]
            let members = try list(of: 0...FontLimits.axesPerFace, "numbers") { (reader, _) throws(MalformedAnswer) in
                (try reader.text(upTo: 64), Double(bitPattern: try reader.number(UInt64.self)))
            }
            for (name, number) in members where numbers.updateValue(number, forKey: name) != nil {
                throw MalformedAnswer("a number has two values")
            }
            return .numbers(numbers)
        case .traits: return .traits(FontTraits(rawValue: try number()))
        case .range:
            let (low, high) = (Double(bitPattern: try number()), Double(bitPattern: try number()))
            guard low <= high else { throw MalformedAnswer("a range is reversed") }
            return .range(low...high)
        case .record(let shapes): return .record(try fields(shapes))
        case .records(let shapes):
            return .records(
                try list(of: 0...Int(UInt16.max), "records") { (reader, _) throws(MalformedAnswer) in
                    try reader.fields(shapes)
                })
        }
    }
}

extension FieldRecord {
    static func read(_ members: [FieldMember]) throws(MalformedAnswer) -> Self {
        do throws(FieldFault) {
            return try Self(fieldMembers: members)
        } catch {
            throw MalformedAnswer(error.reason.description)
        }
    }
}
