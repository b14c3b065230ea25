import CCairo
import FontSpecimens

/// A surface of cairo whose file is collected in memory.
enum Canvas {
    /// The bytes that cairo has written so far.
    private final class Output {
        var bytes: [UInt8] = []

        static let write: cairo_write_func_t = { closure, data, count in
            guard let closure, let data else { return CAIRO_STATUS_WRITE_ERROR }
            Unmanaged<Output>.fromOpaque(closure).takeUnretainedValue().bytes += UnsafeBufferPointer(
                start: data, count: Int(count))
            return CAIRO_STATUS_SUCCESS
        }
    }

    /// Returns the file of a picture with a size in pixels or points.
    ///
    /// - Parameter body: Draws on a `cairo_t`.
    static func draw(
        _ format: Specimen.Format, width: Int, height: Int, _ body: (OpaquePointer) -> Void
    ) throws(DrawingFailure) -> [UInt8] {
        let output = Output()
        // Destroying a surface may still write.
        defer { withExtendedLifetime(output) {} }
        let closure = Unmanaged.passUnretained(output).toOpaque()
        let surface =
            switch format {
            case .png, .sixel: cairo_image_surface_create(CAIRO_FORMAT_RGB24, Int32(width), Int32(height))
            case .svg: cairo_svg_surface_create_for_stream(Output.write, closure, Double(width), Double(height))
            case .pdf: cairo_pdf_surface_create_for_stream(Output.write, closure, Double(width), Double(height))
            }
        defer { cairo_surface_destroy(surface) }
        guard let context = cairo_create(surface) else { throw .cairo(status: 1) }
        defer { cairo_destroy(context) }
        body(context)
        try check(cairo_status(context))
        switch format {
        case .png: try check(cairo_surface_write_to_png_stream(surface, Output.write, closure))
        case .sixel:
            cairo_surface_flush(surface)
            guard let data = cairo_image_surface_get_data(surface) else { throw .cairo(status: 1) }
            let stride = Int(cairo_image_surface_get_stride(surface))
            let pixels = UnsafeRawBufferPointer(start: data, count: stride * height)
            return SixelEncoder(width: width, height: height) { x, y in
                pixels.load(fromByteOffset: y * stride + 4 * x, as: UInt32.self) & 0xFFFFFF
            }.bytes
        case .svg, .pdf:
            cairo_surface_finish(surface)
            try check(cairo_surface_status(surface))
        }
        return output.bytes
    }

    private static func check(_ status: cairo_status_t) throws(DrawingFailure) {
        guard status == CAIRO_STATUS_SUCCESS else { throw .cairo(status: Int(status.rawValue)) }
    }
}
