package import FontModel

/// The encoding of records as dictionaries `a{sv}`.
extension FieldEncoded {
    package var busMembers: [String: BusValue] { fieldMembers.busMembers }
}

extension FieldCoded {
    /// The names of the members that decoders read.
    package static var busKeys: Set<String> { Set(shapes.map(\.name)) }

    /// Decodes a record; unknown members are ignored.
    package init(_ record: BusRecord) throws(BusFailure) {
        let members = try record.fields(Self.shapes)
        do throws(FieldFault) {
            self = try Self(fieldMembers: members)
        } catch {
            throw .invalidArguments("\(error.reason).")
        }
    }
}

extension [FieldMember] {
    package var busMembers: [String: BusValue] {
        var members: [String: BusValue] = [:]
        members.reserveCapacity(count)
        for member in self { members[member.name] = member.value.busValue }
        return members
    }
}

extension FieldValue {
    /// The value; nil if it is absent.
    fileprivate var busValue: BusValue? {
        switch self {
        case .flag(let flag): .boolean(flag)
        case .integer(let number): .int64(Int64(number))
        case .unsigned(let number): .uint32(number)
        case .number(let number): .double(number)
        case .text(let text): .string(text)
        case .message(let message): .string(message.description)
        case .texts(let texts): .strings(texts)
        case .numbers(let numbers): .dictionary(numbers.mapValues(BusValue.double))
        case .traits(let traits): .strings(traits.names)
        case .range(let range): .structure([.double(range.lowerBound), .double(range.upperBound)])
        case .record(let members): .dictionary(members.busMembers)
        case .records(let records): .dictionaries(records.map(\.busMembers))
        case .absent: nil
        }
    }

    /// Decodes a value; nil if it is of another type.
    fileprivate init?(_ value: BusValue, _ form: FieldForm) throws(BusFailure) {
        let read: FieldValue? =
            switch form {
            case .flag: value.boolean.map(FieldValue.flag)
            case .integer: value.integer.flatMap(Int.init(exactly:)).map(FieldValue.integer)
            case .number: value.number.map(FieldValue.number)
            case .text, .message: value.string.map(FieldValue.text)
            case .texts: value.strings.map(FieldValue.texts)
            case .numbers: value.dictionary.flatMap(Self.numbers)
            case .traits: value.strings.flatMap(FontTraits.init(names:)).map(FieldValue.traits)
            case .range: value.structure.flatMap(Self.range)
            case .record(let shapes):
                try value.dictionary.map { members throws(BusFailure) in
                    .record(try BusRecord(members).fields(shapes))
                }
            case .records(let shapes): .records(try Self.records(value.dictionaries, shapes))
            }
        guard let read else { return nil }
        self = read
    }

    private static func numbers(_ members: [String: BusValue]) -> FieldValue? {
        let numbers = members.compactMapValues(\.number)
        return numbers.count == members.count ? .numbers(numbers) : nil
    }

    private static func range(_ bounds: [BusValue]) -> FieldValue? {
        guard bounds.count == 2, let low = bounds[0].number, let high = bounds[1].number, low <= high else {
            return nil
        }
        return .range(low...high)
    }

    private static func records(
        _ dictionaries: [[String: BusValue]]?, _ shapes: [FieldShape]
    ) throws(BusFailure) -> [[FieldMember]] {
        guard let dictionaries else { throw .invalidArguments("A list of dictionaries has the wrong type.") }
        return try dictionaries.map { members throws(BusFailure) in try BusRecord(members).fields(shapes) }
    }
}

extension BusRecord {
    fileprivate func fields(_ shapes: [FieldShape]) throws(BusFailure) -> [FieldMember] {
        var fields: [FieldMember] = []
        for shape in shapes {
            guard let value = members[shape.name] else { continue }
            guard let read = try FieldValue(value, shape.form) else {
                throw .invalidArguments("\(shape.name) is of type \(value.signature) or has an unknown value.")
            }
            fields.append(FieldMember(shape.name, read))
        }
        return fields
    }
}
