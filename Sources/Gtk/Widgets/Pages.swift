internal import CAdwaita
internal import CGio

/// Widgets of which one is shown.
@UI
package final class Stack: Widget {
    package nonisolated let reference: Reference

    package init() {
        reference = Reference(sinking: gtk_stack_new())
        gtk_stack_set_transition_type(cast(), GTK_STACK_TRANSITION_TYPE_CROSSFADE)
    }

    package func add(_ child: any Widget, name: String, title: String? = nil) {
        if let title {
            gtk_stack_add_titled(cast(), child.cast(), name, title)
        } else {
            gtk_stack_add_named(cast(), child.cast(), name)
        }
    }
    package func remove(_ child: any Widget) { gtk_stack_remove(cast(), child.cast()) }

    /// The name of the widget that is shown.
    package var visible: String {
        get { gtk_stack_get_visible_child_name(cast()).map { String(cString: $0) } ?? "" }
        set { gtk_stack_set_visible_child_name(cast(), newValue) }
    }
    /// Whether the stack is as large as its largest widget, in each direction.
    package func setHomogeneous(horizontal: Bool, vertical: Bool) {
        gtk_stack_set_hhomogeneous(cast(), horizontal ? 1 : 0)
        gtk_stack_set_vhomogeneous(cast(), vertical ? 1 : 0)
    }
    @discardableResult
    package func onVisible(_ handler: @escaping @UI () -> Void) -> Connection {
        onChange(of: "visible-child", handler)
    }
}

/// Buttons for the widgets of a stack that have titles.
@UI
package final class StackSwitcher: Widget {
    package nonisolated let reference: Reference

    package init(_ stack: Stack) {
        reference = Reference(sinking: gtk_stack_switcher_new())
        gtk_stack_switcher_set_stack(cast(), stack.cast())
    }
}

/// Pages of which one is shown, with titles and icons.
@UI
package final class ViewStack: Widget {
    package nonisolated let reference: Reference

    package init() { reference = Reference(sinking: adw_view_stack_new()) }

    package func add(_ child: any Widget, name: String, title: String, icon: String) {
        adw_view_stack_add_titled(cast(), child.cast(), name, title)
        adw_view_stack_page_set_icon_name(adw_view_stack_get_page(cast(), child.cast()), icon)
    }
    /// Hides a page, such as that for axes of a font without any.
    package func set(_ child: any Widget, isVisible: Bool) {
        adw_view_stack_page_set_visible(adw_view_stack_get_page(cast(), child.cast()), isVisible ? 1 : 0)
    }
    /// A number beside the page's title; 0 for none.
    package func set(_ child: any Widget, badge: Int) {
        adw_view_stack_page_set_badge_number(adw_view_stack_get_page(cast(), child.cast()), UInt32(badge))
    }
    package var visible: String {
        get { adw_view_stack_get_visible_child_name(cast()).map { String(cString: $0) } ?? "" }
        set { adw_view_stack_set_visible_child_name(cast(), newValue) }
    }
    @discardableResult
    package func onVisible(_ handler: @escaping @UI () -> Void) -> Connection {
        onChange(of: "visible-child", handler)
    }
}

/// The titles of a view stack, beside each other.
@UI
package final class ViewSwitcher: Widget {
    package nonisolated let reference: Reference

    package init(_ stack: ViewStack, isWide: Bool = true) {
        reference = Reference(sinking: adw_view_switcher_new())
        adw_view_switcher_set_stack(cast(), stack.cast())
        adw_view_switcher_set_policy(cast(), isWide ? ADW_VIEW_SWITCHER_POLICY_WIDE : ADW_VIEW_SWITCHER_POLICY_NARROW)
    }
}

/// The titles of a view stack below it, for narrow windows.
@UI
package final class ViewSwitcherBar: Widget {
    package nonisolated let reference: Reference

    package init(_ stack: ViewStack) {
        reference = Reference(sinking: adw_view_switcher_bar_new())
        adw_view_switcher_bar_set_stack(cast(), stack.cast())
    }
    package var isRevealed: Bool {
        get { adw_view_switcher_bar_get_reveal(cast()) != 0 }
        set { adw_view_switcher_bar_set_reveal(cast(), newValue ? 1 : 0) }
    }
}

/// Columns beside each other that become pages in a narrow window.
@UI
package final class Leaflet: Widget {
    package nonisolated let reference: Reference

    package init(_ children: [any Widget] = []) {
        reference = Reference(sinking: adw_leaflet_new())
        adw_leaflet_set_can_navigate_back(cast(), 1)
        for child in children { append(child) }
    }

    /// - Parameter canNavigate: Whether a person can go to the child; false for lines between columns.
    package func append(_ child: any Widget, canNavigate: Bool = true) {
        guard let page = adw_leaflet_append(cast(), child.cast()) else { return }
        adw_leaflet_page_set_navigatable(page, canNavigate ? 1 : 0)
    }
    package var isFolded: Bool { adw_leaflet_get_folded(cast()) != 0 }
    package func show(_ child: any Widget) { adw_leaflet_set_visible_child(cast(), child.cast()) }
    @discardableResult
    package func goBack() -> Bool { adw_leaflet_navigate(cast(), ADW_NAVIGATION_DIRECTION_BACK) != 0 }
    @discardableResult
    package func onFold(_ handler: @escaping @UI () -> Void) -> Connection { onChange(of: "folded", handler) }
}

/// A side bar beside a content, which lies above it in a narrow window.
@UI
package final class Flap: Widget {
    package nonisolated let reference: Reference

    package init(sidebar: any Widget, content: any Widget) {
        reference = Reference(sinking: adw_flap_new())
        adw_flap_set_flap(cast(), sidebar.cast())
        adw_flap_set_content(cast(), content.cast())
        adw_flap_set_separator(cast(), gtk_separator_new(GTK_ORIENTATION_VERTICAL))
    }

    package var showsSidebar: Bool {
        get { adw_flap_get_reveal_flap(cast()) != 0 }
        set { adw_flap_set_reveal_flap(cast(), newValue ? 1 : 0) }
    }
    package var isFolded: Bool { adw_flap_get_folded(cast()) != 0 }
    package func set(isAtEnd: Bool) {
        adw_flap_set_flap_position(cast(), isAtEnd ? GTK_PACK_END : GTK_PACK_START)
    }
    @discardableResult
    package func onSidebar(_ handler: @escaping @UI () -> Void) -> Connection { onChange(of: "reveal-flap", handler) }
    @discardableResult
    package func onFold(_ handler: @escaping @UI () -> Void) -> Connection { onChange(of: "folded", handler) }
}

/// A page that says what is the matter, and what to do.
@UI
package final class StatusPage: Widget {
    package nonisolated let reference: Reference

    /// - Parameters:
    ///   - text: More about it, as plain text.
    ///   - child: Mostly the button of the action that helps.
    package init(icon: String, title: String, text: String = "", child: (any Widget)? = nil) {
        reference = Reference(sinking: adw_status_page_new())
        adw_status_page_set_icon_name(cast(), icon)
        set(title: title)
        set(text: text)
        set(child: child)
    }

    package func set(icon: String) { adw_status_page_set_icon_name(cast(), icon) }
    package func set(title: String) { adw_status_page_set_title(cast(), title.escapedForMarkup) }
    package func set(text: String) { adw_status_page_set_description(cast(), text.escapedForMarkup) }
    package func set(child: (any Widget)?) { adw_status_page_set_child(cast(), child?.cast()) }
}
