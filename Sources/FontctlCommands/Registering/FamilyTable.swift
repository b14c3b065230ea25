import FontRegistry
import Foundation

/// Registered faces as one line for each family, for a terminal.
struct FamilyTable {
    private struct Family {
        var name: String
        var styles: [(name: String, weight: Double)] = []
        /// The number of styles that people see.
        var count = 0
        var disabled = 0
        var hidden = 0
        var faults: [StoredFileFault: Int] = [:]
        var scopes: Set<FontScope> = []
        var providers: Set<String> = []
    }

    private var families: [Family] = []
    private let faces: Int
    private let disabled: Int

    /// - Parameters:
    ///   - names: The names for people, by the names that programs know.
    ///   - order: The locale by whose rules the families are sorted.
    ///   - faults: The faults of stored files, by the ids of the registrations.
    ///   - isHidden: Whether programs do not see an enabled face.
    init(
        _ faces: [ListedFace], names: [String: String] = [:], order: Locale = Locale(identifier: "en_001"),
        faults: [String: StoredFileFault] = [:], isHidden: (ListedFace) -> Bool = { _ in false }
    ) {
        var places: [String: Int] = [:]
        for face in faces {
            let place = places[face.family] ?? families.count
            if place == families.count {
                families.append(Family(name: names[face.family] ?? face.family))
                places[face.family] = place
            }
            families[place].disabled += face.isEnabled ? 0 : face.styles.count
            let fault = faults[face.id]
            families[place].hidden += face.isEnabled && fault == nil && isHidden(face) ? face.styles.count : 0
            if let fault { families[place].faults[fault, default: 0] += face.styles.count }
            families[place].count += face.styles.count
            for style in face.styles where !families[place].styles.contains(where: { $0.name == style.name }) {
                families[place].styles.append(style)
            }
            families[place].scopes.insert(face.scope)
            families[place].providers.insert(face.provider)
        }
        self.faces = faces.reduce(0) { $0 + $1.styles.count }
        disabled = faces.reduce(0) { $0 + ($1.isEnabled ? 0 : $1.styles.count) }
        let comparator = FamilyNameComparator(locale: order)
        families.sort { comparator.compare($0.name, $1.name) == .orderedAscending }
    }

    /// Returns the table and the number of its fonts.
    func text(for terminal: FittedTable.Terminal) -> TextOutput {
        var text = TextOutput()
        guard !families.isEmpty else { return text }
        text.table(
            FittedTable(
                header: ["FAMILY", "FACES", "STYLES", "STATE", "SCOPE", "PROVIDER"], rows: families.map(Self.row),
                terminal: terminal))
        let (faces, families) = (counted(faces, "face"), counted(families.count, "family", "families"))
        text.line(
            disabled > 0 ? "\(faces) in \(families), \(disabled) disabled" : "\(faces) in \(families)")
        return text
    }

    private static func row(_ family: Family) -> FittedTable.Row {
        let isDisabled = family.disabled == family.count
        // Lightest first, and upright before italic, as in a menu.
        let styles = family.styles.enumerated().map { place, style in
            (name: style.name, order: (style.weight, StyleName(style.name).distance, place))
        }.sorted { $0.order < $1.order }.map(\.name)
        let faults = StoredFileFault.allCases.map { (family.faults[$0] ?? 0, $0.word) }
        let counts = ([(family.disabled, "disabled"), (family.hidden, "hidden")] + faults).filter { $0.0 > 0 }
        let state = counts.map { $0.0 == family.count ? $0.1 : "\($0.0) \($0.1)" }.joined(separator: ", ")
        return FittedTable.Row(
            cells: [
                family.name, "\(family.count)", styles.joined(separator: ", "), state,
                family.scopes == [.persistent] ? "" : family.scopes.map(\.rawValue).sorted().joined(separator: ", "),
                family.providers == ["user"] ? "" : family.providers.sorted().joined(separator: ", "),
            ], isDim: isDisabled)
    }
}
