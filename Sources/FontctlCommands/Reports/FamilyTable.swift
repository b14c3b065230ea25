import FontRegistry

/// Registered faces as one line for each family, for a terminal.
struct FamilyTable {
    private struct Family {
        var name: String
        var styles: [String] = []
        var faces = 0
        var disabled = 0
        var hidden = 0
        var scopes: Set<FontScope> = []
        var providers: Set<String> = []
    }

    private var families: [Family] = []
    private let faces: Int
    private let disabled: Int

    /// - Parameter isHidden: Whether programs do not see an enabled face.
    init(_ faces: [ListedFace], isHidden: (ListedFace) -> Bool = { _ in false }) {
        var places: [String: Int] = [:]
        for face in faces {
            let place = places[face.family] ?? families.count
            if place == families.count {
                families.append(Family(name: face.family))
                places[face.family] = place
            }
            families[place].faces += 1
            families[place].disabled += face.isEnabled ? 0 : 1
            families[place].hidden += face.isEnabled && isHidden(face) ? 1 : 0
            if !families[place].styles.contains(face.style) { families[place].styles.append(face.style) }
            families[place].scopes.insert(face.scope)
            families[place].providers.insert(face.provider)
        }
        self.faces = faces.count
        disabled = faces.count { !$0.isEnabled }
        let keys = families.map { $0.name.lowercased() }
        families = families.indices.sorted { keys[$0] < keys[$1] }.map { families[$0] }
    }

    /// Returns the table and the number of its fonts.
    func text(for terminal: FittedTable.Terminal) -> TextOutput {
        var text = TextOutput()
        guard !families.isEmpty else { return text }
        text.table(
            FittedTable(
                header: ["FAMILY", "STYLES", "STATE", "SCOPE", "PROVIDER"], rows: families.map(Self.row),
                terminal: terminal))
        text.line(
            counted(faces, "face") + " in " + counted(families.count, "family", "families")
                + (disabled > 0 ? ", \(disabled) disabled" : ""))
        return text
    }

    private static func row(_ family: Family) -> FittedTable.Row {
        let isDisabled = family.disabled == family.faces
        let counts = [(family.disabled, "disabled"), (family.hidden, "hidden")].filter { $0.0 > 0 }
        let state = counts.map { $0.0 == family.faces ? $0.1 : "\($0.0) \($0.1)" }.joined(separator: ", ")
        return FittedTable.Row(
            cells: [
                family.name, family.styles.joined(separator: ", "), state,
                family.scopes == [.persistent] ? "" : family.scopes.map(\.rawValue).sorted().joined(separator: ", "),
                family.providers == ["user"] ? "" : family.providers.sorted().joined(separator: ", "),
            ], isDim: isDisabled)
    }
}
