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
    private var lines: [(size: Double, layout: TextLayout, caption: TextLayout?)] = []
    private var isStale = false
    private var height = 0

    private static let margin = 18.0
    private static let captionWidth = 34.0

    init() {
        reference = area.reference
        area.expandsHorizontally = true
        area.onDraw { [weak self] context, width, height in self?.draw(context, width, height) }
        area.onResize { [weak self] _, _ in
            self?.isStale = true
            self?.fit()
        }
    }

    /// Shows a text in a style.
    func show(_ style: StyleRow, in map: FontMap, _ settings: SpecimenSettings, sample: String) {
        let text = settings.shownText(sample)
        let isSame =
            contents.map { $0.map === map && $0.text == text && $0.settings.sizes == settings.sizes } ?? false
        contents = Contents(map: map, style: style, settings: settings, text: text)
        if !isSame { makeLines() }
        isStale = true
        setAccessibleLabel(tr("{style}: {text}", ["style": style.title, "text": String(text.prefix(100))]))
        fit()
        area.queueDraw()
    }

    private func makeLines() {
        guard let contents else { return }
        let isWaterfall = contents.settings.form == .waterfall
        lines = contents.settings.sizes.map { size in
            let caption = isWaterfall ? area.text(String(Int(size))) : nil
            caption?.set(Face(size: 8))
            return (size, contents.map.text(contents.text), caption)
        }
    }

    private func layOut(_ width: Double) {
        guard let contents, isStale else { return }
        isStale = false
        let isParagraph = contents.settings.form == .paragraph
        for line in lines {
            line.layout.set(contents.style.face(in: contents.map, size: line.size, contents.settings))
            line.layout.width = isParagraph ? max(1, width - 2 * Self.margin) : nil
        }
    }

    private var contentHeight: Int {
        Int(lines.reduce(2 * Self.margin) { $0 + $1.layout.size.height + 4 }.rounded(.up))
    }

    /// Asks for the height that the lines need.
    private func fit() {
        guard contents != nil, area.width > 0 else { return }
        layOut(Double(area.width))
        let height = min(contentHeight, 32_000)
        guard height != self.height else { return }
        self.height = height
        // Not while sizes are given.
        UI.whenIdle { [weak self] in
            guard let self else { return }
            area.setContentSize(width: 0, height: self.height)
        }
    }

    private func draw(_ context: Context, _ width: Double, _ height: Double) {
        guard let contents else { return }
        layOut(width)
        if contentHeight != self.height { fit() }
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
        let isRightToLeft = TextDirection.isRightToLeft(contents.text)
        let isMirrored = area.isRightToLeft
        var y = Self.margin
        for line in lines {
            let size = line.layout.size
            var (start, end) = (Self.margin, width - Self.margin)
            if let caption = line.caption {
                context.set(Color(red: ink.red, green: ink.green, blue: ink.blue, alpha: 0.55 * ink.alpha))
                let x = isMirrored ? end - caption.size.width : start
                context.draw(caption, x: x, y: y + line.layout.baseline - caption.baseline)
                if isMirrored { end -= Self.captionWidth } else { start += Self.captionWidth }
            }
            context.set(ink)
            let isParagraph = line.layout.width != nil
            context.saving {
                context.clip(x: start, y: 0, width: max(0, end - start), height: height)
                context.draw(line.layout, x: isRightToLeft && !isParagraph ? end - size.width : start, y: y)
            }
            y += size.height + 4
        }
    }
}
