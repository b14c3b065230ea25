internal import CAdwaita
internal import CGio

/// A picture in memory.
@UI
package final class Texture: Object {
    package nonisolated let reference: Reference

    /// Reads a PNG, JPEG or TIFF.
    package init?(_ bytes: [UInt8]) {
        let data = bytes.withUnsafeBytes { g_bytes_new($0.baseAddress, gsize($0.count)) }
        defer { g_bytes_unref(data) }
        guard let texture = gdk_texture_new_from_bytes(data, nil) else { return nil }
        reference = Reference(adopting: texture)
    }

    /// The size in pixels of the screen.
    package var width: Int { Int(gdk_texture_get_width(cast())) }
    package var height: Int { Int(gdk_texture_get_height(cast())) }

    package func savePNG(path: String) -> Bool { gdk_texture_save_to_png(cast(), path) != 0 }
}

/// A widget that shows a picture.
@UI
package final class Picture: Widget {
    package nonisolated let reference: Reference

    /// - Parameter description: What the picture shows, for a screen reader.
    package init(_ texture: Texture? = nil, description: String) {
        reference = Reference(sinking: gtk_picture_new_for_paintable(texture?.cast()))
        gtk_picture_set_can_shrink(cast(), 1)
        set(description: description)
    }

    package func set(_ texture: Texture?) { gtk_picture_set_paintable(cast(), texture?.cast()) }
    package func set(description: String) {
        gtk_picture_set_alternative_text(cast(), description)
        setAccessibleLabel(description)
    }
    package func set(canShrink: Bool) { gtk_picture_set_can_shrink(cast(), canShrink ? 1 : 0) }
}

/// An icon.
@UI
package final class Image: Widget {
    package nonisolated let reference: Reference

    /// - Parameter icon: A name in the theme of icons, such as `emblem-ok-symbolic`.
    package init(icon: String, size: Int? = nil) {
        // Beside a text that says the same, an icon is none of a screen reader's.
        reference = Reference.widget(gtk_image_get_type(), role: .presentation)
        set(icon: icon)
        if let size { gtk_image_set_pixel_size(cast(), Int32(size)) }
    }

    package func set(icon: String) { gtk_image_set_from_icon_name(cast(), icon) }

    /// Shows the icon of a desktop entry: a name or the path of a file.
    package func set(entryIcon icon: String) {
        guard let icon = g_icon_new_for_string(icon, nil) else { return }
        gtk_image_set_from_gicon(cast(), icon)
        g_object_unref(UnsafeMutableRawPointer(icon))
    }
}
