import FontRegistry
import Foundation

extension RegistrationList {
    /// A line of the table.
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

    /// Returns the faces as one line for each family, and their number.
    func familyTable(on terminal: FittedTable.Terminal) -> TextOutput {
        var families: [Family] = []
        var places: [String: Int] = [:]
        for face in faces {
            let place = places[face.family] ?? families.count
            if place == families.count {
                families.append(Family(name: familyNames[face.family] ?? face.family))
                places[face.family] = place
            }
            let (count, fault) = (face.styles.count, faults[face.id])
            families[place].count += count
            families[place].disabled += face.isEnabled ? 0 : count
            families[place].hidden += face.isEnabled && fault == nil && isHidden(face) ? count : 0
            if let fault { families[place].faults[fault, default: 0] += count }
            for style in face.styles where !families[place].styles.contains(where: { $0.name == style.name }) {
                families[place].styles.append(style)
            }
            families[place].scopes.insert(face.scope)
            families[place].providers.insert(face.provider)
        }
        let comparator = FamilyNameComparator(locale: order)
        families.sort { comparator.compare($0.name, $1.name) == .orderedAscending }
        var text = TextOutput()
        text.table(
            FittedTable(
                header: ["FAMILY", "FACES", "STYLES", "STATE", "SCOPE", "PROVIDER"], rows: families.map(Self.row),
                terminal: terminal))
        let disabled = families.reduce(0) { $0 + $1.disabled }
        let counts =
            "\(counted(families.reduce(0) { $0 + $1.count }, "face")) in \(counted(families.count, "family", "families"))"
        text.line(disabled > 0 ? "\(counts), \(disabled) disabled" : counts)
        return text
    }

    private static func row(_ family: Family) -> FittedTable.Row {
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
                family.providers == [FontManager.userProvider] ? "" : family.providers.sorted().joined(separator: ", "),
            ], isDim: family.disabled == family.count)
    }
}
