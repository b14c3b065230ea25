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
        let hash: String = try cell(index)
        guard StoredName.isHash(hash) else { throw FontError.damagedDatabase("\(hash) is not a content hash") }
        return hash
    }

    /// Returns the name of a font folder; see ``contentHash(_:)``.
    func folderName(_ index: Int) throws -> String {
        let name: String = try cell(index)
        guard StoredName.isFolder(name) else { throw FontError.damagedDatabase("\(name) is not a font folder") }
        return name
    }

    /// Returns the name of a file in a font folder; see ``contentHash(_:)``.
    func fontName(_ index: Int) throws -> String {
        let name: String = try cell(index)
        guard StoredName.isFont(name) else { throw FontError.damagedDatabase("\(name) is not a font file") }
        return name
    }

    /// Returns a place, as folder and file name; `nil` if there is none.
    func place(_ index: Int) throws -> String? {
        let found: String? = try cell(index)
        guard let place = found else { return nil }
        guard StoredName.isPlace(place) else {
            throw FontError.damagedDatabase("\(place) is not a location of a font")
        }
        return place
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
