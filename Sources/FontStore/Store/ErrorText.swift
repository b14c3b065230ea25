import FontModel
import GRDB
import SystemPackage

extension Error {
    /// The error for people, without the descriptions of Swift types.
    var plainText: Message {
        switch self {
        case let error as FontError: error.text
        case let error as FieldFault: error.reason
        case let error as Errno: Message(error)
        case let error as DatabaseError:
            Message(verbatim: error.message ?? "SQLite \(error.extendedResultCode.rawValue)")
        case let error as DecodingError: error.plainText
        case is RowDecodingError: "a column has a value of the wrong type"
        default: "the reason is unknown"
        }
    }
}
