import FontModel
import Foundation
import GRDB

/// The encoding of records as columns of a table, named as their fields.
extension FieldRecord {
    /// Returns the columns in the order of the fields, without those that are derived; `index` is a keyword of SQL.
    static func columnNames(of fields: [Field<Self>] = fields) -> [String] {
        fields.filter { !$0.isDerived }.map { $0.name == "index" ? "faceIndex" : $0.name }
    }

    /// The values of ``columnNames(of:)``.
    var columnValues: [(any DatabaseValueConvertible)?] {
        get throws {
            try Self.fields.filter { !$0.isDerived }.map { field in
                try field.value(self).map { try $0.columnValue } ?? (field.shape.form == .flag ? false : nil)
            }
        }
    }

    /// Reads the columns of all fields; see ``init(row:from:_:words:)``.
    init(row: Row, from first: Int) throws {
        var words = WordLists()
        try self.init(row: row, from: first, words: &words)
    }

    /// Reads the columns of fields, see ``columnNames(of:)``; the other fields have their initial values.
    ///
    /// - Parameters:
    ///   - first: The index of the first of them in the row.
    ///   - words: The lists of words read so far.
    /// - Throws: `FontError` with code `registrationFailed` (301) and fault `.damaged` for values that fontd does not
    ///   write.
    init(row: Row, from first: Int, _ fields: [Field<Self>] = fields, words: inout WordLists) throws {
        self.init()
        var index = first
        for field in fields where !field.isDerived {
            do throws(FieldFault) {
                try set(field, try FieldValue(row, index, field.shape, &words))
            } catch {
                throw FontError.damagedDatabase(error.reason.description)
            }
            index += 1
        }
    }
}

/// Returns a value in the form in which the database keeps JSON.
func jsonText(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.withoutEscapingSlashes, .sortedKeys]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
}

/// Lists of words by the text that holds them.
///
/// Most fonts support the same languages; equal lists are split once and share their memory.
struct WordLists {
    private var known: [String: [String]] = [:]
    /// The last list, since the fonts of a family follow each other, and comparing takes less time than hashing.
    private var last: (text: String, list: [String]) = ("", [])

    subscript(text: String) -> [String] {
        mutating get {
            if text == last.text { return last.list }
            let list = known[text] ?? text.split(separator: "\n").map(String.init)
            known[text] = list
            last = (text, list)
            return list
        }
    }
}

extension FieldValue {
    fileprivate var columnValue: (any DatabaseValueConvertible)? {
        get throws {
            switch self {
            case .flag(let flag): flag
            case .integer(let number): number
            case .unsigned(let number): number
            case .number(let number): number
            case .text(let text): text
            case .message(let message): message.description
            case .texts(let texts): texts.joined(separator: "\n")
            case .traits(let traits): traits.rawValue
            case .record(let members): try Self.records([members]).columnValue
            case .absent: nil
            // Few fonts are variable or localized. For the others the lists are NULL, and nothing is decoded.
            case .records(let records):
                records.isEmpty ? nil : try jsonText(FieldRecordList(records))
            case .numbers(let numbers): try jsonText(numbers)
            case .range(let range): try jsonText(range)
            }
        }
    }

    /// Reads a column; nil if it is NULL.
    fileprivate init?(
        _ row: Row, _ index: Int, _ shape: FieldShape, _ words: inout WordLists
    ) throws(FieldFault) {
        do {
            guard !row.hasNull(atIndex: index) else { return nil }
            switch shape.form {
            case .flag: self = .flag(try row.decode(Bool.self, atIndex: index))
            case .integer: self = .integer(try row.decode(Int.self, atIndex: index))
            case .number: self = .number(try row.decode(Double.self, atIndex: index))
            case .text, .message: self = .text(try row.decode(String.self, atIndex: index))
            case .texts: self = .texts(words[try row.decode(String.self, atIndex: index)])
            case .traits: self = .traits(FontTraits(rawValue: try row.decode(UInt32.self, atIndex: index)))
            case .record(let shapes), .records(let shapes):
                let decoder = JSONDecoder()
                decoder.userInfo[FieldRecordList.shapes] = shapes
                let json = Data(try row.decode(String.self, atIndex: index).utf8)
                let records = try decoder.decode(FieldRecordList.self, from: json).records
                self = .records(records)
                if case .record = shape.form { self = .record(records.first ?? []) }
            case .numbers:
                let json = Data(try row.decode(String.self, atIndex: index).utf8)
                self = .numbers(try JSONDecoder().decode([String: Double].self, from: json))
            case .range:
                let json = Data(try row.decode(String.self, atIndex: index).utf8)
                self = .range(try JSONDecoder().decode(ClosedRange<Double>.self, from: json))
            }
        } catch {
            throw FieldFault("\(shape.name): \(error.plainText)")
        }
    }
}
