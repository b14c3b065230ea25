import CCairo
import FontModel
import FontSpecimens
import TestSupport

@testable import FontPreview

/// The pixels of a PNG.
struct Picture {
    let width: Int
    let height: Int
    /// The colours as 0xRRGGBB, by lines.
    let pixels: [UInt32]

    /// Decodes a file; nil if it is no PNG.
    init?(_ png: [UInt8]) {
        final class Input {
            var rest: ArraySlice<UInt8>

            init(_ bytes: [UInt8]) { rest = bytes[...] }
        }
        let input = Input(png)
        let surface = cairo_image_surface_create_from_png_stream(
            { closure, data, count in
                guard let closure, let data else { return CAIRO_STATUS_READ_ERROR }
                let input = Unmanaged<Input>.fromOpaque(closure).takeUnretainedValue()
                guard input.rest.count >= Int(count) else { return CAIRO_STATUS_READ_ERROR }
                for (place, byte) in input.rest.prefix(Int(count)).enumerated() { data[place] = byte }
                input.rest = input.rest.dropFirst(Int(count))
                return CAIRO_STATUS_SUCCESS
            }, Unmanaged.passUnretained(input).toOpaque())
        defer { cairo_surface_destroy(surface) }
        guard cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS, let data = cairo_image_surface_get_data(surface)
        else { return nil }
        width = Int(cairo_image_surface_get_width(surface))
        height = Int(cairo_image_surface_get_height(surface))
        let stride = Int(cairo_image_surface_get_stride(surface))
        var pixels: [UInt32] = []
        for y in 0..<height {
            for x in 0..<width {
                pixels.append(
                    UnsafeRawPointer(data).loadUnaligned(fromByteOffset: y * stride + 4 * x, as: UInt32.self)
                        & 0xFFFFFF)
            }
        }
        self.pixels = pixels
    }

    subscript(_ x: Int, _ y: Int) -> UInt32 { pixels[y * width + x] }

    /// The colour of the upper left corner.
    var ground: UInt32 { self[0, 0] }

    /// The number of pixels that are not of the ground's colour.
    var ink: Int { pixels.count { $0 != ground } }

    /// The number of pixels that are not grey.
    var colored: Int {
        pixels.count { pixel in
            let parts = [pixel >> 16 & 0xFF, pixel >> 8 & 0xFF, pixel & 0xFF]
            return (parts.max() ?? 0) - (parts.min() ?? 0) > 24
        }
    }

    /// The columns with ink.
    var inkedColumns: [Int] { (0..<width).filter { x in (0..<height).contains { self[x, $0] != ground } } }

    /// The lines with ink.
    var inkedLines: [Int] { (0..<height).filter { y in (0..<width).contains { self[$0, y] != ground } } }
}

/// Draws texts in fonts.
struct Drawing {
    /// The font files.
    var files: [[UInt8]]
    /// The index of the face in each file.
    var index = 0
    var axes: [String: Double] = [:]
    var size = 48.0
    var isDark = false
    var features: [FontFeatureSetting] = []
    var isVertical = false

    init(_ files: [[UInt8]]) { self.files = files }

    init(_ fonts: SyntheticFont...) { files = fonts.map { $0.build() } }

    /// Draws lines, with the first file as their font and the others for what it lacks.
    func draw(_ lines: String..., as format: Specimen.Format = .png) throws -> DrawnSpecimen {
        let faces = files.indices.map { Specimen.Face(file: $0, index: index, axes: axes) }
        let cells = lines.map { Specimen.Line(text: $0, size: size, faces: faces, features: features) }
        let specimen = Specimen(
            format: format,
            rows: (isVertical ? [cells] : cells.map { [$0] }).map {
                .init($0, isDark: isDark, isVertical: isVertical)
            })
        return try SpecimenRenderer.draw(specimen, files: files.map(FontMemory.init))
    }

    /// Returns the runs of a line in the order of the text, with the places of their faces.
    func runs(_ text: String) throws -> Shaper {
        var faces = OpenFaces(files: files.map(FontMemory.init))
        var chain: [OpenFace] = []
        for file in files.indices {
            chain.append(try faces.open(.init(file: file, index: index, axes: axes), size: size))
        }
        return Shaper(ItemizedText(text, isVertical: isVertical), chain: chain, features: features)
    }
}
