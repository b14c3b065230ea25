internal import FontModel
internal import FontsModel
internal import Gtk

/// A line of text in a face, of a height that depends on the size alone.
@UI
final class SampleArea: Widget {
    nonisolated let reference: Reference
    private let area: DrawingArea
    private let cache: FaceCache
    private(set) var key: FaceCache.Key?
    private var text = ""
    private var style = Face(size: 20)
    private var families: [String] = []
    private let isCentered: Bool
    private var layout: TextLayout?
    private var height = 0

    init(_ cache: FaceCache, isCentered: Bool = false) {
        self.cache = cache
        self.isCentered = isCentered
        // The row has a name for screen readers.
        area = DrawingArea(role: .presentation)
        reference = area.reference
        clips = true
        canTarget = false
        expandsHorizontally = true
        area.onDraw { [weak self] context, width, height in self?.draw(context, width, height) }
    }

    /// Shows a text.
    ///
    /// - Parameters:
    ///   - families: Names by which the face's file may know the family, the best first.
    ///   - style: Its family is that of the file.
    func show(_ text: String, in key: FaceCache.Key, families: [String], style: Face) {
        // What a row of the same font shows stays until that is read again, as after a change of the family.
        if self.key?.face != key.face { clear() }
        self.key = key
        (self.text, self.style, self.families) = (text, style, families)
        let height = Int((style.size * 96 / 72 * 1.6).rounded(.up))
        if height != self.height { area.setContentSize(width: 0, height: height) }
        self.height = height
        cache.request(key, for: self)
    }

    func show(_ fonts: FontMap?, of key: FaceCache.Key) {
        var style = style
        if let fonts {
            style.family = families.first(where: fonts.families.contains) ?? fonts.families.first
            layout = fonts.text(text)
        } else {
            // The face cannot be drawn here: the text is shown as such.
            style = Face(size: min(style.size, 13))
            layout = area.text(text)
        }
        layout?.set(style)
        area.queueDraw()
    }

    /// Gives up the fonts, and what was drawn with them: the next element of the row is not shown by this one's picture.
    func clear() {
        key = nil
        layout = nil
        area.queueDraw()
    }

    /// The text in its face, or in the plain one if the face cannot be drawn.
    private var drawable: TextLayout? {
        guard let layout, !layout.isDrawable else { return layout }
        let plain = area.text(text)
        plain.set(Face(size: min(style.size, 13)))
        self.layout = plain
        return plain
    }

    private func draw(_ context: Context, _ width: Double, _ height: Double) {
        guard let layout = drawable else { return }
        layout.width = nil
        layout.ellipsis = .none
        var size = layout.size
        if size.width > width {
            let missing = layout.missingCharacters
            layout.width = width
            layout.ellipsis = .end
            if layout.missingCharacters > missing {
                // The font has no dots either, and would show a box instead of the text.
                layout.width = nil
                layout.ellipsis = .none
            }
            size = layout.size
        }
        context.set(area.foreground)
        let rest = max(0, width - size.width)
        let start = isCentered ? rest / 2 : isRightToLeft ? rest : 0
        context.draw(layout, x: start, y: ((height - size.height) / 2).rounded())
    }
}

extension StyleRow {
    /// How Pango finds the style among those of its file.
    func drawing(size: Double) -> Face {
        let widths: [Double] = [50, 62.5, 75, 87.5, 100, 112.5, 125, 150, 200]
        let width = font.face.width
        let stretch = widths.indices.min { abs(widths[$0] - width) < abs(widths[$1] - width) } ?? 4
        return Face(
            size: size, weight: Int(weight), isItalic: isItalic, stretch: stretch + 1,
            axes: instance?.coordinates ?? [:])
    }
}
