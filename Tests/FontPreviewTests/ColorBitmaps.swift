import CCairo

/// Tables of bitmaps with colours.
enum ColorBitmaps {
    /// Returns a table `sbix` with one strike of 48 pixels, in which one glyph of a font has a bitmap.
    static func sbix(ofGlyph glyph: Int, in font: [UInt8]) throws -> [UInt8] {
        let directory = stride(from: 12, to: 12 + 16 * Int(font[5]), by: 16)
        func number(_ place: Int, _ size: Int) -> Int { font[place..<place + size].reduce(0) { $0 << 8 | Int($1) } }
        let maximum = directory.first { Array(font[$0..<$0 + 4]) == Array("maxp".utf8) }
        let count = maximum.map { number(number($0 + 8, 4) + 4, 2) } ?? 0
        let bitmap = [0, 0, 0, 0] + Array("png ".utf8) + picture()
        var table: [UInt8] = []
        func put(_ number: Int, _ size: Int) {
            for shift in (0..<size).reversed() { table.append(UInt8(truncatingIfNeeded: number >> (8 * shift))) }
        }
        for (number, size) in [(1, 2), (1, 2), (1, 4), (12, 4), (48, 2), (72, 2)] { put(number, size) }
        let start = 4 + 4 * (count + 1)
        for place in 0...count { put(start + (place > glyph ? bitmap.count : 0), 4) }
        return table + bitmap
    }

    /// A red square.
    private static func picture() -> [UInt8] {
        let surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, 40, 40)
        defer { cairo_surface_destroy(surface) }
        let context = cairo_create(surface)
        cairo_set_source_rgb(context, 1, 0, 0)
        cairo_paint(context)
        cairo_destroy(context)
        final class Output { var bytes: [UInt8] = [] }
        let output = Output()
        _ = cairo_surface_write_to_png_stream(
            surface,
            { closure, data, count in
                guard let closure, let data else { return CAIRO_STATUS_WRITE_ERROR }
                Unmanaged<Output>.fromOpaque(closure).takeUnretainedValue().bytes += UnsafeBufferPointer(
                    start: data, count: Int(count))
                return CAIRO_STATUS_SUCCESS
            }, Unmanaged.passUnretained(output).toOpaque())
        return output.bytes
    }
}
