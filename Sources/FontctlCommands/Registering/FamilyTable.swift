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
        // Those of a collection are in the user's order.
        if collection == nil { families.sort { comparator.compare($0.name, $1.name) == .orderedAscending } }
        var text = TextOutput()
        text.table(
            FittedTable(
                header: [tr("FAMILY"), tr("FACES"), tr("STYLES"), tr("STATE"), tr("SCOPE"), tr("PROVIDER")],
                rows: families.map(Self.row), terminal: terminal))
        let disabled = families.reduce(0) { $0 + $1.disabled }
        let faces = counted(families.reduce(0) { $0 + $1.count }, "face")
        let count = counted(families.count, "family", "families")
        text.line(
            disabled > 0 ? tr("\(faces) in \(count), \(disabled) disabled") : tr("\(faces) in \(count)"))
        return text
    }

    private static func row(_ family: Family) -> FittedTable.Row {
        // Lightest first, and upright before italic, as in a menu.
        let styles = family.styles.enumerated().map { place, style in
            (name: style.name, order: (style.weight, StyleName(style.name).distance, place))
        }.sorted { $0.order < $1.order }.map(\.name)
        return FittedTable.Row(
            cells: [
                family.name, "\(family.count)", styles.joined(separator: ", "),
                tr(Message(states(of: family), separator: ", ")),
                family.scopes == [.persistent] ? "" : family.scopes.map(\.rawValue).sorted().joined(separator: ", "),
                family.providers == [FontManager.userProvider] ? "" : family.providers.sorted().joined(separator: ", "),
            ], isDim: family.disabled == family.count)
    }

    /// Returns the states of the styles of a family, with their numbers unless all are in a state.
    private static func states(of family: Family) -> [Message] {
        func state(_ count: Int, _ all: Message, _ some: Message) -> Message? {
            count == 0 ? nil : count == family.count ? all : some
        }
        let (disabled, hidden) = (family.disabled, family.hidden)
        return [state(disabled, "disabled", "\(disabled) disabled"), state(hidden, "hidden", "\(hidden) hidden")]
            .compactMap(\.self)
            + StoredFileFault.allCases.compactMap { fault in
                let count = family.faults[fault] ?? 0
                return state(count, fault.word, fault.word(for: count))
            }
    }
}
