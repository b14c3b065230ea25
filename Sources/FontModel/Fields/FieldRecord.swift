/// A value that every encoding represents by named members.
package protocol FieldEncoded: Sendable {
    /// The members in the order of documents.
    var fieldMembers: [FieldMember] { get }
}

/// A value that is also read from its members.
package protocol FieldCoded: FieldEncoded {
    /// The names and types of the members that decoders read.
    static var shapes: [FieldShape] { get }

    /// Creates the value from its members in any order; unknown ones are ignored.
    init(fieldMembers: [FieldMember]) throws(FieldFault)

    /// Whether the members of a value from an untrusted source can be used.
    static func areSound(_ members: [FieldMember]) -> Bool
}

/// A type whose facts are declared in one list; see ``Field``.
package protocol FieldRecord: FieldCoded {
    /// Creates a record without values.
    init()

    /// The facts, in the order of encodings and reports.
    static var fields: [Field<Self>] { get }

    /// The values whose members are among those of the record.
    static var parts: [FieldPart<Self>] { get }
}

/// A value whose members are among those of the record that has it, such as the error of an outcome.
package struct FieldPart<Root>: Sendable {
    /// The members that decoders read.
    let shapes: [FieldShape]
    /// Returns the members; none if the record does not have the value.
    let members: @Sendable (Root) -> [FieldMember]
    /// Sets the value from the members of the record.
    let assign: @Sendable (inout Root, [FieldMember]) throws(FieldFault) -> Void
    /// Whether the members from an untrusted source can be used.
    let isSound: @Sendable ([FieldMember]) -> Bool

    init(
        _ shapes: [FieldShape], isSound: @escaping @Sendable ([FieldMember]) -> Bool,
        members: @escaping @Sendable (Root) -> [FieldMember],
        assign: @escaping @Sendable (inout Root, [FieldMember]) throws(FieldFault) -> Void
    ) {
        self.shapes = shapes.map { FieldShape($0.name, $0.form) }
        self.isSound = isSound
        self.members = members
        self.assign = assign
    }
}

extension FieldRecord {
    package static var parts: [FieldPart<Self>] { [] }

    /// The names and types of the fields that decoders read.
    package static var shapes: [FieldShape] {
        fields.filter { !$0.isDerived }.map(\.shape) + parts.flatMap(\.shapes)
    }

    /// Returns the fields as those of a type that has the record as a property, without some.
    package static func fields<Whole>(
        in path: Field<Whole>.Path<Self>, without names: Set<String> = []
    ) -> [Field<Whole>] {
        fields.filter { !names.contains($0.name) }.map { field in
            Field<Whole>(
                field.name, field.shape.form, isRequired: field.shape.isRequired, isDerived: field.isDerived,
                label: field.label, isSound: field.isSound, value: { field.value($0[keyPath: path]) },
                assign: { field.assign(&$0[keyPath: path], $1) })
        }
    }

    /// The fields that have a value.
    package var fieldMembers: [FieldMember] {
        Self.fields.compactMap { field in field.value(self).map { FieldMember(field.name, $0) } }
            + Self.parts.flatMap { $0.members(self) }
    }

    /// Creates a record from its fields in any order; unknown fields are ignored.
    package init(fieldMembers members: [FieldMember]) throws(FieldFault) {
        self.init()
        for field in Self.fields where !field.isDerived { try set(field, members[field.name]) }
        for part in Self.parts { try part.assign(&self, members) }
    }

    /// Sets a field, or leaves its value if it is absent and need not be present.
    @inline(__always)
    package mutating func set(_ field: Field<Self>, _ value: FieldValue?) throws(FieldFault) {
        guard let value, !value.isAbsent else {
            if field.shape.isRequired { throw FieldFault("\(field.name) is missing") }
            return
        }
        guard field.assign(&self, value) else { throw FieldFault("\(field.name) has an invalid value") }
    }

    /// Whether the fields of a record from an untrusted source can be used.
    package static func areSound(_ members: [FieldMember]) -> Bool {
        members.allSatisfy { member in fields.first { $0.name == member.name }?.isSound(member.value) ?? true }
            && parts.allSatisfy { $0.isSound(members) }
    }
}

extension Array {
    /// Returns the fields with others after one of them.
    package func inserting<Root>(_ others: Self, after name: String) -> Self where Element == Field<Root> {
        flatMap { $0.name == name ? [$0] + others : [$0] }
    }
}
