import FontModel
import GRDB

/// Queries with statements that are prepared once.
extension Database {
    /// Returns what a function reads from each row of a query.
    ///
    /// The rows share their memory: fetching all of them first would copy every cell.
    func rows<Value>(
        _ sql: String, _ arguments: StatementArguments = [], _ read: (Row) throws -> Value
    ) throws -> [Value] {
        let rows = try Row.fetchCursor(cachedStatement(sql: sql), arguments: arguments)
        var values: [Value] = []
        while let row = try rows.next() { values.append(try read(row)) }
        return values
    }

    /// Returns the first row of a query.
    func firstRow(_ sql: String, _ arguments: StatementArguments = []) throws -> Row? {
        try Row.fetchOne(cachedStatement(sql: sql), arguments: arguments)
    }

    func executeCached(_ sql: String, _ arguments: StatementArguments) throws {
        try cachedStatement(sql: sql).execute(arguments: arguments)
    }
}

extension Row {
    /// Returns the value of a column, and throws for a value of another type, where GRDB's subscript would trap.
    ///
    /// GRDB reads a type of SQLite's own, such as a text, without an intermediate value.
    func cell<Value: DatabaseValueConvertible & StatementColumnConvertible>(_ index: Int) throws -> Value {
        try decode(atIndex: index)
    }

    /// Returns a count, small enough that sums cannot overflow.
    ///
    /// - Throws: `FontError` with code `registrationFailed` (301) and fault `.damaged` for a number that fontd does not
    ///   write.
    func count(_ index: Int) throws -> Int {
        let number: Int = try cell(index)
        guard (0...Int(Int32.max)).contains(number) else {
            throw FontError.damagedDatabase("\(number) in column \(index) of a row")
        }
        return number
    }

    /// Returns a content hash.
    ///
    /// - Throws: `FontError` with code `registrationFailed` (301) and fault `.damaged` for any other text, because
    ///   hashes become parts of paths.
    func contentHash(_ index: Int) throws -> String {
        try checked(cell(index), StoredName.isHash, "a content hash")
    }

    /// Returns the name of a font folder; see ``contentHash(_:)``.
    func folderName(_ index: Int) throws -> String {
        try checked(cell(index), StoredName.isFolder, "a font folder")
    }

    /// Returns the name of a file in a font folder; see ``contentHash(_:)``.
    func fontName(_ index: Int) throws -> String {
        try checked(cell(index), StoredName.isFont, "a font file")
    }

    /// Returns a place, as folder and file name; `nil` if there is none.
    func place(_ index: Int) throws -> String? {
        try (cell(index) as String?).map { try checked($0, StoredName.isPlace, "a location of a font") }
    }

    private func checked(_ text: String, _ isValid: (String) -> Bool, _ kind: String) throws -> String {
        guard isValid(text) else { throw FontError.damagedDatabase("\(text) is not \(kind)") }
        return text
    }

    /// Returns a value that is stored as its raw text.
    ///
    /// - Throws: `FontError` with code `registrationFailed` (301) and fault `.damaged` for a text that is no raw value
    ///   of the type.
    func cell<Value: RawRepresentable<String>>(_ index: Int) throws -> Value {
        let text: String = try cell(index)
        guard let value = Value(rawValue: text) else {
            throw FontError.damagedDatabase("\(text) in column \(index) of a row")
        }
        return value
    }
}
