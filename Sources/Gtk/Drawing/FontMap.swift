internal import CAdwaita
internal import CGio
internal import CPango
internal import Glibc

/// The fonts of one file, and no others, for drawing.
///
/// One takes about 0.4 ms and 60 KB: keep some tens. The file stays open as long as the fonts may be used: Pango reads it by
/// the descriptor, and so a file that is renamed or replaced stays the one that was opened.
///
/// Only TrueType and OpenType files: Pango lists fonts of other formats and then has none to draw with.
@UI
package final class FontMap: Object {
    package nonisolated let reference: Reference
    /// The families that the file has, as Pango names them.
    package let families: [String]

    /// Bitmaps of colour fonts have one size, and are scaled to that of the text: the rules of fontconfig's
    /// `10-scale-bitmap-fonts.conf`, which an empty configuration lacks.
    private nonisolated static let rules = """
        <?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>
        <match target="font"><test name="outline"><bool>false</bool></test>
        <edit name="pixelsizefixupfactor" mode="assign"><divide><name target="pattern">pixelsize</name>
        <name target="font">pixelsize</name></divide></edit></match>
        <match target="font"><test name="outline"><bool>false</bool></test>
        <test name="pixelsizefixupfactor" compare="not_eq"><double>1.0</double></test>
        <edit name="matrix" mode="assign"><times><name>matrix</name><matrix><name>pixelsizefixupfactor</name>
        <double>0</double><double>0</double><name>pixelsizefixupfactor</name></matrix></times></edit>
        <edit name="size" mode="assign"><divide><name>size</name><name>pixelsizefixupfactor</name></divide></edit>
        </match></fontconfig>
        """

    /// Opens a font by its path.
    ///
    /// - Parameter index: The face in a collection.
    /// - Returns: Nil if the file cannot be opened, is no regular one, or has no font that can be drawn.
    package convenience init?(path: String) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else { return nil }
        self.init(adopting: descriptor)
    }

    /// Takes over an open file.
    ///
    /// It is closed with the last text that uses the fonts.
    package init?(adopting descriptor: Int32) {
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, let config = FcConfigCreate() else {
            close(descriptor)
            return nil
        }
        defer { FcConfigDestroy(config) }
        _ = Self.rules.withCString { rules in
            rules.withMemoryRebound(to: FcChar8.self, capacity: Self.rules.utf8.count) {
                FcConfigParseAndLoadFromMemory(config, $0, 0)
            }
        }
        let name = Self.name(of: descriptor)
        let isAdded = name.withCString { name in
            name.withMemoryRebound(to: FcChar8.self, capacity: strlen(name)) { FcConfigAppFontAddFile(config, $0) }
        }
        guard isAdded != 0, let map = pango_cairo_font_map_new_for_font_type(CAIRO_FONT_TYPE_FT) else {
            close(descriptor)
            return nil
        }
        reference = Reference(adopting: map)
        g_object_set_data_full(
            reference.cast(), "fontd-descriptor", UnsafeMutableRawPointer(bitPattern: Int(descriptor) + 1),
            closeDescriptor)
        pango_fc_font_map_set_config(reference.cast(), config)
        families = Self.families(of: config)
        if families.isEmpty { return nil }
    }

    private static var count = 0

    /// A name of an open file that no other file has had lately.
    ///
    /// Readers open it at any time, and get a description of their own. cairo finds what it has read by the name alone, also
    /// when the descriptor's number is already another file's. So a number is in the name, by ways through `/proc` that
    /// lead to the same root: one for each 0 and another for each 1. Its 12 digits outlast cairo's memory, and stay below the
    /// 40 links that the kernel follows.
    private static func name(of descriptor: Int32) -> String {
        count = (count + 1) % 4_096
        let process = "/proc/\(getpid())"
        let ways = String(count, radix: 2).map { $0 == "0" ? "\(process)/root" : "\(process)/task/\(getpid())/root" }
        return "\(ways.joined())\(process)/fd/\(descriptor)"
    }

    /// The families of the file's fonts; Pango's list has names for Sans and others, too.
    private static func families(of config: OpaquePointer) -> [String] {
        guard let fonts = FcConfigGetFonts(config, FcSetApplication) else { return [] }
        var families: [String] = []
        for index in 0..<Int(fonts.pointee.nfont) {
            var name: UnsafeMutablePointer<FcChar8>?
            guard FcPatternGetString(fonts.pointee.fonts[index], FC_FAMILY, 0, &name) == FcResultMatch, let name else {
                continue
            }
            let family = String(cString: name)
            if !families.contains(family) { families.append(family) }
        }
        return families
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

/// Closes the descriptor of a map that ends, in whatever thread: Pango has one of its own for each map.
private let closeDescriptor: @convention(c) @Sendable (UnsafeMutableRawPointer?) -> Void = { data in
    close(Int32(Int(bitPattern: data) - 1))
}
