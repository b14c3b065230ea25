internal import CAdwaita
internal import CGio

/// A widget that a function draws.
@UI
package final class DrawingArea: Widget {
    package nonisolated let reference: Reference

    package init(role: Role = .image) {
        reference = Reference.widget(gtk_drawing_area_get_type(), role: role)
    }

    /// The size that the contents need, in pixels.
    package func setContentSize(width: Int, height: Int) {
        gtk_drawing_area_set_content_width(cast(), Int32(width))
        gtk_drawing_area_set_content_height(cast(), Int32(height))
    }

    /// Sets the function that draws, with the widget's size.
    ///
    /// What it captures lives as long as the widget.
    package func onDraw(_ draw: @escaping @UI (Context, _ width: Double, _ height: Double) -> Void) {
        final class Box {
            let call: @UI (Context, Double, Double) -> Void
            init(_ call: @escaping @UI (Context, Double, Double) -> Void) { self.call = call }
        }
        gtk_drawing_area_set_draw_func(
            cast(),
            { _, context, width, height, data in
                guard let context, let data else { return }
                UI.assumeIsolated((context, data)) { context, data in
                    Unmanaged<Box>.fromOpaque(data).takeUnretainedValue().call(
                        Context(pointer: context), Double(width), Double(height))
                }
            }, Unmanaged.passRetained(Box(draw)).toOpaque()
        ) { data in
            if let data { Unmanaged<Box>.fromOpaque(data).release() }
        }
    }

    /// After the size changed.
    @discardableResult
    package func onResize(_ handler: @escaping @UI (_ width: Int, _ height: Int) -> Void) -> Connection {
        connect("resize") { arguments in handler(arguments.int(0), arguments.int(1)) }
    }

    /// The colour in which the style wants text, for drawing on the widget's ground.
    package var foreground: Color {
        var color = GdkRGBA()
        gtk_style_context_get_color(gtk_widget_get_style_context(widget), &color)
        return Color(
            red: Double(color.red), green: Double(color.green), blue: Double(color.blue), alpha: Double(color.alpha))
    }

    /// A text in the widget's fonts and direction.
    package func text(_ string: String = "") -> TextLayout {
        TextLayout(Reference(adopting: gtk_widget_create_pango_layout(widget, string)))
    }
}
