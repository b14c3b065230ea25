import CFreeType
import FontModel

extension LetterShape {
    /// Measures letters of a face; nil if it lacks `H` or has no outlines.
    init?(_ face: borrowing FaceHandle) {
        var glyphs: [Character: LetterOutline] = [:]
        for letter in "HEFLTIONhnmilruxvzaedko" { glyphs[letter] = LetterOutline(letter, face) }
        guard let height = glyphs["H"].map({ $0.top - $0.bottom }), height > 0 else { return nil }
        func values(_ letters: String, _ value: (LetterOutline) -> Double) -> [Double] {
            letters.compactMap { glyphs[$0].map(value) }
        }
        func mean(_ values: [Double]) -> Double { values.isEmpty ? 0 : values.reduce(0, +) / Double(values.count) }
        func spread(_ values: [Double]) -> Double {
            let middle = mean(values)
            return mean(values.map { ($0 - middle) * ($0 - middle) }).squareRoot() / height
        }
        self.init(
            alongAxes: mean(values("HEFLTI") { $0.alongAxes / max($0.length, 1) }),
            baseSpread: spread(values("HEFLTINhnmilr", \.bottom)), headSpread: spread(values("HEFTIN", \.top)),
            smallHeadSpread: spread(values("xvz", \.top)),
            joined: mean(values("anmuehidlk") { $0.advance - $0.right <= 0.01 * height ? 1 : 0 }),
            holes: mean(values("HEFLTI") { Double($0.holes) }), points: mean(values("HEFLTIN") { Double($0.points) }),
            stroke: mean(values("HILo") { 2 * abs($0.area) / max($0.length, 1) / height }))
    }
}

/// The outline of a letter in font units, with curves as lines.
private struct LetterOutline {
    var left = Double.infinity
    var right = -Double.infinity
    var bottom = Double.infinity
    var top = -Double.infinity
    var length = 0.0
    var alongAxes = 0.0
    var area = 0.0
    var holes = 0
    var points = 0
    var advance = 0.0

    init?(_ letter: Character, _ face: borrowing FaceHandle) {
        guard let slot = face.load(letter, FT_LOAD_NO_SCALE), slot.pointee.format == FT_GLYPH_FORMAT_OUTLINE else {
            return nil
        }
        let pen = LinePen()
        var functions = FT_Outline_Funcs()
        functions.move_to = { LinePen.from($1).move($0) }
        functions.line_to = { LinePen.from($1).line($0) }
        functions.conic_to = { LinePen.from($2).curve([$0, $1]) }
        functions.cubic_to = { LinePen.from($3).curve([$0, $1, $2]) }
        let status = withExtendedLifetime(pen) {
            FT_Outline_Decompose(&slot.pointee.outline, &functions, Unmanaged.passUnretained(pen).toOpaque())
        }
        let contours = pen.contours.filter { $0.count > 2 }
        guard status == 0, !contours.isEmpty else { return nil }
        points = Int(slot.pointee.outline.n_points)
        advance = Double(slot.pointee.metrics.horiAdvance)
        let areas = contours.map(Self.area)
        area = areas.reduce(0, +)
        let largest = areas.max { abs($0) < abs($1) } ?? 0
        holes = areas.count { $0 * largest < 0 && abs($0) > abs(largest) / 100 }
        for contour in contours { add(contour) }
    }

    private mutating func add(_ contour: [LinePen.Point]) {
        for (start, end) in zip(contour, contour.dropFirst() + contour.prefix(1)) {
            left = min(left, start.x)
            right = max(right, start.x)
            bottom = min(bottom, start.y)
            top = max(top, start.y)
            let (width, height) = (abs(end.x - start.x), abs(end.y - start.y))
            let line = (width * width + height * height).squareRoot()
            length += line
            if min(width, height) <= 0.015 * line { alongAxes += line }
        }
    }

    private static func area(_ contour: [LinePen.Point]) -> Double {
        zip(contour, contour.dropFirst() + contour.prefix(1)).reduce(0) { $0 + $1.0.x * $1.1.y - $1.1.x * $1.0.y } / 2
    }
}

/// Collects contours as points, with each curve divided into eight lines.
private final class LinePen {
    typealias Point = (x: Double, y: Double)

    private(set) var contours: [[Point]] = []

    static func from(_ context: UnsafeMutableRawPointer?) -> LinePen {
        guard let context else { preconditionFailure("FreeType passes on the pen") }
        return Unmanaged<LinePen>.fromOpaque(context).takeUnretainedValue()
    }

    private static func point(_ vector: UnsafePointer<FT_Vector>?) -> Point {
        vector.map { (Double($0.pointee.x), Double($0.pointee.y)) } ?? (0, 0)
    }

    func move(_ vector: UnsafePointer<FT_Vector>?) -> Int32 {
        contours.append([Self.point(vector)])
        return 0
    }

    func line(_ vector: UnsafePointer<FT_Vector>?) -> Int32 {
        contours[contours.count - 1].append(Self.point(vector))
        return 0
    }

    /// Appends a curve by the algorithm of de Casteljau.
    func curve(_ vectors: [UnsafePointer<FT_Vector>?]) -> Int32 {
        guard let start = contours.last?.last else { return 1 }
        let control = [start] + vectors.map(Self.point)
        for step in 1...8 {
            let share = Double(step) / 8
            var points = control
            while points.count > 1 {
                points = zip(points, points.dropFirst()).map {
                    ($0.x + share * ($1.x - $0.x), $0.y + share * ($1.y - $0.y))
                }
            }
            contours[contours.count - 1].append(points[0])
        }
        return 0
    }
}
