internal import FontModel
internal import FontPictures
internal import FontsModel
internal import Gtk

/// A picture of a font whose bytes this process does not read: `fontd-preview` draws it, once the picture is shown.
@UI
enum FontPictureView {
    /// - Parameters:
    ///   - name: What the picture shows, for a screen reader.
    ///   - size: The size of the text in points.
    ///   - sources: Opens the font.
    static func make(
        _ name: String, size: Double = 26, in session: AppSession,
        _ sources: @escaping @Sendable () async throws(FontError) -> [FontSource]
    ) -> any Widget {
        let picture = Picture(description: tr("Picture of {name}", ["name": name]))
        picture.setLeastSize(height: 56)
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
                let options = PictureOptions(size: size * scale, isDark: Appearance.isDark)
                do throws(FontError) {
                    let drawn = try await manager.picture(of: try await sources(), options: options)
                    guard let texture = Texture(drawn.bytes) else { throw FontError(.invalidFontData, "") }
                    picture.set(texture)
                    picture.setLeastSize(height: min(Int(Double(texture.height) / scale), 320))
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
