internal import CAdwaita
internal import CGio
internal import CPango
internal import Glibc

/// The fonts of one file, and no others, for drawing.
///
/// One takes about 0.4 ms, 60 KB and a copy of its file in memory (``size``): keep some tens. What becomes of the file
/// afterwards changes nothing: a file that is renamed, replaced or written over stays the one that was opened.
///
/// Only TrueType and OpenType files: Pango lists fonts of other formats and then has none to draw with.
@UI
package final class FontMap: Object {
    package nonisolated let reference: Reference
    private let fonts: FileFonts

    /// The families that the file has, as Pango names them.
    package var families: [String] { fonts.families }

    /// The bytes of the file's copy, which all fonts of one file share.
    package var size: Int { fonts.size }
    /// The identifier of the file's copy.
    package var file: ObjectIdentifier { fonts.fileIdentifier }

    /// Copies an open file, which remains the caller's.
    ///
    /// - Returns: Nil if it is no regular file, or has no font that can be drawn.
    package convenience init?(copying descriptor: Int32) {
        guard let fonts = FileFonts(copying: descriptor) else { return nil }
        self.init(fonts)
    }

    /// Draws with fonts that were read, maybe in another thread.
    package init?(_ fonts: FileFonts) {
        guard let map = pango_cairo_font_map_new_for_font_type(CAIRO_FONT_TYPE_FT) else { return nil }
        reference = Reference(adopting: map)
        self.fonts = fonts
        pango_fc_font_map_set_config(reference.cast(), fonts.config)
        // Texts keep the map, which reads the file by its descriptor.
        g_object_set_data_full(
            reference.cast(), "fontd-fonts", Unmanaged.passRetained(fonts).toOpaque(), releaseFonts)
    }

    /// A text in these fonts.
    ///
    /// Characters that they lack are boxes: nothing else is taken.
    package func text(_ string: String = "") -> TextLayout {
        let context = AnyObjectHandle(Reference(adopting: pango_font_map_create_context(cast())))
        let layout = TextLayout(Reference(adopting: pango_layout_new(context.cast())))
        layout.allowsFallback = false
        layout.string = string
        return layout
    }
}

/// Frees the fonts of a map that ends, in whatever thread: Pango has one of its own for each map.
private let releaseFonts: @convention(c) @Sendable (UnsafeMutableRawPointer?) -> Void = { fonts in
    if let fonts { Unmanaged<FileFonts>.fromOpaque(fonts).release() }
}
