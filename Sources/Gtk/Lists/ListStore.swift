internal import CAdwaita
internal import CGio

/// A list of objects of GTK's views, with Swift values as elements.
@UI
package protocol ListModel<Element>: Object {
    associatedtype Element
}

extension ListModel {
    package var count: Int { Int(g_list_model_get_n_items(cast())) }

    /// The element at a position of the list.
    package func element(at position: Int) -> Element? {
        guard let object = g_list_model_get_item(cast(), UInt32(clamping: position)) else { return nil }
        defer { g_object_unref(object) }
        return ItemValue.value(of: object) as? Element
    }

    @discardableResult
    package func onChange(_ handler: @escaping @UI () -> Void) -> Connection {
        connect("items-changed") { _ in handler() }
    }
}

/// A list of Swift values, which follows their changes with the least work for views.
///
/// An element's object is made when a view asks for it, and found again by the element's identifier as long as a view holds
/// it: so selections and rows survive changes of the list.
@UI
package final class ListStore<Element: Identifiable & Equatable>: ListModel {
    package nonisolated let reference: Reference
    private let state: State

    /// Owned by the object in C, which may outlive the handle.
    @UI
    private final class State {
        var elements: [Element] = []
        var live: [Element.ID: UnsafeMutableRawPointer] = [:]

        func item(_ position: Int) -> UnsafeMutableRawPointer? {
            guard elements.indices.contains(position) else { return nil }
            let element = elements[position]
            if let object = live[element.id] { return g_object_ref(object) }
            let contents = ItemContents(element)
            contents.onEnd = { [weak self] in self?.live[element.id] = nil }
            let made = ItemClass.make(contents)
            live[element.id] = made.pointer
            return g_object_ref(made.pointer)
        }
    }

    package init(_ elements: [Element] = []) {
        let state = State()
        state.elements = elements
        let contents = ListContents()
        contents.count = { state.elements.count }
        contents.item = { state.item($0) }
        self.state = state
        reference = ListClass.make(contents)
    }

    package var elements: [Element] { state.elements }

    package func position(of identifier: Element.ID) -> Int? { state.elements.firstIndex { $0.id == identifier } }

    /// Replaces the list: rows of elements that are equal stay as they are, those of elements that changed are bound
    /// again, and views are told of the parts with other elements.
    ///
    /// Identifiers must be unique.
    package func set(_ elements: [Element]) {
        let old = state.elements.map(\.id)
        let difference = ListDifference(from: old, to: elements.map(\.id))
        updateShown(elements)
        // From the end, so that the positions of earlier runs stay right.
        for run in difference.runs.reversed() {
            state.elements.replaceSubrange(run.position..<(run.position + run.removed), with: elements[run.added])
            g_list_model_items_changed(cast(), UInt32(run.position), UInt32(run.removed), UInt32(run.added.count))
        }
        // Elements outside of the runs may be others with the same identifiers.
        state.elements = elements
    }

    /// Replaces one element, if it is there.
    package func update(_ element: Element) {
        guard let position = position(of: element.id) else { return }
        state.elements[position] = element
        updateShown([element])
    }

    /// Tells rows that show an element about another value of it.
    private func updateShown(_ elements: [Element]) {
        guard !state.live.isEmpty else { return }
        for element in elements {
            guard let object = state.live[element.id], let contents = ItemClass.contents(of: object),
                contents.value as? Element != element
            else { continue }
            contents.value = element
            for observer in contents.observers.values { observer() }
        }
    }
}

/// The Swift value behind an object of a list, which may be a row of a tree.
@UI
enum ItemValue {
    static func contents(of object: UnsafeMutableRawPointer) -> ItemContents? {
        if let contents = ItemClass.contents(of: object) { return contents }
        guard let inner = treeRow(object) else { return nil }
        defer { g_object_unref(inner) }
        return ItemClass.contents(of: inner)
    }

    static func value(of object: UnsafeMutableRawPointer) -> Any? { contents(of: object)?.value }
}
