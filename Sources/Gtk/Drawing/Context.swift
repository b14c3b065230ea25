internal import CAdwaita
internal import CGio
internal import CPango

/// A colour, each part from 0 to 1.
package struct Color: Hashable, Sendable {
    package let red: Double
    package let green: Double
    package let blue: Double
    package let alpha: Double

    package init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
        self.red = red
        self.green = green
        self.blue = blue
        self.alpha = alpha
    }

    package static let black = Color(red: 0, green: 0, blue: 0)
    package static let white = Color(red: 1, green: 1, blue: 1)
}

/// Where a drawing function draws, by cairo.
///
/// Valid during the call of that function only.
@UI
package struct Context {
    let pointer: OpaquePointer

    package func set(_ color: Color) {
        cairo_set_source_rgba(pointer, color.red, color.green, color.blue, color.alpha)
    }

    /// Fills all.
    package func fill(_ color: Color) {
        set(color)
        cairo_paint(pointer)
    }
    package func fillRectangle(x: Double, y: Double, width: Double, height: Double) {
        cairo_rectangle(pointer, x, y, width, height)
        cairo_fill(pointer)
    }
    package func strokeRectangle(x: Double, y: Double, width: Double, height: Double, thickness: Double = 1) {
        cairo_rectangle(pointer, x, y, width, height)
        cairo_set_line_width(pointer, thickness)
        cairo_stroke(pointer)
    }
    package func line(fromX: Double, y fromY: Double, toX: Double, y toY: Double, thickness: Double = 1) {
        cairo_move_to(pointer, fromX, fromY)
        cairo_line_to(pointer, toX, toY)
        cairo_set_line_width(pointer, thickness)
        cairo_stroke(pointer)
    }
    package func clip(x: Double, y: Double, width: Double, height: Double) {
        cairo_rectangle(pointer, x, y, width, height)
        cairo_clip(pointer)
    }
    package func translate(x: Double, y: Double) { cairo_translate(pointer, x, y) }
    package func scale(x: Double, y: Double) { cairo_scale(pointer, x, y) }

    /// Draws, and goes back to the state before.
    package func saving(_ draw: () -> Void) {
        cairo_save(pointer)
        draw()
        cairo_restore(pointer)
    }

    /// Draws a text with its top start corner at a place; nothing if it cannot be drawn (``TextLayout/isDrawable``).
    package func draw(_ text: TextLayout, x: Double, y: Double) {
        guard text.isDrawable else { return }
        keepFonts(of: text)
        cairo_move_to(pointer, x, y)
        pango_cairo_update_layout(pointer, text.cast())
        pango_cairo_show_layout(pointer, text.cast())
    }

    /// Draws a text as outlines, which documents then contain instead of fonts.
    package func drawOutlines(_ text: TextLayout, x: Double, y: Double) {
        guard text.isDrawable else { return }
        cairo_move_to(pointer, x, y)
        pango_cairo_layout_path(pointer, text.cast())
        cairo_fill(pointer)
    }

    /// Keeps the fonts of a text as long as what it is drawn on.
    ///
    /// GTK records what a widget draws, and plays it again until the widget draws anew, at the scale of the screen: cairo then
    /// reads letters from the file of a font that may have been given up meanwhile. That is an error of cairo (“out of
    /// memory”), which stays and takes the rest of the window's picture with it.
    private func keepFonts(of text: TextLayout) {
        guard let map = pango_context_get_font_map(pango_layout_get_context(text.cast())) else { return }
        let owned = UnsafeMutableRawPointer(map)
        // Each map has a key of its own: a second text in it keeps it once.
        let key = UnsafeRawPointer(owned).assumingMemoryBound(to: cairo_user_data_key_t.self)
        let target = cairo_get_target(pointer)
        guard cairo_surface_get_user_data(target, key) == nil else { return }
        g_object_ref(owned)
        if cairo_surface_set_user_data(target, key, owned, { if let map = $0 { g_object_unref(map) } })
            != CAIRO_STATUS_SUCCESS
        {
            g_object_unref(owned)
        }
    }

    /// Draws a picture.
    package func draw(_ texture: Texture, x: Double, y: Double) {
        let stride = cairo_format_stride_for_width(CAIRO_FORMAT_ARGB32, Int32(texture.width))
        guard stride > 0, texture.height > 0,
            let surface = cairo_image_surface_create(
                CAIRO_FORMAT_ARGB32, Int32(texture.width), Int32(texture.height)),
            let data = cairo_image_surface_get_data(surface)
        else { return }
        cairo_surface_flush(surface)
        gdk_texture_download(texture.cast(), data, gsize(cairo_image_surface_get_stride(surface)))
        cairo_surface_mark_dirty(surface)
        cairo_set_source_surface(pointer, surface, x, y)
        cairo_paint(pointer)
        cairo_surface_destroy(surface)
    }
}
