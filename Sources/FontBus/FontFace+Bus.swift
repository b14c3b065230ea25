public import FontModel

/// The encoding as FACE of the interface.
extension FontFace {
    /// - Parameters:
    ///   - file: The file that programs open.
    ///   - instance: The named instance to encode instead of the face itself.
    public func busMembers(file: String?, instance: NamedInstance? = nil) -> [String: BusValue] {
        var members = shown(as: instance).busMembers
        members.set("file", file.map(BusValue.string))
        if let instance {
            members["instance"] = .dictionary(instance.busMembers)
            members["base"] = .dictionary(busMembers.filter { Self.membersOfInstances.contains($0.key) })
        }
        return members
    }

    /// Returns the members that a broadcast signal carries.
    public func briefBusMembers(file: String?, instance: NamedInstance? = nil) -> [String: BusValue] {
        var members = shown(as: instance).busMembers.filter { Self.briefMembers.contains($0.key) }
        members.set("file", file.map(BusValue.string))
        return members
    }

    /// The members that an instance has in place of those of the face, which are then in `base`.
    private static let membersOfInstances: Set = [
        "postscriptName", "style", "fullName", "weight", "width", "slant", "traits",
    ]

    private static let briefMembers: Set = [
        "postscriptName", "family", "style", "fullName", "index", "weight", "width", "slant", "variable",
    ]

    /// Decodes a FACE; for a named instance, this is the face that contains it.
    public init(_ record: BusRecord) throws(BusFailure) {
        let base = try record.optional("base", \.dictionary) ?? [:]
        try self.init(busMembers: BusRecord(record.members.merging(base) { _, ofFace in ofFace }))
    }
}
