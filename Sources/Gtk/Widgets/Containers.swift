internal import CAdwaita
internal import CGio

/// Widgets in a row or a column.
@UI
package final class Box: Widget {
    package nonisolated let reference: Reference

    package init(_ orientation: Orientation, spacing: Int = 0, role: Role = .group, _ children: [any Widget] = []) {
        // GTK 4.8 leaves a widget for presentation out of the accessible tree with all that is in it.
        reference = Reference.widget(gtk_box_get_type(), role: role == .presentation ? .group : role)
        gtk_orientable_set_orientation(cast(), GtkOrientation(orientation.rawValue))
        gtk_box_set_spacing(cast(), Int32(spacing))
        for child in children { append(child) }
    }

    package func append(_ child: any Widget) { gtk_box_append(cast(), child.cast()) }
    package func prepend(_ child: any Widget) { gtk_box_prepend(cast(), child.cast()) }
    package func insert(_ child: any Widget, after sibling: (any Widget)?) {
        gtk_box_insert_child_after(cast(), child.cast(), sibling?.cast())
    }
    package func remove(_ child: any Widget) { gtk_box_remove(cast(), child.cast()) }
    package func removeAll() { for child in children { remove(child) } }

    /// Whether all children get equal space.
    package var isHomogeneous: Bool {
        get { gtk_box_get_homogeneous(cast()) != 0 }
        set { gtk_box_set_homogeneous(cast(), newValue ? 1 : 0) }
    }
}

/// A widget in the middle, and one on each side.
@UI
package final class CenterBox: Widget {
    package nonisolated let reference: Reference

    package init(start: (any Widget)? = nil, center: (any Widget)? = nil, end: (any Widget)? = nil) {
        reference = Reference(sinking: gtk_center_box_new())
        if let start { gtk_center_box_set_start_widget(cast(), start.cast()) }
        if let center { gtk_center_box_set_center_widget(cast(), center.cast()) }
        if let end { gtk_center_box_set_end_widget(cast(), end.cast()) }
    }
}

/// Widgets in columns and rows that line up.
@UI
package final class Grid: Widget {
    package nonisolated let reference: Reference

    package init(columnSpacing: Int = 0, rowSpacing: Int = 0) {
        reference = Reference(sinking: gtk_grid_new())
        gtk_grid_set_column_spacing(cast(), UInt32(columnSpacing))
        gtk_grid_set_row_spacing(cast(), UInt32(rowSpacing))
    }

    package func attach(_ child: any Widget, column: Int, row: Int, width: Int = 1, height: Int = 1) {
        gtk_grid_attach(cast(), child.cast(), Int32(column), Int32(row), Int32(width), Int32(height))
    }
    package func remove(_ child: any Widget) { gtk_grid_remove(cast(), child.cast()) }
    package func removeAll() { for child in children { remove(child) } }
}

/// When a bar for scrolling is there.
package enum ScrollPolicy: UInt32 {
    case always, automatic, never
    /// Scrolling by the program only.
    case external
}

/// A part of a large widget.
@UI
package final class ScrolledWindow: Widget {
    package nonisolated let reference: Reference

    package init(_ child: (any Widget)? = nil, horizontal: ScrollPolicy = .never, vertical: ScrollPolicy = .automatic) {
        reference = Reference(sinking: gtk_scrolled_window_new())
        gtk_scrolled_window_set_policy(
            cast(), GtkPolicyType(horizontal.rawValue), GtkPolicyType(vertical.rawValue))
        if let child { self.child = child }
    }

    package var child: (any Widget)? {
        get {
            gtk_scrolled_window_get_child(cast()).map { AnyWidget(Reference(retaining: UnsafeMutableRawPointer($0))) }
        }
        set { gtk_scrolled_window_set_child(cast(), newValue?.cast()) }
    }

    /// The position of the visible part.
    package var verticalAdjustment: Adjustment {
        Adjustment(Reference(retaining: UnsafeMutableRawPointer(gtk_scrolled_window_get_vadjustment(cast()))))
    }

    /// The least height of the visible part, and the height up to which the window follows its contents.
    package func setContentHeight(least: Int? = nil, most: Int? = nil) {
        // The least may not be above the most at any time.
        gtk_scrolled_window_set_min_content_height(cast(), -1)
        gtk_scrolled_window_set_max_content_height(cast(), Int32(most ?? -1))
        gtk_scrolled_window_set_min_content_height(cast(), Int32(least ?? -1))
    }
    package func setContentWidth(least: Int) { gtk_scrolled_window_set_min_content_width(cast(), Int32(least)) }

    package func setPropagatesNaturalHeight(_ propagates: Bool) {
        gtk_scrolled_window_set_propagate_natural_height(cast(), propagates ? 1 : 0)
    }
}

