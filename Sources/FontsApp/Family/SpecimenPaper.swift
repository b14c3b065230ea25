internal import FontsModel
internal import Gtk

/// A specimen on pages of paper.
@UI
final class SpecimenPaper {
    /// A line of the specimen, with its size above it in a waterfall.
    @UI private struct Line {
        var caption: TextLayout?
        var text: TextLayout

        var captionHeight: Double { caption?.size.height ?? 0 }
        var height: Double { captionHeight + text.size.height }
    }

    private enum Contents {
        case lines([Line])
        case picture(Texture)
    }

    private let contents: Contents
    private let title: String
    /// The name of the font, at the top of each page.
    private let heading: TextLayout
    /// The lines of each page.
    private var pages: [Range<Int>] = []
    private let setUp: @UI (_ width: Double) -> Void

    /// The pixels to a point of pictures.
    static let sharpness = 3.0
    private static let margin = 36.0
    private static let gap = 6.0
    private static let headingSize = 12.0
    private static let captionSize = 8.0
    /// The most characters of a waterfall, which are printed in each size.
    private static let mostOfWaterfall = 300
    /// Pango's points are of screens with 96 pixels to an inch; an inch of paper has 72 points.
    private static let points = 72.0 / 96

    /// A specimen that Pango draws.
    ///
    /// - Parameters:
    ///   - heading: What the page shows.
    ///   - captions: Makes a text in the font of interfaces.
    init(
        _ style: StyleRow, _ map: FontMap, _ settings: SpecimenSettings, sample: String, title: String,
        heading: TextLayout, captions: @UI (String) -> TextLayout
    ) {
        let text = settings.shownText(sample)
        let isParagraph = settings.form == .paragraph
        // Each paragraph is a part, so that a long text breaks between pages.
        let texts =
            isParagraph
            ? text.split(whereSeparator: \.isNewline).map(String.init) : [String(text.prefix(Self.mostOfWaterfall))]
        let lines = settings.sizes.flatMap { size in
            texts.map { text in
                let line = map.text(text)
                line.set(style.face(in: map, size: size * Self.points, settings))
                let caption = isParagraph ? nil : captions(StylePicture.caption(of: size))
                caption?.set(Face(size: Self.captionSize * Self.points))
                return Line(caption: caption, text: line)
            }
        }
        contents = .lines(lines)
        self.title = title
        self.heading = Self.heading(heading)
        // What is longer than a line of the page goes on in the next one.
        setUp = { width in for line in lines { line.text.width = max(1, width) } }
    }

    /// A specimen that another process drew.
    init(_ picture: Texture, title: String, heading: TextLayout) {
        contents = .picture(picture)
        self.title = title
        self.heading = Self.heading(heading)
        setUp = { _ in }
    }

    private static func heading(_ text: TextLayout) -> TextLayout {
        text.set(Face(size: headingSize * points))
        return text
    }

    /// Prints by the dialog of the desktop.
    func print(parent: (any Window)?) async -> PrintOperation.Outcome {
        let operation = PrintOperation(title: title) { width, height in
            self.breakPages(width - 2 * Self.margin, height - 2 * Self.margin)
        } draw: { page, context, width, height in
            self.draw(page, context, width - 2 * Self.margin, height - 2 * Self.margin)
        }
        return await operation.print(parent: parent)
    }

    private func breakPages(_ width: Double, _ height: Double) -> Int {
        setUp(width)
        heading.width = max(1, width)
        let height = height - headingHeight
        pages = []
        guard case .lines(let lines) = contents else { return 1 }
        var (start, filled) = (0, 0.0)
        for (place, line) in lines.enumerated() {
            let needed = line.height + Self.gap
            if filled + needed > height, place > start {
                pages.append(start..<place)
                (start, filled) = (place, 0)
            }
            filled += needed
        }
        pages.append(start..<lines.count)
        return pages.count
    }

    /// The height of the heading with the space below it.
    private var headingHeight: Double { heading.size.height + 2 * Self.gap }

    private func draw(_ page: Int, _ context: Context, _ width: Double, _ height: Double) {
        context.set(.black)
        context.draw(heading, x: Self.margin, y: Self.margin)
        switch contents {
        case .lines(let lines):
            guard pages.indices.contains(page) else { return }
            var y = Self.margin + headingHeight
            for line in lines[pages[page]] {
                if let caption = line.caption { context.draw(caption, x: Self.margin, y: y) }
                context.saving {
                    context.clip(x: Self.margin, y: 0, width: width, height: y + line.height)
                    context.draw(line.text, x: Self.margin, y: y + line.captionHeight)
                }
                y += line.height + Self.gap
            }
        case .picture(let texture):
            let scale = min(
                1 / Self.sharpness, width / Double(max(1, texture.width)),
                max(1, height - headingHeight) / Double(max(1, texture.height)))
            context.saving {
                context.translate(x: Self.margin, y: Self.margin + headingHeight)
                context.scale(x: scale, y: scale)
                context.draw(texture, x: 0, y: 0)
            }
        }
    }
}
