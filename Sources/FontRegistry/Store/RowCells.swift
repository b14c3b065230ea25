import FontModel
import GRDB

extension Row {
    /// The value of a column; what else a damaged database holds there is thrown, where GRDB's subscript would trap.
    func cell<Value: DatabaseValueConvertible>(_ index: Int) throws -> Value { try decode(atIndex: index) }

    /// A number of things: never so large that adding some up could overflow.
    ///
    /// - Throws: 301 with `.damaged` for a number that nothing of ours writes.
    func count(_ index: Int) throws -> Int {
        let number: Int = try cell(index)
        guard (0...Int(Int32.max)).contains(number) else {
            throw FontError.damagedDatabase("\(number) in column \(index) of a row")
        }
        return number
    }

    /// A content hash.
    ///
    /// - Throws: 301 with `.damaged` for any other text: hashes become parts of paths.
    func contentHash(_ index: Int) throws -> String {
        let hash: String = try cell(index)
        guard StoredName.isHash(hash) else { throw FontError.damagedDatabase("\(hash) is no content hash") }
        return hash
    }

    /// The name of a folder in a font folder; see ``contentHash(_:)``.
    func folderName(_ index: Int) throws -> String {
        let name: String = try cell(index)
        guard StoredName.isFolder(name) else { throw FontError.damagedDatabase("\(name) is no font folder") }
        return name
    }

    /// The name of a file in one of them; see ``contentHash(_:)``.
    func fontName(_ index: Int) throws -> String {
        let name: String = try cell(index)
        guard StoredName.isFont(name) else { throw FontError.damagedDatabase("\(name) is no file of a font") }
        return name
    }

    /// A place in a font folder, as the names of folder and file; nil if there is none.
    func place(_ index: Int) throws -> String? {
        let found: String? = try cell(index)
        guard let place = found else { return nil }
        let names = place.split(separator: "/", omittingEmptySubsequences: false)
        guard names.count == 2, StoredName.isFolder(names[0]), StoredName.isFont(names[1]) else {
            throw FontError.damagedDatabase("\(place) is no place of a font")
        }
        return place
    }

    /// A value that is stored as its text.
    ///
    /// - Throws: 301 with `.damaged` for a text that stands for none.
    func cell<Value: RawRepresentable<String>>(_ index: Int) throws -> Value {
        let text: String = try cell(index)
        guard let value = Value(rawValue: text) else {
            throw FontError.damagedDatabase("\(text) is no \(Value.self)")
        }
        return value
    }
}
