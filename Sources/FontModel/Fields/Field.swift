/// One fact of a type: its name in every encoding, and how to read and set it.
///
/// A fact is declared once, in the list of its type (``FieldRecord/fields``). The worker's answer, the row of the
/// database, the dictionary on the bus, JSON, `Codable` and the printed report follow from that list. It is a class, because
/// decoders walk through the fields of thousands of records, and a copy of a structure would retain each of its members.
package final class Field<Root>: Sendable {
    /// The name and type.
    package let shape: FieldShape
    /// Whether the value follows from other fields, so that decoders ignore it.
    package let isDerived: Bool
    /// The presentation in a report for people; nil if the field is not part of it.
    package let label: FieldLabel?
    /// Returns the value, or nil if the record has none.
    package let value: @Sendable (Root) -> FieldValue?
    /// Sets the value; returns false if it has another form or is out of range.
    let assign: @Sendable (inout Root, FieldValue) -> Bool
    /// Whether a value from an untrusted source can be used.
    package let isSound: @Sendable (FieldValue) -> Bool

    package var name: String { shape.name }

    init(
        _ name: String, _ form: FieldForm, isRequired: Bool = true, isDerived: Bool = false,
        label: FieldLabel?, isSound: @escaping @Sendable (FieldValue) -> Bool = { _ in true },
        value: @escaping @Sendable (Root) -> FieldValue?,
        assign: @escaping @Sendable (inout Root, FieldValue) -> Bool
    ) {
        shape = FieldShape(name: name, form: form, isRequired: isRequired)
        self.isDerived = isDerived
        self.label = label
        self.isSound = isSound
        self.value = value
        self.assign = assign
    }
}

/// The presentation of a field in a report for people.
package struct FieldLabel: Sendable, Hashable {
    /// The words before the value.
    package var text: Message
    /// The unit after a number.
    package var unit: String
    /// The maximum number of decimal places of a number.
    package var places: Int

    package init(_ text: Message, unit: String = "", places: Int = 2) {
        self.text = text
        self.unit = unit
        self.places = places
    }
}

extension Field {
    package typealias Path<Value> = any WritableKeyPath<Root, Value> & Sendable

    /// A stored property.
    ///
    /// - Parameters:
    ///   - wrap: Returns the value of the property as that of the field, or nil if it is left out.
    ///   - unwrap: Returns the value of the property, or nil for a value of another form or out of range.
    package static func stored<Value>(
        _ name: String, _ form: FieldForm, _ path: Path<Value>, isRequired: Bool = true, label: FieldLabel?,
        isSound: @escaping @Sendable (FieldValue) -> Bool = { _ in true },
        wrap: @escaping @Sendable (Value) -> FieldValue?, unwrap: @escaping @Sendable (FieldValue) -> Value?
    ) -> Field {
        // Lists of thousands of records set each field by its offset: key paths took a tenth of the time of a list.
        let offset = MemoryLayout<Root>.offset(of: path)
        return Field(
            name, form, isRequired: isRequired, label: label, isSound: isSound,
            value: { wrap($0[keyPath: path]) },
            assign: { root, value in
                guard let value = unwrap(value) else { return false }
                guard let offset else {
                    root[keyPath: path] = value
                    return true
                }
                withUnsafeMutableBytes(of: &root) { bytes in
                    bytes.baseAddress?.advanced(by: offset).assumingMemoryBound(to: Value.self).pointee = value
                }
                return true
            })
    }

    /// A text; by default one in display form.
    package static func text(
        _ name: String, _ path: Path<String>, label: FieldLabel? = nil,
        isSound: @escaping @Sendable (String) -> Bool = isDisplayed
    ) -> Field {
        stored(
            name, .text, path, label: label, isSound: { $0.text.map(isSound) ?? false }, wrap: FieldValue.text,
            unwrap: \.text)
    }

    /// A sentence for people.
    package static func message(
        _ name: String, _ path: Path<Message>, isSound: @escaping @Sendable (Message) -> Bool = isSentence
    ) -> Field {
        stored(
            name, .message, path, label: nil, isSound: { $0.message.map(isSound) ?? false }, wrap: FieldValue.message,
            unwrap: \.message)
    }

    /// A value that is encoded as a word.
    package static func word<Word: RawRepresentable<String> & SendableMetatype>(
        _ name: String, _ path: Path<Word>, label: FieldLabel? = nil
    ) -> Field {
        stored(
            name, .text, path, label: label, wrap: { .text($0.rawValue) },
            unwrap: { $0.text.flatMap(Word.init(rawValue:)) })
    }

    /// The range of times in seconds since 1970.
    package static var times: ClosedRange<Double> { -1e15...1e15 }

    /// A number within a range.
    package static func number(
        _ name: String, _ path: Path<Double>, in range: ClosedRange<Double> = -1e9...1e9, label: FieldLabel? = nil
    ) -> Field {
        stored(name, .number, path, label: label, wrap: FieldValue.number, unwrap: { $0.number(in: range) })
    }

