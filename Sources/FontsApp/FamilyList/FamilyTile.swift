internal import FontsModel
internal import Gtk

/// A tile of the grid: some letters of a family in its own face, above its name.
@UI
final class FamilyTile: Row {
    var root: any Widget { column }
    private let column: Box
    private let sample: SampleArea
    private let name = Label()
    private weak var list: FamilyListView?
    private var item: FamilyItem?

    init(_ list: FamilyListView) {
        self.list = list
        sample = SampleArea(list.faces, isCentered: true)
        sample.setLeastSize(width: 110)
        RemarkLabel.prepare()
        name.addClass("caption")
        name.ellipsis = .end
        name.setWidth(characters: 12, most: 16)
        name.alignment = 0.5
        column = Box(.vertical, spacing: 4, role: .presentation, [sample, name])
        column.setMargins(all: 6)
        column.onPlainClick { [weak self] in self?.list?.click() }
        column.drags { [weak self] _, _ in self?.dragged }
        column.onMenu { [weak self] x, y in
            guard let self, let item else { return }
            self.list?.showMenu(of: .family(item), on: column, x: x, y: y)
        }
    }

    func bind(_ element: ListItem, at place: RowPlace) {
        guard case .family(let item) = element else { return }
        self.item = item
        sample.show(
            item.text, in: FaceCache.Key(face: item.row.face, revision: item.row.revision),
            families: [item.row.id, item.row.title], style: Face(size: item.size))
        column.opacity = item.row.state == .off ? 0.5 : 1
        name.text = item.row.title
        column.tooltip = [item.row.title, item.row.subtitle, item.remark].compactMap(\.self).joined(separator: "\n")
        name.set(class: RemarkLabel.colorClass, to: item.remark != nil)
        place.setAccessibleLabel([item.row.spoken, item.remark].compactMap(\.self).joined(separator: ". "))
    }

    func unbind() {
        item = nil
        sample.clear()
    }

    private var dragged: DraggedItems? {
        guard let item, let list else { return nil }
        let selected = list.selectedFamilies
        return .families(selected.contains(item.row.id) ? selected : [item.row.id])
    }
}
