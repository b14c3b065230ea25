internal import FontModel
internal import FontPictures
internal import FontsModel
internal import Gtk

/// A picture of a font whose bytes this process does not read: `fontd-preview` draws it, once the picture is shown.
@UI
enum FontPictureView {
    /// - Parameters:
    ///   - name: What the picture shows, for a screen reader.
    ///   - text: The text; nil for samples of the font's scripts.
    ///   - size: The size of the text in points.
    ///   - axes: The values of the font's axes; empty for its defaults, or a font without axes.
    ///   - sources: Opens the font.
    static func make(
        _ name: String, text: String? = nil, size: Double = 26, axes: [String: Double] = [:], in session: AppSession,
        _ sources: @escaping @Sendable () async throws(FontError) -> [FontSource]
    ) -> any Widget {
        let picture = FittedPicture(tr("Picture of {name}", ["name": name]))
        picture.setMargins(all: 6)
        let message = Label().with { label in
            label.wraps = true
            label.isVisible = false
            label.addClass("dim-label")
            label.setMargins(all: 12)
        }
        let box = Box(.vertical, [picture, message])
        box.addClass("card")
        var isAsked = false
        // The closure has the children alone: with the box, both would live for ever.
        box.onMap { [weak session] in
            guard !isAsked, let manager = session?.manager else { return }
            isAsked = true
            Task { @UI in
                await PictureQueue.shared.enter()
                defer { PictureQueue.shared.leave() }
                guard picture.isMapped else {
                    isAsked = false
                    return
                }
                let scale = Double(picture.scaleFactor)
                let options = PictureOptions(text: text, size: size * scale, isDark: Appearance.isDark, axes: axes)
                do throws(FontError) {
                    let drawn = try await manager.picture(of: try await sources(), options: options)
                    guard let texture = Texture(drawn.bytes) else { throw FontError(.invalidFontData, "") }
                    picture.show(texture, at: scale)
                } catch {
                    picture.isVisible = false
                    message.isVisible = true
                    message.text = ErrorText(error).title
                }
            }
        }
        return box
    }
}

/// A picture that is made smaller until its width fits, and is never enlarged.
@UI
private final class FittedPicture: Widget {
    nonisolated let reference: Reference
    private let area = DrawingArea()
    private var texture: Texture?
    /// The size in the widget's pixels.
    private var natural = (width: 1.0, height: 56.0)
    private var scale = 1.0

    init(_ description: String) {
        reference = area.reference
        area.setAccessibleLabel(description)
        area.setContentSize(width: 0, height: 56)
        area.onDraw { [weak self] context, width, _ in self?.draw(on: context, width) }
        area.onResize { [weak self] width, _ in self?.fit(width) }
    }

    /// - Parameter scale: The number of pixels of the picture to one of the widget.
    func show(_ texture: Texture, at scale: Double) {
        (self.texture, self.scale) = (texture, scale)
        natural = (Double(texture.width) / scale, Double(texture.height) / scale)
        fit(width)
        queueDraw()
    }

    private func share(of width: Double) -> Double { width > 0 ? min(1, width / max(1, natural.width)) : 1 }

    private func fit(_ width: Int) {
        area.setContentSize(width: 0, height: Int((natural.height * share(of: Double(width))).rounded(.up)))
    }

    private func draw(on context: Context, _ width: Double) {
        guard let texture else { return }
        let share = share(of: width)
        context.saving {
            context.translate(x: isRightToLeft ? width - natural.width * share : 0, y: 0)
            context.scale(x: share / scale, y: share / scale)
            context.draw(texture, x: 0, y: 0)
        }
    }
}

/// Few pictures are drawn at a time, so that those that are shown first come first.
@UI
private final class PictureQueue {
    static let shared = PictureQueue()

    private var running = 0
    private var waiting: [CheckedContinuation<Void, Never>] = []

    func enter() async {
        guard running >= 2 else {
            running += 1
            return
        }
        await withCheckedContinuation(isolation: UI.shared) { waiting.append($0) }
    }

    func leave() {
        if waiting.isEmpty { running -= 1 } else { waiting.removeFirst().resume() }
    }
}
