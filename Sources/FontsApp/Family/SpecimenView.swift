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
        for part in [controls, pane, Separator(.horizontal), panels] as [any Widget] { box.append(part) }
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
    }
}
