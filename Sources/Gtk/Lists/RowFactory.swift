internal import CAdwaita
internal import CGio

/// A row of a list that a view uses again and again: its widgets are made once, and bound to one element after another.
@UI
package protocol Row: AnyObject {
    associatedtype Element

    /// The widget of the row.
    var root: any Widget { get }

    /// Shows an element, also when the shown one has another value.
    func bind(_ element: Element, at place: RowPlace)

    /// The element is shown no more: gives up what it needed.
    func unbind()
}

extension Row {
    package func unbind() {}
}

/// Where a row is.
@UI
package struct RowPlace {
    let item: OpaquePointer
    /// GTK's object of a tree's row; nil in other lists.
    var treeRow: OpaquePointer? {
        guard let object = gtk_list_item_get_item(item),
            g_type_check_instance_is_a(object.assumingMemoryBound(to: GTypeInstance.self), gtk_tree_list_row_get_type())
                != 0
        else { return nil }
        return OpaquePointer(object)
    }

    package var position: Int { Int(gtk_list_item_get_position(item)) }
    package var isSelected: Bool { gtk_list_item_get_selected(item) != 0 }
    /// How many lists the element is in, in a tree.
    package var depth: Int { treeRow.map { Int(gtk_tree_list_row_get_depth($0)) } ?? 0 }

    /// Sets the name of the row for a screen reader.
    ///
    /// GTK before 4.12 has no function for that: the name is set on the widget that the view puts around the row's.
    package func setAccessibleLabel(_ label: String) {
        guard let child = gtk_list_item_get_child(item), let parent = gtk_widget_get_parent(child) else { return }
        AnyWidget(Reference(retaining: UnsafeMutableRawPointer(parent))).setAccessibleLabel(label)
    }
    package func set(isSelectable: Bool) { gtk_list_item_set_selectable(item, isSelectable ? 1 : 0) }
    package func set(isActivatable: Bool) { gtk_list_item_set_activatable(item, isActivatable ? 1 : 0) }
}

/// Makes the rows of a list.
@UI
package final class RowFactory<RowType: Row>: Object {
    package nonisolated let reference: Reference

    package init(_ make: @escaping @UI () -> RowType) {
        reference = Reference(adopting: gtk_signal_list_item_factory_new())
        let key = "fontd-row"
        // The list item owns its row, which owns handles of widgets that the list item owns.
        connect("setup") { arguments in
            guard let item = arguments.object(0) else { return }
            let row = make()
            AnyObjectHandle(Reference(retaining: item)).attach(row, as: key)
            gtk_list_item_set_child(OpaquePointer(item), row.root.cast())
        }
        connect("bind") { arguments in
            guard let item = arguments.object(0), let row = Self.row(of: item, key),
                let object = gtk_list_item_get_item(OpaquePointer(item)), let bound = BoundItem(object)
            else { return }
            let contents = bound.contents
            let show: @UI () -> Void = { [weak row, weak contents] in
                guard let row, let element = contents?.value as? RowType.Element else { return }
                row.bind(element, at: RowPlace(item: OpaquePointer(item)))
            }
            contents.observers[ObjectIdentifier(row)] = show
            AnyObjectHandle(Reference(retaining: item)).attach(bound, as: BoundItem.key)
            show()
        }
        connect("unbind") { arguments in
            guard let item = arguments.object(0), let row = Self.row(of: item, key) else { return }
            let handle = AnyObjectHandle(Reference(retaining: item))
            (handle.attached(BoundItem.key) as? BoundItem)?.contents.observers[ObjectIdentifier(row)] = nil
            g_object_set_data_full(handle.object, BoundItem.key, nil, nil)
            row.unbind()
        }
        connect("teardown") { arguments in
            guard let item = arguments.object(0) else { return }
            gtk_list_item_set_child(OpaquePointer(item), nil)
            g_object_set_data_full(item.assumingMemoryBound(to: GObject.self), key, nil, nil)
        }
    }

    private static func row(of item: UnsafeMutableRawPointer, _ key: String) -> RowType? {
        g_object_get_data(item.assumingMemoryBound(to: GObject.self), key).flatMap {
            Unmanaged<AnyObject>.fromOpaque($0).takeUnretainedValue() as? RowType
        }
    }
}

/// The element that a row shows.
///
/// A tree makes the objects of its elements anew whenever it is asked, so that nothing else would keep the one that tells the
/// row of another value; and once an element is gone, its tree knows it no more.
private final class BoundItem {
    static let key = "fontd-bound"
    let contents: ItemContents
    private let object: Reference

    @UI
    init?(_ object: UnsafeMutableRawPointer) {
        let inner = treeRow(object).map { Reference(adopting: $0.assumingMemoryBound(to: GObject.self)) }
        self.object = inner ?? Reference(retaining: object)
        guard let contents = ItemClass.contents(of: self.object.pointer) else { return nil }
        self.contents = contents
    }
}
