internal import FontFiles
internal import FontModel
internal import FontPictures
internal import FontRegistry
internal import FontsModel
internal import Gtk

/// The fonts of one group side by side, with a choice of the one to keep.
@UI
final class DuplicateGroupView: Widget {
    nonisolated let reference: Reference
    /// Called when a person chooses; answers the group with the choice.
    var onKeep: (@UI (FontsModel.DuplicatesPage.Row.ID) -> FontsModel.DuplicatesPage.Group?)?
    var onResolve: (@UI () -> Void)?

    private struct Card {
        var id: FontsModel.DuplicatesPage.Row.ID
        var button: CheckButton
        var consequence: Label
    }

    private var cards: [Card] = []
    private let resolve = Button(tr("_Keep Chosen Font"))

    init(_ group: FontsModel.DuplicatesPage.Group, in session: AppSession) {
        let title = Label(group.title, role: .heading)
        title.addClass("title-4")
        let subtitle = Label(group.subtitle)
        subtitle.addClass("dim-label")
        let flow = FlowBox(columns: 1...3, spacing: 12)
        let box = Box(.vertical, spacing: 6, [title, subtitle, flow, resolve])
        reference = box.reference
        box.setAccessibleLabel(group.title)
        for label in [title, subtitle] { label.wraps = true }
        // Without a control in it, a flow box keeps the focus from what follows.
        flow.canFocus = group.isResolvable
        for row in group.rows { flow.append(card(row, in: session)) }
        resolve.horizontalAlign = .end
        resolve.setAccessibleLabel(tr("Keep the chosen font of {name}", ["name": group.title]))
        resolve.onClick { [weak self] in self?.onResolve?() }
        show(group)
    }

    private func card(_ row: FontsModel.DuplicatesPage.Row, in session: AppSession) -> any Widget {
        let (manager, font) = (session.manager, row.font)
        let picture = FontPictureView.make(row.title, size: 22, axes: row.axes, in: session) {
            () async throws(FontError) -> [FontSource] in
            if let registration = font.registration, let manager {
                return [.opened(try await manager.open(registration), name: registration.file)]
            }
            return [.path(font.path ?? font.id)]
        }
        let title = Label(row.title)
        title.addClass("heading")
        let origin = Label(row.subtitle)
        origin.addClass("dim-label")
        let button = CheckButton(tr("Keep this one"))
        button.setAccessibleLabel(tr("Keep {name}, {origin}", ["name": row.title, "origin": row.subtitle]))
        button.group(with: cards.first?.button)
        button.isChecked = row.isKept
        let consequence = Label()
        let contents = Box(.vertical, spacing: 6, [picture, title, origin])
        if row.isShown {
            let shown = Label(tr("Programs use this one"))
            shown.addClass("success")
            contents.append(shown)
        }
        contents.append(button)
        contents.append(consequence)
        for label in [title, origin, consequence] { label.wraps = true }
        contents.setLeastSize(width: 200)
        button.onToggle { [weak self] in self?.toggled(row.id) }
        cards.append(Card(id: row.id, button: button, consequence: consequence))
        return contents
    }

    private func toggled(_ id: FontsModel.DuplicatesPage.Row.ID) {
        guard cards.contains(where: { $0.id == id && $0.button.isChecked }) else { return }
        if let group = onKeep?(id) { show(group) }
    }

    private func show(_ group: FontsModel.DuplicatesPage.Group) {
        for row in group.rows {
            cards.first { $0.id == row.id }?.consequence.text = row.consequence
        }
        resolve.isSensitive = group.canResolve
        resolve.isVisible = group.isResolvable
        for card in cards { card.button.isVisible = group.isResolvable }
    }
}
