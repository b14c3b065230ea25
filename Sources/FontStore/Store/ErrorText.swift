import FontModel
import GRDB
import SystemPackage

extension Error {
    /// The error for people, without the descriptions of Swift types.
    var plainText: String {
        switch self {
        case let error as FontError: error.message
        case let error as FieldFault: error.reason
        case let error as Errno: "\(error)"
        case let error as DatabaseError: error.message ?? "SQLite \(error.extendedResultCode.rawValue)"
        case let error as DecodingError: error.plainText
        case is RowDecodingError: "a column has a value of the wrong type"
        default: "the reason is unknown"
        }
    }
}
