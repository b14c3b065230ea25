import FontModel

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
    package var briefBusMembers: [String: BusValue] {
        var members = fieldMembers
        guard let place = members.firstIndex(where: { $0.name == "faces" }) else { return members.busMembers }
        members[place].value = .records((members[place].value.records ?? []).map(\.brief))
        return members.busMembers
    }
}
