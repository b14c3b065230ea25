public import FontModel

/// The members of OUTCOME that describe an error.
extension FontError {
    /// - Parameter item: The item of the outcome; nil for an error outside of an outcome.
    public func busMembers(ofItem item: String?) -> [String: BusValue] {
        var members = busMembers
        members["code"] = .uint32(UInt32(clamping: code.rawValue))
        // An empty text stands for an error without a file.
        members["about"] = file == item ? nil : .string(file ?? "")
        return members
    }

    public init(_ record: BusRecord, ofItem item: String?) throws(BusFailure) {
        try self.init(record)
        file = file == nil ? item : file == "" ? nil : file
    }
}
