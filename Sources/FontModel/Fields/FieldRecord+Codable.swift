/// The name of a field as a coding key.
private struct FieldKey: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}

/// The encoding of records with the names of their fields, as in JSON of `fontctl` and in dictionaries on the bus.
extension FieldRecord {
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: FieldKey.self)
        for member in fieldMembers { try member.value.encode(&container, FieldKey(stringValue: member.name)) }
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: FieldKey.self)
        do {
            try self.init(fieldMembers: FieldRecordList.members(container, Self.shapes))
        } catch let fault as FieldFault {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: fault.reason.description))
        }
    }
}

extension FieldValue {
    fileprivate func encode(_ container: inout KeyedEncodingContainer<FieldKey>, _ key: FieldKey) throws {
        switch self {
        case .flag(let flag): try container.encode(flag, forKey: key)
        case .integer(let number): try container.encode(number, forKey: key)
        case .unsigned(let number): try container.encode(number, forKey: key)
        case .number(let number): try container.encode(number, forKey: key)
        case .text(let text): try container.encode(text, forKey: key)
        case .message(let message): try container.encode(message, forKey: key)
        case .texts(let texts): try container.encode(texts, forKey: key)
        case .numbers(let numbers): try container.encode(numbers, forKey: key)
        case .traits(let traits): try container.encode(traits.names, forKey: key)
        case .range(let range): try container.encode(range, forKey: key)
        case .record(let members):
            var record = container.nestedContainer(keyedBy: FieldKey.self, forKey: key)
            for member in members { try member.value.encode(&record, FieldKey(stringValue: member.name)) }
        case .records(let records): try container.encode(FieldRecordList(records), forKey: key)
        case .absent: break
        }
    }

    /// Decodes a value of a form; nil if it is absent.
    fileprivate init?(_ container: KeyedDecodingContainer<FieldKey>, _ key: FieldKey, _ form: FieldForm) throws {
        guard container.contains(key), try !container.decodeNil(forKey: key) else { return nil }
        switch form {
        case .flag: self = .flag(try container.decode(Bool.self, forKey: key))
        case .integer: self = .integer(try container.decode(Int.self, forKey: key))
        case .number: self = .number(try container.decode(Double.self, forKey: key))
        case .text, .message: self = .text(try container.decode(String.self, forKey: key))
        case .texts: self = .texts(try container.decode([String].self, forKey: key))
        case .numbers: self = .numbers(try container.decode([String: Double].self, forKey: key))
        case .range: self = .range(try container.decode(ClosedRange<Double>.self, forKey: key))
        case .traits:
            guard let traits = FontTraits(names: try container.decode([String].self, forKey: key)) else {
                throw FieldFault("\(key.stringValue) has an unknown trait")
            }
            self = .traits(traits)
        case .record(let shapes):
            let record = try container.nestedContainer(keyedBy: FieldKey.self, forKey: key)
            self = .record(try FieldRecordList.members(record, shapes))
        case .records(let shapes):
            self = .records(try FieldRecordList(container.nestedUnkeyedContainer(forKey: key), shapes).records)
        }
    }
}

/// A list of records, encoded as an array.
package struct FieldRecordList: Codable {
    package var records: [[FieldMember]]

    /// The key of the records' fields (`[FieldShape]`), which a decoder of a bare list needs.
    package static var shapes: CodingUserInfoKey {
        guard let key = CodingUserInfoKey(rawValue: "shapes") else { preconditionFailure("a key cannot be made") }
        return key
    }

    package init(_ records: [[FieldMember]]) { self.records = records }

    package func encode(to encoder: any Encoder) throws {
        var list = encoder.unkeyedContainer()
        for record in records {
            var members = list.nestedContainer(keyedBy: FieldKey.self)
            for member in record { try member.value.encode(&members, FieldKey(stringValue: member.name)) }
        }
    }

    package init(from decoder: any Decoder) throws {
        try self.init(decoder.unkeyedContainer(), decoder.userInfo[Self.shapes] as? [FieldShape] ?? [])
    }

    fileprivate init(_ container: any UnkeyedDecodingContainer, _ shapes: [FieldShape]) throws {
        var container = container
        records = []
        while !container.isAtEnd {
            let members = try container.nestedContainer(keyedBy: FieldKey.self)
            records.append(try Self.members(members, shapes))
        }
    }

    fileprivate static func members(
        _ container: KeyedDecodingContainer<FieldKey>, _ shapes: [FieldShape]
    ) throws -> [FieldMember] {
        try shapes.compactMap { shape in
            let key = FieldKey(stringValue: shape.name)
            let value = try FieldValue(container, key, shape.form)
            if value == nil, shape.isRequired {
                throw DecodingError.keyNotFound(key, .init(codingPath: container.codingPath, debugDescription: ""))
            }
            return value.map { FieldMember(shape.name, $0) }
        }
    }
}
