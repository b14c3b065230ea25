internal import FontsModel
internal import Gtk

/// A family of a catalogue in the list.
@UI
final class CatalogListRow: Row {
    var root: any Widget { box }
    private let box: Box
    private let title = Label()
    private let subtitle = Label()
    private let status = Label()

    /// - Parameter onClick: Called when the row is clicked, beside the selection.
    init(onClick: @escaping @UI () -> Void) {
        for label in [title, subtitle, status] { label.ellipsis = .end }
        for label in [subtitle, status] {
            label.addClass("caption")
            label.addClass("dim-label")
        }
        title.addClass("heading")
        let column = Box(.vertical, spacing: 2, role: .presentation, [title, subtitle])
        column.expandsHorizontally = true
        box = Box(.horizontal, spacing: 12, role: .presentation, [column, status])
        box.setMargins(top: 8, bottom: 8, start: 12, end: 12)
        // The list selects the row after this.
        box.onClick { _, _, _ in UI.whenIdle(onClick) }
    }

    func bind(_ element: CatalogItem, at place: RowPlace) {
        title.text = element.row.title
        subtitle.text = element.row.subtitle
        status.text = element.statusText ?? ""
        place.setAccessibleLabel(element.spoken)
    }
}
