/// Fields that may be absent.
///
/// With `isStated`, documents say that a value is absent or a list empty, and other encodings leave the field out.
extension Field {
    /// A text that may be absent.
    package static func text(
        _ name: String, _ path: Path<String?>, label: FieldLabel? = nil, isStated: Bool = false,
        isSound: @escaping @Sendable (String) -> Bool = isDisplayed
    ) -> Field {
        stored(
            name, .text, path, isRequired: false, label: label, isSound: { $0.text.map(isSound) ?? false },
            wrap: { $0.map(FieldValue.text) ?? absence(isStated) }, unwrap: \.text)
    }

    /// A value that is encoded as a word, and may be absent.
    ///
    /// - Parameter isOpen: Whether a word that is unknown to this version counts as absent, and not as invalid.
    package static func word<Word: RawRepresentable<String> & SendableMetatype>(
        _ name: String, _ path: Path<Word?>, isStated: Bool = false, isOpen: Bool = true
    ) -> Field {
        stored(
            name, .text, path, isRequired: false, label: nil,
            wrap: { $0.map { .text($0.rawValue) } ?? absence(isStated) },
            unwrap: { value in
                guard let word = value.text.map(Word.init(rawValue:)), isOpen || word != nil else { return nil }
                return .some(word)
            })
    }

    /// A list of values that are encoded as words; unknown words are left out.
    package static func words<Word: RawRepresentable<String> & SendableMetatype>(
        _ name: String, _ path: Path<[Word]>
    ) -> Field {
        stored(
            name, .texts, path, isRequired: false, label: nil, wrap: { .texts($0.map(\.rawValue)) },
            unwrap: { $0.texts?.compactMap(Word.init(rawValue:)) })
    }

    /// A list of texts, which may be absent if it is empty; texts of one line if it is stored in the database.
    package static func texts(
        _ name: String, _ path: Path<[String]>, label: FieldLabel? = nil, isStated: Bool = false,
        isSound: @escaping @Sendable (String) -> Bool = isDisplayed
    ) -> Field {
        stored(
            name, .texts, path, isRequired: false, label: label,
            isSound: { $0.texts?.allSatisfy(isSound) ?? false },
            wrap: { isStated && $0.isEmpty ? .absent(isList: true) : .texts($0) }, unwrap: \.texts)
    }

    /// A Boolean value that may be absent.
    package static func flag(_ name: String, _ path: Path<Bool?>, isStated: Bool = false) -> Field {
        stored(
            name, .flag, path, isRequired: false, label: nil, wrap: { $0.map(FieldValue.flag) ?? absence(isStated) },
            unwrap: { $0.flag.map(Bool?.some) })
    }

    /// An integer with the range of its type, or within another one, that may be absent.
    package static func integer<Number: FixedWidthInteger & SendableMetatype>(
        _ name: String, _ path: Path<Number?>, in range: ClosedRange<Int> = .min ... .max, label: FieldLabel? = nil,
        isStated: Bool = false
    ) -> Field {
        stored(
            name, .integer, path, isRequired: false, label: label,
            wrap: { $0.map { .integer(Int($0)) } ?? absence(isStated) },
            unwrap: { $0.integer(in: range).flatMap(Number.init(exactly:)).map(Optional.some) })
    }

    /// A range of numbers that may be absent.
    package static func range(_ name: String, _ path: Path<ClosedRange<Double>?>) -> Field {
        stored(
            name, .range, path, isRequired: false, label: nil, wrap: { $0.map(FieldValue.range) },
            unwrap: { $0.range.map(Optional.some) })
    }

    /// A record.
    package static func record<Element: FieldCoded>(_ name: String, _ path: Path<Element>) -> Field {
        stored(
            name, .record(Element.shapes), path, label: nil, isSound: { $0.record.map(Element.areSound) ?? false },
            wrap: { .record($0.fieldMembers) }, unwrap: { try? $0.record.map(Element.init(fieldMembers:)) })
    }

    /// A record that may be absent.
    package static func record<Element: FieldCoded>(
        _ name: String, _ path: Path<Element?>, isStated: Bool = false
    ) -> Field {
        stored(
            name, .record(Element.shapes), path, isRequired: false, label: nil,
            isSound: { $0.record.map(Element.areSound) ?? false },
            wrap: { $0.map { .record($0.fieldMembers) } ?? absence(isStated) },
            unwrap: { try? $0.record.map(Element.init(fieldMembers:)) })
    }

    /// A list of records, which may be absent if it is empty.
    package static func records<Element: FieldCoded>(
        _ name: String, _ path: Path<[Element]>, upTo limit: Int = .max, isStated: Bool = false
    ) -> Field {
        stored(
            name, .records(Element.shapes), path, isRequired: false, label: nil,
            isSound: { value in
                guard let records = value.records, records.count <= limit else { return false }
                return records.allSatisfy(Element.areSound)
            },
            wrap: { isStated && $0.isEmpty ? .absent(isList: true) : .records($0.map(\.fieldMembers)) },
            unwrap: { value in try? value.records?.map(Element.init(fieldMembers:)) })
    }

    /// The field that every encoding leaves out if its list or text is empty, its number is 0 or it has no traits.
    package var withoutEmpty: Field {
        let read = value
        return optional { root in read(root).flatMap { $0.isEmpty ? nil : $0 } }
    }

    /// The field that encodings have, and that decoders do without.
    package var withDefault: Field { optional(value) }

    private func optional(_ value: @escaping @Sendable (Root) -> FieldValue?) -> Field {
        Field(
            name, shape.form, isRequired: false, isDerived: isDerived, label: label, isSound: isSound, value: value,
            assign: assign)
    }

    static func absence(_ isStated: Bool) -> FieldValue? { isStated ? .absent(isList: false) : nil }
}

extension FieldValue {
    fileprivate var isEmpty: Bool {
        switch self {
        case .records(let records): records.isEmpty
        case .texts(let texts): texts.isEmpty
        case .text(let text): text.isEmpty
        case .message(let message): message.isEmpty
        case .traits(let traits): traits.isEmpty
        default: self == .integer(0)
        }
    }
}
