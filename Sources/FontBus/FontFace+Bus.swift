import FontModel

/// The encoding as FACE of the interface.
extension FontFace {
    /// - Parameter file: The file that programs open.
    package func busMembers(file: String?) -> [String: BusValue] { shownMembers(file: file).busMembers }
}

/// The faces in a broadcast signal.
extension [FieldMember] {
    private static let names: Set = [
        "postscriptName", "family", "style", "fullName", "file", "index", "weight", "width", "slant", "variable",
        "origin", "scope", "provider", "id", "enabled", "tag", "tags",
    ]

    /// The members that a broadcast signal carries.
    fileprivate var brief: [FieldMember] { filter { Self.names.contains($0.name) } }
}

extension FontDescriptor {
    package var briefBusMembers: [String: BusValue] { shownMembers.brief.busMembers }
}

extension FontChange.Face {
    package var briefBusMembers: [String: BusValue] { fieldMembers.brief.busMembers }
}

extension FontChange {
    /// - Parameter isBrief: Whether to encode only the members of faces that a broadcast signal carries.
    package func busMembers(isBrief: Bool) -> [String: BusValue] {
        guard isBrief else { return busMembers }
        var members = fieldMembers
        guard let place = members.firstIndex(where: { $0.name == "faces" }) else { return members.busMembers }
        members[place].value = .records((members[place].value.records ?? []).map(\.brief))
        return members.busMembers
    }
}
