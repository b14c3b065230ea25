/// The value of a field, in a form that every encoding can represent.
package enum FieldValue: Sendable, Hashable {
    case flag(Bool)
    case integer(Int)
    case number(Double)
    case text(String)
    case texts([String])
    /// Numbers by name, such as the coordinates of an instance.
    case numbers([String: Double])
    case traits(FontTraits)
    case record([FieldMember])
    case records([[FieldMember]])
    /// No value, or an empty list: documents say so, and other encodings leave it out.
    case absent(isList: Bool)

    package var isAbsent: Bool { if case .absent = self { true } else { false } }
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
    /// Returns the value of a member; nil if it is absent.
    package subscript(_ name: String) -> FieldValue? { first { $0.name == name }?.value }

    /// Returns a text; nil if it is absent or of another type.
    package func text(_ name: String) -> String? { self[name]?.text }
}

/// The type of a field, which decoders need to read its value.
package indirect enum FieldForm: Sendable, Hashable {
    case flag, integer, number, text, texts, numbers, traits
    case record([FieldShape])
    case records([FieldShape])
}

/// The name and type of a field.
package struct FieldShape: Sendable, Hashable {
    package var name: String
    package var form: FieldForm
    /// Whether every record has a value; otherwise the field may be absent.
    package var isRequired: Bool

    package init(name: String, form: FieldForm, isRequired: Bool) {
        self.name = name
        self.form = form
        self.isRequired = isRequired
    }
}

/// The error for fields that do not form a record.
package struct FieldFault: Error, Sendable, Hashable {
    /// The reason, as a clause.
    package var reason: String

    package init(_ reason: String) { self.reason = reason }
}

extension FieldFault: CustomStringConvertible {
    package var description: String { reason }
}
