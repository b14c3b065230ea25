internal import CAdwaita
internal import CGio
internal import Testing

@testable internal import Gtk

struct Element: Identifiable, Equatable {
    let id: Int
    var name: String

    init(_ id: Int, _ name: String? = nil) {
        self.id = id
        self.name = name ?? "\(id)"
    }
}

@Suite(.enabled(if: Display.isThere, "there is no display")) struct ListStoreTests {
    @Test @UI func theModelHasTheElements() {
        let store = ListStore((0..<5_000).map { Element($0) })
        #expect(store.count == 5_000)
        #expect(store.element(at: 4_999)?.name == "4999")
        #expect(store.element(at: 5_000) == nil)
        #expect(store.position(of: 17) == 17)
    }

    @Test @UI func anElementHasOneObjectAsLongAsItIsHeld() throws {
        let store = ListStore([Element(1), Element(2)])
        let first = try #require(g_list_model_get_item(store.cast(), 1))
        let second = try #require(g_list_model_get_item(store.cast(), 1))
        #expect(first == second)
        store.set([Element(2), Element(3)])
        let moved = try #require(g_list_model_get_item(store.cast(), 0))
        #expect(first == moved)
        for object in [first, second, moved] { g_object_unref(object) }
    }

    @Test @UI func viewsAreToldTheLeast() {
        let store = ListStore((0..<100).map { Element($0) })
        var changes: [[Int]] = []
        store.connect("items-changed") { arguments in
            changes.append([arguments.int(0), arguments.int(1), arguments.int(2), store.count])
        }
        var elements = store.elements
        elements.remove(at: 90)
        elements.insert(Element(200), at: 10)
        store.set(elements)
        #expect(changes == [[90, 1, 0, 99], [10, 0, 1, 100]])
        #expect(store.elements == elements)
        elements[5].name = "another name"
        store.set(elements)
        #expect(changes.count == 2)
        #expect(store.element(at: 5)?.name == "another name")
    }

    @Test @UI func theSelectionSurvivesChanges() {
        let store = ListStore((0..<100).map { Element($0) })
        let selection = MultiSelection<Element>(store)
        selection.select(positions: [10, 50, 51])
        #expect(selection.selected.map(\.id) == [10, 50, 51])
        // Some go, one moves, one is renamed.
        var elements = store.elements.filter { $0.id % 7 != 0 }
        elements.removeAll { $0.id == 50 }
        elements.append(Element(50, "renamed"))
        store.set(elements)
        #expect(Set(selection.selected.map(\.id)) == [10, 50, 51])
        store.set(elements.filter { $0.id != 10 })
        #expect(Set(selection.selected.map(\.id)) == [50, 51])
        store.set([])
        #expect(selection.selected.isEmpty)
    }

    @Test @UI func oneElementIsSelectedWhereOnlyOneCanBe() {
        let store = ListStore([Element(1), Element(2), Element(3)])
        let selection = SingleSelection<Element>(store)
        #expect(selection.selected.isEmpty)
        selection.select(positions: [1])
        #expect(selection.selected.map(\.id) == [2])
        store.set([Element(0), Element(1), Element(2)])
        #expect(selection.selectedPositions == [2])
        #expect(SingleSelection<Element>(store, selectsFirst: true).selected.map(\.id) == [0])
        #expect(NoSelection<Element>(store).count == 3)
    }

    @Test @UI func theSelectionIsTold() {
        let selection = MultiSelection<Element>(ListStore([Element(1), Element(2)]))
        var counts: [Int] = []
        let connection = selection.onSelection { [unowned selection] in counts.append(selection.selected.count) }
        selection.selectAll()
        selection.unselectAll()
        connection.silently { selection.select(positions: [0]) }
        #expect(counts == [2, 0])
        #expect(selection.isSelected(at: 0))
        #expect(!selection.isSelected(at: 1))
    }

    @Test @UI func theListOutlivesItsHandle() {
        let selection: MultiSelection<Element> = {
            let store = ListStore([Element(1)])
            return MultiSelection<Element>(store)
        }()
        #expect(selection.element(at: 0) == Element(1))
    }

    @Test @UI func elementsOfATreeExpand() {
        let root = ListStore([Element(100), Element(200)])
        let tree = TreeList(root) { element in
            element.id % 100 == 0 ? ListStore([Element(element.id + 1), Element(element.id + 2)]) : nil
        }
        let selection = MultiSelection<Element>(tree)
        #expect(tree.count == 2)
        #expect(tree.isExpanded(at: 0) == false)
        tree.set(expanded: true, at: 0)
        #expect((0..<tree.count).compactMap { selection.element(at: $0)?.id } == [100, 101, 102, 200])
        #expect(tree.depth(at: 1) == 1)
        #expect(tree.isExpanded(at: 1) == nil)
        selection.select(positions: [2])
        #expect(selection.selected.map(\.id) == [102])
        tree.set(expanded: false, at: 0)
        #expect(tree.count == 2)
    }
}
