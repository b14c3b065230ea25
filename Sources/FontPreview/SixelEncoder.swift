/// The encoding of pixels as sixel graphics: bands of six rows, each as one layer for every colour.
///
/// Colours are those of a cube with six steps of each part, and 24 greys, which text on a plain ground nearly always is.
struct SixelEncoder {
    private let width: Int
    private let height: Int
    /// The colour of each pixel.
    private var registers: [UInt8] = []

    /// - Parameter pixel: Returns the colour at a place as 0xRRGGBB.
    init(width: Int, height: Int, pixel: (_ x: Int, _ y: Int) -> UInt32) {
        self.width = width
        self.height = height
        registers.reserveCapacity(width * height)
        for y in 0..<height { for x in 0..<width { registers.append(Self.register(pixel(x, y))) } }
    }

    private static let greys = 24

    private static func register(_ color: UInt32) -> UInt8 {
        let parts = [color >> 16 & 0xFF, color >> 8 & 0xFF, color & 0xFF].map(Int.init)
        if let low = parts.min(), let high = parts.max(), high - low < 8 {
            return UInt8((parts[1] * (greys - 1) + 127) / 255)
        }
        let steps = parts.map { ($0 * 5 + 127) / 255 }
        return UInt8(greys + 36 * steps[0] + 6 * steps[1] + steps[2])
    }

    /// Returns the definition of a colour in percent.
    private static func definition(_ register: UInt8) -> String {
        let number = Int(register)
        let parts: [Int]
        if number < greys {
            parts = Array(repeating: number * 100 / (greys - 1), count: 3)
        } else {
            let step = number - greys
            parts = [step / 36, step / 6 % 6, step % 6].map { $0 * 20 }
        }
        return "#\(number);2;\(parts[0]);\(parts[1]);\(parts[2])"
    }

    var bytes: [UInt8] {
        var text = "\u{1B}P0;1q\"1;1;\(width);\(height)"
        for register in Set(registers).sorted() { text += Self.definition(register) }
        for top in stride(from: 0, to: height, by: 6) {
            let rows = top..<min(top + 6, height)
            for register in Set(registers[top * width..<rows.upperBound * width]).sorted() {
                text += "#\(register)"
                var run: (value: UInt8, count: Int) = (0, 0)
                for x in 0..<width {
                    var value: UInt8 = 0
                    for y in rows where registers[y * width + x] == register { value |= 1 << UInt8(y - top) }
                    if value == run.value {
                        run.count += 1
                    } else {
                        text += Self.repeated(run)
                        run = (value, 1)
                    }
                }
                text += Self.repeated(run) + "$"
            }
            text += "-"
        }
        return Array((text + "\u{1B}\\").utf8)
    }

    private static func repeated(_ run: (value: UInt8, count: Int)) -> String {
        let sixel = Character(Unicode.Scalar(run.value + 0x3F))
        return run.count > 3 ? "!\(run.count)\(sixel)" : String(repeating: sixel, count: run.count)
    }
}
