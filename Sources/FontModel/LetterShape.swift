/// How regular the outlines of letters are, which differs between typefaces for reading, for display and by hand.
///
/// Lengths are shares of the height of `H`. The measures are means over the letters that the face has.
public struct LetterShape: Sendable, Hashable, Codable {
    /// The share of the outlines of `H E F L T I` that runs along an axis; hardly any face for reading has less than 0.3.
    public var alongAxes: Double
    /// The spread (standard deviation) of the feet of letters that stand on the base line.
    public var baseSpread: Double
    /// The spread of the heads of capital letters.
    public var headSpread: Double
    /// The spread of the heads of `x v z`.
    public var smallHeadSpread: Double
    /// The share of small letters whose ink reaches the next letter.
    public var joined: Double
    /// The number of holes in `H E F L T I`, which have none unless they are decorated.
    public var holes: Double
    /// The number of points of an outline.
    public var points: Double
    /// The width of a stroke: twice the area by the length of the outline.
    public var stroke: Double

    public init(
        alongAxes: Double, baseSpread: Double = 0, headSpread: Double = 0, smallHeadSpread: Double = 0,
        joined: Double = 0, holes: Double = 0, points: Double = 12, stroke: Double = 0.1
    ) {
        self.alongAxes = alongAxes
        self.baseSpread = baseSpread
        self.headSpread = headSpread
        self.smallHeadSpread = smallHeadSpread
        self.joined = joined
        self.holes = holes
        self.points = points
        self.stroke = stroke
    }
}