    /// An integer with the range of its type, or within another one.
    package static func integer<Number: FixedWidthInteger & SendableMetatype>(
        _ name: String, _ path: Path<Number>, in range: ClosedRange<Int> = .min ... .max, label: FieldLabel? = nil
    ) -> Field {
        stored(
            name, .integer, path, label: label, wrap: { .integer(Int($0)) },
            unwrap: { $0.integer(in: range).flatMap(Number.init(exactly:)) })
    }

    /// A number within a range that may be absent.
    package static func number(
        _ name: String, _ path: Path<Double?>, in range: ClosedRange<Double> = -1e9...1e9, label: FieldLabel? = nil
    ) -> Field {
        stored(
            name, .number, path, isRequired: false, label: label, wrap: { $0.map(FieldValue.number) },
            unwrap: { $0.number(in: range) })
    }

    /// A Boolean value.
    ///
    /// - Parameter isRequired: Whether the field is present if it is false.
    package static func flag(_ name: String, _ path: Path<Bool>, isRequired: Bool = true) -> Field {
        stored(
            name, .flag, path, isRequired: isRequired, label: nil, wrap: { isRequired || $0 ? .flag($0) : nil },
            unwrap: \.flag)
    }

    /// The traits of a face.
    package static func traits(_ name: String, _ path: Path<FontTraits>, label: FieldLabel? = nil) -> Field {
        stored(
            name, .traits, path, label: label, wrap: FieldValue.traits,
            unwrap: { $0.traits.flatMap { $0.isSubset(of: .all) ? $0 : nil } })
    }

    /// Finite numbers by name.
    package static func numbers(_ name: String, _ path: Path<[String: Double]>) -> Field {
        stored(
            name, .numbers, path, label: nil, wrap: FieldValue.numbers,
            unwrap: { $0.numbers.flatMap { $0.values.allSatisfy { abs($0) <= 1e9 } ? $0 : nil } })
    }

    /// A value that follows from other fields.
    package static func derived(
        _ name: String, _ form: FieldForm, label: FieldLabel? = nil,
        _ value: @escaping @Sendable (Root) -> FieldValue?
    ) -> Field {
        Field(name, form, isRequired: false, isDerived: true, label: label, value: value, assign: { _, _ in true })
    }
}

extension FieldValue {
    package var flag: Bool? { if case .flag(let flag) = self { flag } else { nil } }
    package var integer: Int? {
        switch self {
        case .integer(let number): number
        case .unsigned(let number): Int(number)
        default: nil
        }
    }
    package var number: Double? { if case .number(let number) = self { number } else { nil } }
    package var text: String? {
        switch self {
        case .text(let text): text
        case .message(let message): message.description
        default: nil
        }
    }
    var message: Message? {
        switch self {
        case .text(let text): Message(verbatim: text)
        case .message(let message): message
        default: nil
        }
    }
    package var texts: [String]? { if case .texts(let texts) = self { texts } else { nil } }
    package var record: [FieldMember]? { if case .record(let members) = self { members } else { nil } }
    package var records: [[FieldMember]]? { if case .records(let records) = self { records } else { nil } }
    fileprivate var numbers: [String: Double]? { if case .numbers(let numbers) = self { numbers } else { nil } }
    var range: ClosedRange<Double>? { if case .range(let range) = self { range } else { nil } }
    fileprivate var traits: FontTraits? { if case .traits(let traits) = self { traits } else { nil } }

    fileprivate func number(in range: ClosedRange<Double>) -> Double? {
        number.flatMap { range.contains($0) ? $0 : nil }
    }
    func integer(in range: ClosedRange<Int>) -> Int? { integer.flatMap { range.contains($0) ? $0 : nil } }
}

/// Whether a name from an untrusted source is in display form.
///
/// The number of characters is limited where names are cleaned; one character may have many bytes.
@Sendable package func isDisplayed(_ text: String) -> Bool {
    text.utf8.count <= 1 << 16 && DisplayText.isClean(text)
}

/// Whether a text from an untrusted source is a message, which may contain names in display form.
@Sendable package func isSentence(_ text: String) -> Bool {
    (1...1 << 14).contains(text.utf8.count) && DisplayText.isHarmless(text)
}

/// Whether a sentence from an untrusted source may contain names in display form, also in its translations.
@Sendable package func isSentence(_ message: Message) -> Bool { message.isHarmless && isSentence(message.description) }

/// Whether a sentence from an untrusted source is in display form.
@Sendable package func isDisplayedMessage(_ message: Message) -> Bool {
    message.isHarmless && isDisplayed(message.description)
}

/// Whether a text from an untrusted source is a language tag, or fontconfig's name of an orthography.
@Sendable package func isLanguage(_ text: String) -> Bool {
    (1...64).contains(text.utf8.count)
        && text.unicodeScalars.allSatisfy {
            ("a"..."z").contains($0) || ("A"..."Z").contains($0) || ("0"..."9").contains($0) || $0 == "-" || $0 == "_"
        }
}

/// Whether a text from an untrusted source is a tag of four characters, some of which may be escaped.
@Sendable package func isTag(_ text: String) -> Bool {
    (1...64).contains(text.utf8.count) && DisplayText.isHarmless(text)
}
