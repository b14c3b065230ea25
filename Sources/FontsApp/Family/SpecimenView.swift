internal import FontsModel
internal import Gtk

/// The page with the specimen, and below it the axes and features that change it.
@UI
final class SpecimenView: Widget {
    nonisolated let reference: Reference
    private let box = Box(.vertical)
    private let state: FamilyState
    private let pane: SpecimenPane
    private let controls: SpecimenControls
    private let remark = RemarkLabel.make()
    private var reading: Task<Void, Never>?
    /// The style and the text of the remark.
    private var remarked: (style: String, text: String)?
    private let axes: AxesView
    private let features: FeaturesView
    private let panels: ScrolledWindow

    /// The height of axes and features, above which they are scrolled.
    private static let mostHeight = 210

    init(_ state: FamilyState) {
        self.state = state
        pane = SpecimenPane(state.library, state.fonts, isScrolled: true)
        controls = SpecimenControls(state)
        axes = AxesView(state)
        features = FeaturesView(state)
        panels = ScrolledWindow(Box(.vertical, spacing: 6, [axes, features]))
        panels.setPropagatesNaturalHeight(true)
        panels.setContentHeight(most: Self.mostHeight)
        pane.expandsVertically = true
        reference = box.reference
        remark.wraps = true
        remark.setMargins(bottom: 6, start: 18, end: 18)
        for part in [controls, remark, pane, Separator(.horizontal), panels] as [any Widget] { box.append(part) }
        state.observe(self) { view, change in view.update(change) }
        update(.style)
    }

    /// Changes the size of a paragraph by steps, as keys do.
    func resize(_ steps: Double) { controls.resize(steps) }

    private func update(_ change: FamilyState.Change) {
        guard let style = state.style else { return }
        switch change {
        case .style: pane.show(style, state.settings, sample: state.sample)
        case .facts, .look: pane.update(state.settings, sample: state.sample)
        }
        panels.isVisible = axes.isVisible || features.isVisible
        showRemark(on: state.settings.text, in: style, isNew: change == .style)
    }

    /// Says whether the style has the letters of the user's text, of which the others are boxes.
    private func showRemark(on text: String, in style: StyleRow, isNew: Bool) {
        if !isNew, let remarked, remarked == (style.id, text) { return }
        remarked = (style.id, text)
        reading?.cancel()
        reading = Task { @UI [weak self, reader = state.reader] in
            let sentence = await reader.remark(on: text, in: style)
            guard let self, !Task.isCancelled else { return }
            remark.text = sentence ?? ""
            remark.isVisible = sentence != nil
        }
    }
}
