/// The value of a field, in a form that every encoding can represent.
package enum FieldValue: Sendable, Hashable {
    case flag(Bool)
    case integer(Int)
    /// An integer that D-Bus has as `u`; its form is that of an integer.
    case unsigned(UInt32)
    case number(Double)
    case text(String)
    /// A sentence, which documents and the bus have as a text in English.
    case message(Message)
    case texts([String])
    /// Numbers by name, such as the coordinates of an instance.
    case numbers([String: Double])
    case traits(FontTraits)
    case range(ClosedRange<Double>)
    case record([FieldMember])
    case records([[FieldMember]])
    /// No value, or an empty list: documents say so, and other encodings leave it out.
    case absent(isList: Bool)

    package var isAbsent: Bool { if case .absent = self { true } else { false } }

    /// A text of which documents say that it is absent.
    package static func stated(_ text: String?) -> FieldValue { text.map(FieldValue.text) ?? .absent(isList: false) }
}

/// A field of a record with its value.
package struct FieldMember: Sendable, Hashable {
    package var name: String
    package var value: FieldValue

    package init(_ name: String, _ value: FieldValue) {
        self.name = name
        self.value = value
    }
}

extension [FieldMember] {
    /// Creates members in an order.
    package init(_ values: KeyValuePairs<String, FieldValue>) { self = values.map { FieldMember($0.key, $0.value) } }

    /// Returns the value of a member; nil if it is absent.
    package subscript(_ name: String) -> FieldValue? { first { $0.name == name }?.value }

    /// Returns a text; nil if it is absent or of another type.
    package func text(_ name: String) -> String? { self[name]?.text }

    /// Returns a value that has to be present.
    package func required<Value>(
        _ name: String, _ read: (FieldValue) -> Value?
    ) throws(FieldFault) -> Value {
        guard let value = self[name] else { throw FieldFault("\(name) is missing") }
        guard let value = read(value) else { throw FieldFault("\(name) has an invalid value") }
        return value
    }

    /// Returns a value that is encoded as a word, and has to be present.
    package func word<Word: RawRepresentable<String>>(_ name: String) throws(FieldFault) -> Word {
        try required(name) { $0.text.flatMap(Word.init(rawValue:)) }
    }
}

/// The type of a field, which decoders need to read its value.
package indirect enum FieldForm: Sendable, Hashable {
    case flag, integer, number, text, texts, numbers, traits, range
    /// A text in English; workers keep the values apart.
    case message
    case record([FieldShape])
    case records([FieldShape])
}

/// The name and type of a field.
package struct FieldShape: Sendable, Hashable {
    package var name: String
    package var form: FieldForm
    /// Whether every record has a value; otherwise the field may be absent.
    package var isRequired: Bool
}

extension FieldShape {
    /// A member that may be absent.
    package init(_ name: String, _ form: FieldForm) { self.init(name: name, form: form, isRequired: false) }
}

/// The error for fields that do not form a record.
package struct FieldFault: Error, Sendable, Hashable {
    /// The reason, as a clause.
    package var reason: Message

    package init(_ reason: Message) { self.reason = reason }
}

extension FieldFault: CustomStringConvertible {
    package var description: String { reason.description }
}
