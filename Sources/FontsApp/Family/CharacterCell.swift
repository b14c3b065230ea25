internal import FontsModel
internal import Gtk

/// A character in the grid of a block.
struct GridCharacter: Identifiable, Equatable {
    let scalar: Unicode.Scalar
    var id: UInt32 { scalar.value }
}

/// How the cells of a grid draw their characters.
@UI
final class CellLook {
    /// The fonts of the style; nil for a style that is not drawn in this process.
    var map: FontMap?
    var style: StyleRow?
    var settings = SpecimenSettings()
}

/// The cell of one character.
@UI
final class CharacterCell: Row {
    typealias Element = GridCharacter

    private let area = DrawingArea(role: .presentation)
    private let look: CellLook
    private var character: CharacterDetails?
    private var text: TextLayout?

    var root: any Widget { area }

    private static let side = 46
    private static let size = 20.0

    init(_ look: CellLook) {
        self.look = look
        area.setContentSize(width: Self.side, height: Self.side)
        area.onDraw { [weak self] context, width, height in self?.draw(context, width, height) }
    }

    func bind(_ element: GridCharacter, at place: RowPlace) {
        let details = CharacterDetails(element.scalar)
        character = details
        text = nil
        area.tooltip = tr("{code} {name}", ["code": details.codePoint, "name": details.name])
        place.setAccessibleLabel(details.spoken)
        area.queueDraw()
    }

    func unbind() { text = nil }

    private func draw(_ context: Context, _ width: Double, _ height: Double) {
        guard let character else { return }
        let text = self.text ?? makeText(character)
        self.text = text
        let size = text.size
        context.set(area.foreground)
        context.draw(text, x: (width - size.width) / 2, y: (height - size.height) / 2)
    }

    private func makeText(_ character: CharacterDetails) -> TextLayout {
        guard character.hasShape, let map = look.map, let style = look.style else {
            // What has no shape is shown by its code point.
            let text = area.text(character.hasShape ? character.cell : character.codePoint)
            text.set(Face(size: character.hasShape ? Self.size : 7))
            return text
        }
        let text = map.text(character.cell)
        text.set(style.face(in: map, size: Self.size, look.settings))
        return text
    }
}
