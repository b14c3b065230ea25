internal import FontModel
internal import FontSpecimens
internal import FontsModel
internal import Gtk

/// A style as it is shown, drawn in this process or by `fontd-preview`, or the reason why it is not.
@UI
final class SpecimenPane: Widget {
    nonisolated let reference: Reference
    private let stack = Stack()
    /// The place to which the drawing is scrolled; nil if it is not.
    private var position: Adjustment?
    private let area = SpecimenArea()
    private let picture = Picture(description: tr("Specimen"))
    private let problem = StatusPage(icon: "dialog-warning-symbolic", title: tr("The font cannot be drawn"))

    private let library: any FontLibrary
    private let fonts: StyleFonts
    private var style: StyleRow?
    private var settings = SpecimenSettings()
    private var sample = ""
    private var drawing: StyleFonts.Drawing?
    private var opening: Task<Void, Never>?
    private var picturing: Task<Void, Never>?
    private var pause: Timer?

    /// The time without a change after which another process draws, in milliseconds.
    private static let pictureDelay: UInt32 = 120

    /// - Parameter isScrolled: Whether what is higher than the pane is scrolled in it.
    init(_ library: any FontLibrary, _ fonts: StyleFonts, isScrolled: Bool) {
        self.library = library
        self.fonts = fonts
        reference = stack.reference
        picture.set(canShrink: false)
        picture.horizontalAlign = .start
        picture.verticalAlign = .start
        stack.setHomogeneous(horizontal: true, vertical: false)
        stack.add(Bin(), name: "empty")
        if isScrolled {
            let scrolled = ScrolledWindow(area)
            area.follow(scrolled.verticalAdjustment)
            position = scrolled.verticalAdjustment
            stack.add(scrolled, name: "drawing")
        } else {
            stack.add(area, name: "drawing")
        }
        stack.add(
            ScrolledWindow(picture, horizontal: .automatic, vertical: isScrolled ? .automatic : .never),
            name: "picture")
        stack.add(problem, name: "problem")
    }

    /// Shows a style; its fonts are opened first.
    func show(_ style: StyleRow, _ settings: SpecimenSettings, sample: String) {
        opening?.cancel()
        // Another family is looked at from the top.
        if self.style?.font.face.family != style.font.face.family { position?.value = 0 }
        (self.style, self.settings, self.sample) = (style, settings, sample)
        drawing = nil
        opening = Task { @UI [weak self, fonts] in
            let drawing = await fonts.drawing(of: style)
            guard let self, !Task.isCancelled else { return }
            self.drawing = isSound(drawing, style) ? drawing : .preview
            redraw()
        }
    }

    /// Whether the outlines can be drawn here; another process draws them, or says why not.
    private func isSound(_ drawing: StyleFonts.Drawing, _ style: StyleRow) -> Bool {
        guard case .fonts(let map) = drawing else { return true }
        let text = map.text(String(settings.shownText(sample).prefix(100)))
        text.set(style.face(in: map, size: settings.size, settings))
        return text.isDrawable
    }

    /// Shows the same style in another way.
    func update(_ settings: SpecimenSettings, sample: String) {
        (self.settings, self.sample) = (settings, sample)
        redraw()
    }

    private func redraw() {
        guard let style, let drawing else { return }
        switch drawing {
        case .fonts(let map) where !settings.isVertical:
            picturing?.cancel()
            pause = nil
            area.show(style, in: map, settings, sample: sample)
            stack.visible = "drawing"
        case .fonts, .preview:
            // A process for each step of a slider would be too many.
            pause = Timer(after: Self.pictureDelay) { [weak self] in self?.drawPicture() }
        case .failed(let error): show(error)
        }
    }

    private func drawPicture() {
        guard let style else { return }
        pause = nil
        picturing?.cancel()
        let request = StylePicture(style, settings, sample: sample, isDark: Appearance.isDark)
        let scale = 96.0 / 72
        stack.setAccessible(busy: true)
        picturing = Task { @UI [weak self, library] in
            do throws(FontError) {
                let drawn = try await request.drawn(.png, from: library, scale: scale)
                guard let self, !Task.isCancelled else { return }
                stack.setAccessible(busy: false)
                show(drawn, of: request)
            } catch {
                guard let self, !Task.isCancelled else { return }
                stack.setAccessible(busy: false)
                show(error)
            }
        }
    }

    private func show(_ drawn: DrawnSpecimen, of request: StylePicture) {
        guard let texture = Texture(drawn.bytes) else { return }
        picture.set(texture)
        let text = request.settings.shownText(request.sample)
        picture.set(
            description: tr("{style}: {text}", ["style": request.style.title, "text": String(text.prefix(100))]))
        stack.visible = "picture"
    }

    private func show(_ error: FontError) {
        let text = ErrorText(error)
        problem.set(title: text.title)
        problem.set(text: text.body)
        stack.visible = "problem"
    }
}
