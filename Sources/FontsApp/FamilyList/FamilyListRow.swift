internal import FontsModel
internal import Gtk

/// A row of the list: a family in its own face with its name below, or a style of it.
@UI
final class FamilyListRow: Row {
    var root: any Widget { expander }
    private let expander: TreeExpander
    private let column = Box(.vertical, spacing: 2, role: .presentation)
    private let sample: SampleArea
    private let name = Label()
    private let facts = Label()
    private let remark = RemarkLabel.make()
    private let control = Switch()
    private var switched: Connection?
    private weak var list: FamilyListView?
    private var item: ListItem?

    init(_ list: FamilyListView) {
        self.list = list
        sample = SampleArea(list.faces)
        for label in [name, facts] {
            label.addClass("caption")
            label.addClass("dim-label")
        }
        for label in [name, facts, remark] { label.ellipsis = .end }
        name.expandsHorizontally = true
        facts.alignment = 1
        let line = Box(.horizontal, spacing: 6, role: .presentation, [name, facts])
        column.append(sample)
        column.append(line)
        column.append(remark)
        column.expandsHorizontally = true
        let all = Box(.horizontal, spacing: 6, role: .presentation, [column, control])
        expander = TreeExpander(all)
        expander.setMargins(top: 4, bottom: 4, start: 2, end: 6)
        switched = control.onSwitch { [weak self] in self?.turn() }
        // Not on the arrow and the switch, which have an effect of their own.
        column.onPlainClick { [weak self] in self?.list?.click() }
        expander.drags { [weak self] _, _ in self?.dragged }
        expander.onMenu { [weak self] x, y in
            guard let self, let item else { return }
            self.list?.showMenu(of: item, on: expander, x: x, y: y)
        }
    }

    func bind(_ element: ListItem, at place: RowPlace) {
        item = element
        expander.bind(place)
        switch element {
        case .family(let item): show(item, at: place)
        case .style(let item): show(item, at: place)
        case .loading(let family):
            sample.isVisible = false
            control.isVisible = false
            remark.isVisible = false
            name.text = tr("Reading the styles…")
            facts.text = ""
            place.setAccessibleLabel(name.text)
            list?.load(stylesOf: family)
        }
        place.set(isSelectable: !element.isLoading)
    }

    func unbind() {
        item = nil
        sample.clear()
    }

    private func show(_ item: FamilyItem, at place: RowPlace) {
        sample.isVisible = true
        control.isVisible = false
        sample.show(
            item.text, in: FaceCache.Key(face: item.row.face, revision: item.row.revision),
            families: [item.row.id, item.row.title], style: Face(size: item.size))
        sample.opacity = item.row.state == .off ? 0.5 : 1
        name.text = item.row.title
        facts.ellipsis = .end
        facts.text = item.row.subtitle
        show(remark: item.remark)
        place.setAccessibleLabel([item.row.spoken, item.remark].compactMap(\.self).joined(separator: ". "))
    }

    private func show(_ item: StyleItem, at place: RowPlace) {
        sample.isVisible = true
        control.isVisible = true
        let title = item.style.title
        sample.show(
            item.text, in: FaceCache.Key(face: item.style.face, revision: item.revision), families: [item.family],
            style: item.style.drawing(size: item.size))
        sample.opacity = item.style.isOn ? 1 : 0.5
        name.text = title
        // The end of a file's name says what kind of file it is.
        facts.ellipsis = .middle
        facts.text = item.file.subtitle
        show(remark: nil)
        switched?.silently { control.isOn = item.file.isOn }
        control.setAccessibleLabel(tr("{file} is turned on", ["file": item.file.title]))
        control.tooltip = item.file.switchHint
        place.setAccessibleLabel(
            item.style.isOn
                ? tr("{style}, {file}", ["style": title, "file": item.file.title])
                : tr("{style}, {file}, off", ["style": title, "file": item.file.title]))
    }

    private func show(remark text: String?) {
        remark.isVisible = text != nil
        remark.text = text ?? ""
    }

    private func turn() {
        guard case .style(let item) = item else { return }
        list?.turn(item, isOn: control.isOn) { [weak self] in
            guard let self, case .style(let present) = self.item, present == item else { return }
            switched?.silently { self.control.isOn = item.file.isOn }
        }
    }

    private var dragged: DraggedItems? {
        guard let item, let list, !item.isLoading else { return nil }
        // A selected row drags the whole selection.
        let selected = list.selectedFamilies
        return .families(selected.contains(item.family) ? selected : [item.family])
    }
}

extension ListItem {
    var isLoading: Bool { if case .loading = self { true } else { false } }
}
