internal import FontsModel
internal import Gtk

/// A style drawn as a waterfall or a paragraph, by its own fonts in this process.
///
/// What changes is laid out and drawn once for a frame, however often it changes before.
@UI
final class SpecimenArea: Widget {
    nonisolated let reference: Reference
    private let area = DrawingArea()

    private struct Contents {
        var map: FontMap
        var style: StyleRow
        var settings: SpecimenSettings
        var text: String
    }
    private var contents: Contents?

    /// A line of the specimen.
    private struct Line {
        var size: Double
        var layout: TextLayout
        var caption: TextLayout?
        /// The top and the height as they were laid out last, in pixels.
        var top = 0.0
        var height = 0.0
        /// Whether the layout has another look than what is shown.
        var isStale = true
    }
    private var lines: [Line] = []
    private var height = 0
    private var laidOutWidth = 0.0
    /// The part that can be seen, in pixels; nil for all.
    private var visible: (@UI () -> ClosedRange<Double>)?

    private static let margin = 18.0
    private static let captionWidth = 34.0
    private static let gap = 4.0
    /// The least width of a letter as a share of its height: what is beyond the line's end need not be laid out.
    private static let narrowest = 0.2

    init() {
        reference = area.reference
        area.expandsHorizontally = true
        area.onDraw { [weak self] context, width, height in self?.draw(context, width, height) }
        area.onResize { [weak self] _, _ in self?.fit() }
    }

    /// Lays out and draws only what can be seen of a part that is scrolled.
    func follow(_ position: Adjustment) {
        visible = { position.value...(position.value + position.pageSize) }
        position.onValue { [weak area] in area?.queueDraw() }
    }

    /// Shows a text in a style.
    func show(_ style: StyleRow, in map: FontMap, _ settings: SpecimenSettings, sample: String) {
        let text = settings.shownText(sample)
        let isSame =
            contents.map {
                $0.map === map && $0.text == text && $0.settings.sizes == settings.sizes && $0.style == style
            } ?? false
        contents = Contents(map: map, style: style, settings: settings, text: text)
        if isSame {
            for place in lines.indices { lines[place].isStale = true }
        } else {
            setAccessibleLabel(
                tr("{style}: {text}", ["style": settings.title(of: style), "text": String(text.prefix(100))]))
            makeLines()
            fit()
        }
        area.queueDraw()
    }

    private func makeLines() {
        guard let contents else { return }
        let isWaterfall = contents.settings.form == .waterfall
        lines = contents.settings.sizes.map { size in
            let caption = isWaterfall ? area.text(String(Int(size))) : nil
            caption?.set(Face(size: 8))
            return Line(size: size, layout: contents.map.text(), caption: caption)
        }
        laidOutWidth = 0
    }

    /// Gives the layout of a line the present look.
    private func layOut(_ place: Int, _ width: Double) {
        guard let contents, lines[place].isStale else { return }
        let line = lines[place]
        line.layout.set(contents.style.face(in: contents.map, size: line.size, contents.settings))
        lines[place].isStale = false
        let height = line.layout.size.height
        guard height != line.height else { return }
        lines[place].height = height
        placeLines()
    }

    private func placeLines() {
        var top = Self.margin
        for place in lines.indices {
            lines[place].top = top
            top += lines[place].height + Self.gap
        }
        let height = min(Int((top + Self.margin).rounded(.up)), 32_000)
        guard height != self.height else { return }
        self.height = height
        // Not while sizes are given.
        UI.whenIdle { [weak self] in
            guard let self else { return }
            area.setContentSize(width: 0, height: self.height)
        }
    }

    /// Lays all lines out for the width.
    private func fit() {
        let width = Double(area.width)
        guard let contents, width > 0, width != laidOutWidth else { return }
        laidOutWidth = width
        let isParagraph = contents.settings.form == .paragraph
        for place in lines.indices {
            let line = lines[place]
            let most = Int(width / (line.size * 96 / 72 * Self.narrowest)) + 2
            line.layout.string = isParagraph ? contents.text : String(contents.text.prefix(most))
            let room = width - 2 * Self.margin - (line.caption == nil ? 0 : Self.captionWidth)
            line.layout.width = max(1, room)
            // Dots say that the text goes on.
            line.layout.ellipsis = isParagraph ? .none : .end
            lines[place].isStale = true
            layOut(place, width)
        }
        area.queueDraw()
    }

    private func draw(_ context: Context, _ width: Double, _ height: Double) {
        guard let contents else { return }
        fit()
        let ink: Color
        switch contents.settings.isDark {
        case nil: ink = area.foreground
        case true?:
            context.fill(Color(red: 0.12, green: 0.12, blue: 0.12))
            ink = .white
        case false?:
            context.fill(.white)
            ink = .black
        }
        let shown = visible?() ?? 0...height
        for place in lines.indices {
            let line = lines[place]
            guard line.top <= shown.upperBound, line.top + line.height >= shown.lowerBound else { continue }
            layOut(place, width)
            draw(lines[place], of: contents, context, width, ink)
        }
    }

    private func draw(_ line: Line, of contents: Contents, _ context: Context, _ width: Double, _ ink: Color) {
        var (start, end) = (Self.margin, width - Self.margin)
        if let caption = line.caption {
            context.set(Color(red: ink.red, green: ink.green, blue: ink.blue, alpha: 0.55 * ink.alpha))
            let isMirrored = area.isRightToLeft
            let x = isMirrored ? end - caption.size.width : start
            context.draw(caption, x: x, y: line.top + line.layout.baseline - caption.baseline)
            if isMirrored { end -= Self.captionWidth } else { start += Self.captionWidth }
        }
        context.set(ink)
        context.saving {
            context.clip(x: start, y: 0, width: max(0, end - start), height: line.top + line.height)
            // A layout with a width puts lines that are written from right to left at its end.
            context.draw(line.layout, x: start, y: line.top)
        }
    }
}
