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
