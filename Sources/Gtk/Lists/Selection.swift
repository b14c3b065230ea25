internal import CAdwaita
internal import CGio

/// A list with selected elements.
///
/// Views take nothing else.
@UI
package protocol SelectionModel<Element>: ListModel {}

extension SelectionModel {
    package func isSelected(at position: Int) -> Bool {
        gtk_selection_model_is_selected(cast(), UInt32(clamping: position)) != 0
    }

    /// The positions of the selected elements, in the order of the list.
    package var selectedPositions: [Int] {
        guard let set = gtk_selection_model_get_selection(cast()) else { return [] }
        defer { gtk_bitset_unref(set) }
        return (0..<gtk_bitset_get_size(set)).map { Int(gtk_bitset_get_nth(set, UInt32($0))) }
    }

    package var selected: [Element] { selectedPositions.compactMap { element(at: $0) } }

    /// Selects these elements and no others.
    package func select(positions: some Sequence<Int>) {
        guard let set = gtk_bitset_new_empty(), let all = gtk_bitset_new_range(0, UInt32(count)) else { return }
        for position in positions where position < count { gtk_bitset_add(set, UInt32(position)) }
        if gtk_selection_model_set_selection(cast(), set, all) == 0 {
            // Where one element can be selected, GTK has no function for several.
            if gtk_bitset_is_empty(set) != 0 {
                gtk_selection_model_unselect_all(cast())
            } else {
                gtk_selection_model_select_item(cast(), gtk_bitset_get_minimum(set), 1)
            }
        }
        gtk_bitset_unref(set)
        gtk_bitset_unref(all)
    }
    package func selectAll() { gtk_selection_model_select_all(cast()) }
    package func unselectAll() { gtk_selection_model_unselect_all(cast()) }

    /// After another selection, by a person or by the program.
    @discardableResult
    package func onSelection(_ handler: @escaping @UI () -> Void) -> Connection {
        connect("selection-changed") { _ in handler() }
    }
}

/// A list in which any number of elements can be selected.
@UI
package final class MultiSelection<Element>: SelectionModel {
    package nonisolated let reference: Reference

    package init(_ list: some ListModel<Element>) {
        reference = Reference(adopting: gtk_multi_selection_new(list.retained()))
    }
}

/// A list in which one element is selected, or none.
@UI
package final class SingleSelection<Element>: SelectionModel {
    package nonisolated let reference: Reference

    package init(_ list: some ListModel<Element>, selectsFirst: Bool = false) {
        // With a list the constructor would select its first element.
        reference = Reference(adopting: gtk_single_selection_new(nil))
        gtk_single_selection_set_autoselect(cast(), selectsFirst ? 1 : 0)
        gtk_single_selection_set_can_unselect(cast(), selectsFirst ? 0 : 1)
        gtk_single_selection_set_model(cast(), list.cast())
    }
}

/// A list in which nothing can be selected.
@UI
package final class NoSelection<Element>: SelectionModel {
    package nonisolated let reference: Reference

    package init(_ list: some ListModel<Element>) {
        reference = Reference(adopting: gtk_no_selection_new(list.retained()))
    }
}
