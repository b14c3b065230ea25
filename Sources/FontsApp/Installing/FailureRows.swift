internal import FontsModel
internal import Gtk

/// What failed, grouped by reason, each with its files.
@UI
enum FailureRows {
    /// The most files of one reason that are listed.
    private static let most = 200

    static func make(_ groups: [FailureGroup], title: String) -> PreferencesGroup {
        let list = PreferencesGroup(title: title)
        for group in groups {
            let row = ExpanderRow(group.heading, subtitle: group.text.body)
            for item in group.items.prefix(most) {
                row.add(ActionRow(item).with { $0.set(isSelectable: false) })
            }
            let rest = group.items.count - most
            if rest > 0 { row.add(ActionRow(trn("{count} more file", "{count} more files", rest))) }
            row.isExpanded = groups.count == 1 && group.items.count <= 5
            list.add(row)
        }
        return list
    }
}
