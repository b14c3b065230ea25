internal import CAdwaita
internal import CGio

/// Rules of CSS for all windows of the program.
@UI
package final class StyleSheet: Object {
    package nonisolated let reference: Reference

    /// - Parameter css: Rules in GTK's CSS.
    package init(_ css: String) {
        reference = Reference(adopting: gtk_css_provider_new())
        gtk_css_provider_load_from_data(cast(), css, gssize(css.utf8.count))
        if let display = gdk_display_get_default() {
            // Above the theme, below the user's own rules.
            gtk_style_context_add_provider_for_display(display, cast(), 600)
        }
    }

    package func remove() {
        if let display = gdk_display_get_default() {
            gtk_style_context_remove_provider_for_display(display, cast())
        }
    }
}

/// How the desktop wants programs to look.
@UI
package enum Appearance {
    package enum Scheme: UInt32 {
        case system = 0, alwaysLight = 1, alwaysDark = 4
    }

    private static var manager: OpaquePointer? { adw_style_manager_get_default() }

    package static var isDark: Bool { adw_style_manager_get_dark(manager) != 0 }
    package static var isHighContrast: Bool { adw_style_manager_get_high_contrast(manager) != 0 }

    /// What the program wants instead of the desktop's choice.
    package static func set(_ scheme: Scheme) {
        adw_style_manager_set_color_scheme(manager, AdwColorScheme(scheme.rawValue))
    }

    /// Calls a handler after each change of dark and high contrast.
    package static func onChange(_ handler: @escaping @UI () -> Void) {
        let handle = AnyObjectHandle(Reference(retaining: manager))
        handle.onChange(of: "dark", handler)
        handle.onChange(of: "high-contrast", handler)
    }

    /// Adds a folder with icons of the program's own, below which are `hicolor` and so on.
    package static func addIcons(folder: String) {
        guard let display = gdk_display_get_default(), let theme = gtk_icon_theme_get_for_display(display) else {
            return
        }
        gtk_icon_theme_add_search_path(theme, folder)
    }

    package static func hasIcon(_ name: String) -> Bool {
        guard let display = gdk_display_get_default(), let theme = gtk_icon_theme_get_for_display(display) else {
            return false
        }
        return gtk_icon_theme_has_icon(theme, name) != 0
    }

    /// Leaves texts unselected that get the focus of the keyboard, in which a person may select.
    package static func leaveFocusedLabelsUnselected() {
        guard let settings = gtk_settings_get_default() else { return }
        AnyObjectHandle(Reference(retaining: UnsafeMutableRawPointer(settings)))
            .set("gtk-label-select-on-focus", .bool(false))
    }

    /// The icon of windows that have none of their own.
    package static func setWindowIcon(_ name: String) { gtk_window_set_default_icon_name(name) }

    /// Whether the desktop wants movements.
    package static var isAnimated: Bool {
        guard let settings = gtk_settings_get_default() else { return false }
        return AnyObjectHandle(Reference(retaining: settings)).get("gtk-enable-animations")?.bool ?? true
    }

    /// The direction of writing, for windows that are made afterwards; for tests.
    package static func set(isRightToLeft: Bool) {
        gtk_widget_set_default_direction(isRightToLeft ? GTK_TEXT_DIR_RTL : GTK_TEXT_DIR_LTR)
    }
}

extension UI {
    /// Connects to the display, and loads GTK and libadwaita, for tests; an `Application` does it by itself.
    ///
    /// - Returns: Whether there is a display.
    package static func connectToDisplay() -> Bool {
        guard gtk_init_check() != 0 else { return false }
        adw_init()
        return true
    }

    /// Lets the loop run until there is nothing to do, for tests: widgets that were shown have their sizes then.
    package static func runPending() { while g_main_context_iteration(nil, 0) != 0 {} }
}
