/// A text style as written; every key is optional.
struct StyleEntry: Sendable, Hashable {
    var parent: Sourced<String>?
    var fontName: Sourced<String>?
    var pointSize: Sourced<Double>?
    var minimumPointSize: Sourced<Double>?
    var maximumPointSize: Sourced<Double>?
    var letterCase: Sourced<LetterCase>?
    var letterSpacing: Sourced<Double>?
    var lineSpacing: Sourced<Double>?
    var lineHeight: Sourced<Double>?
    var scalingMode: Sourced<ScalingMode>?
    var textColor: Sourced<ColorResolver.Definition>?

    /// The range of sizes in points.
    static let sizes: ClosedRange<Double> = 0...10_000

    init(_ reader: inout EntryReader) {
        parent = reader.sourced("extends") { $0.text($1) }
        fontName = reader.sourced("font-name") { $0.text($1) }
        pointSize = reader.sourced("point-size") { $0.number($1, Self.sizes) }
        minimumPointSize = reader.sourced("minimum-point-size") { $0.number($1, Self.sizes) }
        maximumPointSize = reader.sourced("maximum-point-size") { $0.number($1, Self.sizes) }
        letterCase = reader.sourced("letter-case") { $0.choice($1) }
        letterSpacing = reader.sourced("letter-spacing") { $0.number($1, -1_000...1_000) }
        lineSpacing = reader.sourced("line-spacing") { $0.number($1, 0...1_000) }
        lineHeight = reader.sourced("line-height") { $0.number($1, 0...100) }
        scalingMode = reader.sourced("scaling-mode") { $0.choice($1) }
        textColor = reader.sourced("text-color") { $0.color($1) }
    }

    /// Returns the entry with the values of another where it has none.
    func over(_ other: StyleEntry) -> StyleEntry {
        var entry = self
        entry.parent = parent ?? other.parent
        entry.fontName = fontName ?? other.fontName
        entry.pointSize = pointSize ?? other.pointSize
        entry.minimumPointSize = minimumPointSize ?? other.minimumPointSize
        entry.maximumPointSize = maximumPointSize ?? other.maximumPointSize
        entry.letterCase = letterCase ?? other.letterCase
        entry.letterSpacing = letterSpacing ?? other.letterSpacing
        entry.lineSpacing = lineSpacing ?? other.lineSpacing
        entry.lineHeight = lineHeight ?? other.lineHeight
        entry.scalingMode = scalingMode ?? other.scalingMode
        entry.textColor = textColor ?? other.textColor
        return entry
    }
}

extension EntryReader {
    /// Returns the value of a key with its place.
    mutating func sourced<Value>(
        _ key: String, _ read: (inout EntryReader, String) -> Value?
    ) -> Sourced<Value>? {
        read(&self, key).map { Sourced($0, origin: ValueOrigin(document: document, path: path + [key])) }
    }
}
