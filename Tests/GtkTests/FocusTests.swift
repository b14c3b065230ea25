internal import CAdwaita
internal import CGio
internal import Testing

@testable internal import Gtk

@Suite(.enabled(if: Display.isThere, "there is no display")) struct FocusTests {
    /// Each choice is in a cell of its own, as in cards beside each other.
    @Test @UI func arrowsGoThroughAGroup() async {
        let flow = FlowBox(columns: 1...3)
        let buttons = ["1", "2", "3", "4"].map { CheckButton($0) }
        for button in buttons {
            button.group(with: buttons[0] === button ? nil : buttons[0])
            flow.append(Box(.vertical, [button]))
        }
        buttons[0].isChecked = true
        buttons[2].isVisible = false
        let window = shown(flow)
        await until { buttons[0].isMapped }
        buttons[0].grabFocus()
        #expect(press(GDK_KEY_Down, on: buttons[0]))
        #expect(buttons[1].isFocus && buttons.map(\.isChecked) == [false, true, false, false])
        #expect(press(GDK_KEY_Right, on: buttons[1]), "what is hidden is passed over")
        #expect(buttons[3].isFocus && buttons[3].isChecked)
        #expect(press(GDK_KEY_Down, on: buttons[3]) && buttons[0].isFocus && buttons[0].isChecked)
        #expect(press(GDK_KEY_Left, on: buttons[0]) && buttons[3].isFocus)
        #expect(press(GDK_KEY_Up, on: buttons[3]) && buttons[1].isFocus)
        #expect(!press(GDK_KEY_Tab, on: buttons[1]))
        window.destroy()
    }

    /// The rows around a menu do not take its arrows, and have the focus again when it closes.
    @Test @UI func arrowsGoThroughAMenuOfARow() async throws {
        let list = ListBox(.one)
        let rows = ["1", "2"].map { ListBoxRow(Label($0)) }
        for row in rows { list.append(row) }
        let window = shown(list)
        await until { rows[0].isMapped }
        rows[0].grabFocus()
        let menu = Menu()
        let group = ActionGroup()
        for name in ["one", "two"] {
            menu.append(name, action: "test." + name)
            group.add(SimpleAction(name) {})
        }
        list.add(group, prefix: "test")
        rows[0].show(menu: menu, x: 3, y: 4)
        let popover = try #require(rows[0].children.first { $0.className == "GtkPopoverMenu" })
        await until { popover.isMapped && window.focus?.isInside(popover) == true }
        let first = try #require(window.focus)
        #expect(press(GDK_KEY_Down, on: popover))
        let second = try #require(window.focus)
        #expect(second.isInside(popover) && !second.isSame(as: first))
        #expect(press(GDK_KEY_Down, on: popover), "after the last entry comes the first")
        #expect(window.focus?.isSame(as: first) == true)
        #expect(press(GDK_KEY_Up, on: popover) && window.focus?.isSame(as: second) == true)
        gtk_popover_popdown(popover.cast())
        await until { rows[0].isFocus }
        window.destroy()
    }

    @Test @UI func tabLeavesAList() async {
        let store = ListStore((0..<5).map { TestItem(id: $0) })
        let list = ListView(MultiSelection(store), RowFactory { TestRow() })
        var directions: [FocusDirection] = []
        list.onTab { direction in
            directions.append(direction)
            return direction == .forward
        }
        #expect(
            press(GDK_KEY_Tab, on: list) && !press(GDK_KEY_ISO_Left_Tab, on: list) && !press(GDK_KEY_Down, on: list))
        #expect(directions == [.forward, .backward])
    }

    @Test @UI func aListOfRowsIsOneStop() async {
        let (first, list, last) = (Button("1"), ListBox(.one), Button("2"))
        for _ in 0..<5 { list.append(Label("row")) }
        list.onTab { list.moveFocusOut($0) }
        let window = shown(Box(.vertical, [first, ScrolledWindow(list), last]))
        await until { last.isMapped }
        list.selected = 3
        first.grabFocus()
        gtk_widget_child_focus(window.cast(), GTK_DIR_TAB_FORWARD)
        #expect(window.focus?.isInside(list) == true && list.selected == 3)
        #expect(press(GDK_KEY_Tab, on: list) && last.isFocus)
        gtk_widget_child_focus(window.cast(), GTK_DIR_TAB_BACKWARD)
        #expect(window.focus?.isInside(list) == true && list.selected == 3)
        #expect(press(GDK_KEY_ISO_Left_Tab, on: list) && first.isFocus && list.canFocus && list.selected == 3)
        window.destroy()
    }

    /// Scrolling and selecting move no focus, as a search for a character in a grid does it.
    @Test @UI func theSelectedElementOfAViewHasTheFocus() async throws {
        let selection = SingleSelection(ListStore((0..<400).map { TestItem(id: $0) }))
        let grid = GridView(selection, RowFactory { TestRow() })
        let window = shown(ScrolledWindow(grid))
        await until { !grid.children.isEmpty }
        grid.grabFocus()
        #expect(!grid.focusSelected(), "nothing is selected")
        let first = try #require(window.focus?.children.first)
        selection.select(positions: [300])
        grid.scroll(to: 300)
        grid.focusSelectedSoon()
        await until { !(window.focus?.children.first?.isSame(as: first) ?? true) }
        let label = window.focus?.children.first.flatMap { gtk_label_get_text($0.cast()) }.map { String(cString: $0) }
        #expect(label == "300")
        window.destroy()
    }

    /// The arrow of a row expands it by these keys unless the row takes them.
    @Test @UI func rowsOfATreeAreSelectedByKey() async throws {
        let tree = TreeList(ListStore([TestItem(id: 1), TestItem(id: 2)])) { item in
            item.id == 1 ? ListStore([TestItem(id: 3)]) : nil
        }
        let selection = MultiSelection(tree)
        let list = ListView(selection, RowFactory { TreeRow() })
        let window = shown(ScrolledWindow(list))
        await until { list.children.count >= 2 && list.children[0].isMapped }
        #expect(list.children[0].grabFocus())
        let arrow = try #require(window.focus)
        #expect(arrow.className == "GtkTreeExpander")
        #expect(!press(GDK_KEY_space, on: arrow))
        #expect(press(GDK_KEY_space, on: arrow, holding: .control))
        #expect(selection.selectedPositions == [0] && tree.isExpanded(at: 0) == false)
        #expect(press(GDK_KEY_space, on: arrow, holding: .control) && selection.selectedPositions.isEmpty)
        window.destroy()
    }

    @Test @UI func whatIsReplacedKeepsTheFocus() async {
        let (first, second) = (Button("1"), Button("2"))
        let bin = Bin(first)
        let window = shown(Box(.vertical, [Button("0"), bin]))
        await until { first.isMapped }
        first.grabFocus()
        bin.set(child: Box(.vertical, [Label("x"), second]))
        #expect(second.isFocus)
        let label = Label("y")
        label.isSelectable = true
        bin.set(child: Box(.vertical, [label]))
        #expect(label.isFocus)
        window.destroy()
    }

    @Test @UI func theFocusIsMovedIntoAWidget() async {
        let entries = ["1", "2"].map { Entry($0) }
        let (box, other) = (Box(.vertical, entries), Entry("3"))
        let window = shown(Box(.vertical, [other, box]))
        await until { other.isMapped }
        #expect(box.moveFocus(.forward) && window.focus?.isInside(entries[0]) == true)
        #expect(box.moveFocus(.forward) && window.focus?.isInside(entries[1]) == true)
        #expect(!box.moveFocus(.forward))
        window.clearFocus()
        #expect(window.focus == nil)
        #expect(box.moveFocus(.backward) && window.focus?.isInside(entries[1]) == true)
        window.destroy()
    }
}

private struct TestItem: Identifiable, Equatable {
    var id: Int
}

@UI
private final class TestRow: Row {
    private let label = Label()
    var root: any Widget { label }
    func bind(_ element: TestItem, at place: RowPlace) { label.text = String(element.id) }
}

@UI
private final class TreeRow: Row {
    private let label = Label()
    private let expander: TreeExpander
    var root: any Widget { expander }
    init() { expander = TreeExpander(label) }
    func bind(_ element: TestItem, at place: RowPlace) {
        expander.bind(place)
        label.text = String(element.id)
    }
}