/// A widget above which others lie.
@UI
package final class Overlay: Widget {
    package nonisolated let reference: Reference

    package init(_ child: (any Widget)? = nil) {
        reference = Reference(sinking: gtk_overlay_new())
        if let child { gtk_overlay_set_child(cast(), child.cast()) }
    }

    package func add(overlay child: any Widget) { gtk_overlay_add_overlay(cast(), child.cast()) }
    package func remove(overlay child: any Widget) { gtk_overlay_remove_overlay(cast(), child.cast()) }
}

/// A widget that slides in and out.
@UI
package final class Revealer: Widget {
    package nonisolated let reference: Reference

    package init(_ child: any Widget) {
        reference = Reference(sinking: gtk_revealer_new())
        gtk_revealer_set_child(cast(), child.cast())
    }

    package var isRevealed: Bool {
        get { gtk_revealer_get_reveal_child(cast()) != 0 }
        set { gtk_revealer_set_reveal_child(cast(), newValue ? 1 : 0) }
    }
}

/// Two widgets with a bar between them that a person can move.
@UI
package final class Paned: Widget {
    package nonisolated let reference: Reference

    package init(_ orientation: Orientation = .horizontal, start: any Widget, end: any Widget) {
        reference = Reference(sinking: gtk_paned_new(GtkOrientation(orientation.rawValue)))
        gtk_paned_set_start_child(cast(), start.cast())
        gtk_paned_set_end_child(cast(), end.cast())
        gtk_paned_set_shrink_start_child(cast(), 0)
        gtk_paned_set_shrink_end_child(cast(), 0)
        gtk_paned_set_resize_start_child(cast(), 0)
    }

    /// The width, or height, of the first widget in pixels.
    package var position: Int {
        get { Int(gtk_paned_get_position(cast())) }
        set { gtk_paned_set_position(cast(), Int32(newValue)) }
    }
    @discardableResult
    package func onPosition(_ handler: @escaping @UI () -> Void) -> Connection { onChange(of: "position", handler) }
}

/// A widget with a border.
@UI
package final class Frame: Widget {
    package nonisolated let reference: Reference

    package init(_ child: any Widget, title: String? = nil) {
        reference = Reference(sinking: gtk_frame_new(title))
        gtk_frame_set_child(cast(), child.cast())
    }
}

/// A line between widgets.
@UI
package final class Separator: Widget {
    package nonisolated let reference: Reference

    package init(_ orientation: Orientation) {
        reference = Reference(sinking: gtk_separator_new(GtkOrientation(orientation.rawValue)))
    }
}

/// One widget, which can be exchanged.
@UI
package final class Bin: Widget {
    package nonisolated let reference: Reference

    package init(_ child: (any Widget)? = nil) {
        reference = Reference(sinking: adw_bin_new())
        if let child { set(child: child) }
    }

    /// Takes another widget, which has the focus if the one before had it.
    package func set(child: (any Widget)?) {
        let hadFocus = window?.focus?.isInside(self) ?? false
        adw_bin_set_child(cast(), child?.cast())
        guard hadFocus else { return }
        // A label that gets the focus in a window without one is a critical message of GTK 4.8.
        isFocusable = true
        grabFocus()
        isFocusable = false
        moveFocus(.forward)
    }
}

/// A widget that becomes no wider than is good to read.
@UI
package final class Clamp: Widget {
    package nonisolated let reference: Reference

    package init(_ child: any Widget, width: Int = 600) {
        reference = Reference(sinking: adw_clamp_new())
        adw_clamp_set_child(cast(), child.cast())
        adw_clamp_set_maximum_size(cast(), Int32(width))
    }
}
