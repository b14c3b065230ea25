internal import Testing

@testable internal import Gtk

@UI
private final class TestRow: Row {
    static var made = 0
    static var alive = 0
    static var bound: [Int: String] = [:]
    static func reset() {
        made = 0
        bound = [:]
    }

    let label = Label()
    var root: any Widget { label }
    var element: Int?

    init() {
        Self.made += 1
        Self.alive += 1
        label.setLeastSize(height: 30)
    }
    isolated deinit { Self.alive -= 1 }

    func bind(_ element: Element, at place: RowPlace) {
        self.element = element.id
        label.text = element.name
        place.setAccessibleLabel(element.name)
        Self.bound[element.id] = element.name
    }
    func unbind() {
        if let element { Self.bound[element] = nil }
        element = nil
    }
}

@Suite(.serialized, .enabled(if: Display.isThere, "there is no display")) struct ListViewTests {
    @Test @UI func rowsAreMadeForWhatIsVisible() async {
        TestRow.reset()
        let store = ListStore((0..<5_000).map { Element($0) })
        let view = ListView(MultiSelection<Element>(store), RowFactory { TestRow() })
        let window = shown(ScrolledWindow(view))
        await until { TestRow.bound[0] != nil }
        // GTK makes rows around the visible ones, too.
        #expect(TestRow.made < 500)
        #expect(TestRow.bound[4_000] == nil)
        view.scroll(to: 4_000)
        await until { TestRow.bound[4_000] != nil }
        #expect(TestRow.made < 1_000)
        window.destroy()
    }

    @Test @UI func aRowFollowsItsElement() async {
        TestRow.reset()
        let store = ListStore((0..<20).map { Element($0) })
        let window = shown(ScrolledWindow(ListView(NoSelection<Element>(store), RowFactory { TestRow() })))
        await until { TestRow.bound[3] != nil }
        var elements = store.elements
        elements[3].name = "renamed"
        store.set(elements)
        #expect(TestRow.bound[3] == "renamed")
        store.update(Element(4, "alone"))
        #expect(TestRow.bound[4] == "alone")
        #expect(store.elements[4].name == "alone")
        store.set([])
        await until { TestRow.bound.isEmpty }
        window.destroy()
    }

    @Test @UI func aGridAndATreeShowRows() async {
        TestRow.reset()
        let tree = TreeList(ListStore([Element(100)])) { element in
            element.id == 100 ? ListStore([Element(101)]) : nil
        }
        let grid = GridView(NoSelection<Element>(ListStore([Element(1), Element(2)])), RowFactory { TestRow() })
        grid.set(columns: 2...8)
        let box = Box(
            .vertical,
            [ScrolledWindow(grid), ScrolledWindow(ListView(NoSelection<Element>(tree), RowFactory { TestRow() }))])
        for child in box.children { child.expandsVertically = true }
        let window = shown(box)
        await until { TestRow.bound[2] != nil && TestRow.bound[100] != nil }
        tree.set(expanded: true, at: 0)
        await until { TestRow.bound[101] != nil }
        window.destroy()
    }

    @Test @UI func activatingARowIsTold() async {
        TestRow.reset()
        let view = ListView(SingleSelection<Element>(ListStore([Element(1), Element(2)])), RowFactory { TestRow() })
        var positions: [Int] = []
        view.onActivate { positions.append($0) }
        let window = shown(ScrolledWindow(view))
        await until { TestRow.bound[2] != nil }
        view.activate(action: "list.activate-item", .uint32(1))
        #expect(positions == [1])
        window.destroy()
    }

    @Test @UI func rowsGoWithTheirView() async {
        TestRow.reset()
        let before = TestRow.alive
        do {
            let store = ListStore((0..<20).map { Element($0) })
            let window = shown(ScrolledWindow(ListView(NoSelection<Element>(store), RowFactory { TestRow() })))
            await until { TestRow.bound[3] != nil }
            #expect(TestRow.alive > before)
            window.destroy()
        }
        await until { TestRow.alive == before }
    }
}
