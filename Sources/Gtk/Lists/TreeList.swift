internal import CAdwaita
internal import CGio

/// A list whose elements can have lists of their own, such as families with their styles.
@UI
package final class TreeList<Element: Identifiable & Equatable>: ListModel {
    package nonisolated let reference: Reference

    /// - Parameter children: The list below an element, asked when it is expanded; nil if it has none.
    package init(_ root: ListStore<Element>, children: @escaping @UI (Element) -> ListStore<Element>?) {
        let data = Unmanaged.passRetained(
            TreeChildren { value in
                guard let element = value as? Element, let list = children(element) else { return nil }
                return g_object_ref(list.reference.pointer)
            }
        ).toOpaque()
        reference = Reference(
            adopting: gtk_tree_list_model_new(
                root.retained(), 0, 0,
                { object, data in
                    guard let object, let data else { return nil }
                    return UI.assumeIsolated((object, data)) { object, data in
                        guard let value = ItemClass.contents(of: object)?.value else { return nil }
                        return Unmanaged<TreeChildren>.fromOpaque(data).takeUnretainedValue().call(value).map {
                            OpaquePointer($0)
                        }
                    }
                }, data
            ) { data in
                if let data { Unmanaged<TreeChildren>.fromOpaque(data).release() }
            })
    }

    /// Whether the element at a position of the list shows its own list; nil if it has none.
    package func isExpanded(at position: Int) -> Bool? {
        row(position) { gtk_tree_list_row_is_expandable($0) != 0 ? gtk_tree_list_row_get_expanded($0) != 0 : nil }
    }
    package func set(expanded: Bool, at position: Int) {
        row(position) { gtk_tree_list_row_set_expanded($0, expanded ? 1 : 0) }
    }
    /// How many lists the element at a position is in: 0 for those of the first.
    package func depth(at position: Int) -> Int { row(position) { Int(gtk_tree_list_row_get_depth($0)) } ?? 0 }

    @discardableResult
    private func row<Result>(_ position: Int, _ body: (OpaquePointer) -> Result?) -> Result? {
        guard let row = gtk_tree_list_model_get_row(cast(), UInt32(clamping: position)) else { return nil }
        defer { g_object_unref(UnsafeMutableRawPointer(row)) }
        return body(row)
    }
}

private final class TreeChildren {
    let call: @UI (Any) -> UnsafeMutableRawPointer?
    init(_ call: @escaping @UI (Any) -> UnsafeMutableRawPointer?) { self.call = call }
}

/// The object of a tree's row, with a reference that the caller owns; nil if it is no row of a tree.
@UI
func treeRow(_ object: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    guard
        g_type_check_instance_is_a(object.assumingMemoryBound(to: GTypeInstance.self), gtk_tree_list_row_get_type())
            != 0
    else { return nil }
    return gtk_tree_list_row_get_item(OpaquePointer(object))
}

/// The arrow before a row of a tree.
@UI
package final class TreeExpander: Widget {
    package nonisolated let reference: Reference

    package init(_ child: any Widget) {
        reference = Reference(sinking: gtk_tree_expander_new())
        gtk_tree_expander_set_child(cast(), child.cast())
        // The arrow has the focus of its row, and would expand it by the keys that select a row in all other lists.
        onKey(.capture) { [unowned self] name, modifiers in
            guard ["space", "KP_Space"].contains(name), modifiers.contains(.control),
                modifiers.isDisjoint(with: [.alt, .shift]), isFocus
            else { return false }
            return activate(action: "listitem.select", .tuple([.bool(true), .bool(false)]))
        }
    }

    /// Connects the arrow with the row; called when a row is bound.
    package func bind(_ place: RowPlace) {
        gtk_tree_expander_set_list_row(cast(), place.treeRow)
    }
}
