internal import FontsModel
internal import Gtk

/// A specimen on pages of paper.
@UI
final class SpecimenPaper {
    private enum Contents {
        case lines([TextLayout])
        case picture(Texture)
    }

    private let contents: Contents
    private let title: String
    /// The lines of each page.
    private var pages: [Range<Int>] = []
    private let setUp: @UI (_ width: Double) -> Void

    /// The pixels to a point of pictures.
    static let sharpness = 3.0
    private static let margin = 36.0
    private static let gap = 6.0
    /// Pango's points are of screens with 96 pixels to an inch; an inch of paper has 72 points.
    private static let points = 72.0 / 96

    /// A specimen that Pango draws.
    init(_ style: StyleRow, _ map: FontMap, _ settings: SpecimenSettings, sample: String, title: String) {
        let text = settings.shownText(sample)
        let isParagraph = settings.form == .paragraph
        // Each paragraph is a part, so that a long text breaks between pages.
        let texts = isParagraph ? text.split(whereSeparator: \.isNewline).map(String.init) : [text]
        let lines = settings.sizes.flatMap { size in
            texts.map { text in
                let line = map.text(text)
                line.set(style.face(in: map, size: size * Self.points, settings))
                return line
            }
        }
        contents = .lines(lines)
        self.title = title
        setUp = { width in for line in lines { line.width = isParagraph ? max(1, width) : nil } }
    }

    /// A specimen that another process drew.
    init(_ picture: Texture, title: String) {
        contents = .picture(picture)
        self.title = title
        setUp = { _ in }
    }

    /// Prints by the dialog of the desktop.
    func print(parent: (any Window)?) async -> PrintOperation.Outcome {
        let operation = PrintOperation(title: title) { width, height in
            self.breakPages(width - 2 * Self.margin, height - 2 * Self.margin)
        } draw: { page, context, width, _ in
            self.draw(page, context, width - 2 * Self.margin)
        }
        return await operation.print(parent: parent)
    }

    private func breakPages(_ width: Double, _ height: Double) -> Int {
        setUp(width)
        pages = []
        guard case .lines(let lines) = contents else { return 1 }
        var (start, filled) = (0, 0.0)
        for (place, line) in lines.enumerated() {
            let needed = line.size.height + Self.gap
            if filled + needed > height, place > start {
                pages.append(start..<place)
                (start, filled) = (place, 0)
            }
            filled += needed
        }
        pages.append(start..<lines.count)
        return pages.count
    }

    private func draw(_ page: Int, _ context: Context, _ width: Double) {
        context.set(.black)
        switch contents {
        case .lines(let lines):
            guard pages.indices.contains(page) else { return }
            var y = Self.margin
            for place in pages[page] {
                context.saving {
                    context.clip(x: Self.margin, y: 0, width: width, height: y + lines[place].size.height)
                    context.draw(lines[place], x: Self.margin, y: y)
                }
                y += lines[place].size.height + Self.gap
            }
        case .picture(let texture):
            let scale = min(1 / Self.sharpness, width / Double(max(1, texture.width)))
            context.saving {
                context.translate(x: Self.margin, y: Self.margin)
                context.scale(x: scale, y: scale)
                context.draw(texture, x: 0, y: 0)
            }
        }
    }
}
