internal import FontsModel
internal import Gtk

/// What goes on, and how much of it is done.
@UI
final class InstallProgressView: Widget {
    nonisolated let reference: Reference
    private let text = Label(role: .status)
    private let count = Label()
    private let bar = ProgressBar()
    private let spinner = Spinner()

    init() {
        let box = Box(.vertical, spacing: 12, [spinner, text, bar, count])
        reference = box.reference
        box.verticalAlign = .center
        box.setMargins(all: 24)
        spinner.setLeastSize(width: 32, height: 32)
        spinner.horizontalAlign = .center
        for label in [text, count] {
            label.wraps = true
            label.alignment = 0.5
            label.setJustification(centered: true)
        }
        text.addClass("title-4")
        count.addClass("dim-label")
        bar.isVisible = false
        bar.setAccessibleLabel(tr("Progress"))
        // A spinner that turns wakes the program for each frame.
        box.onMap { [spinner, bar] in spinner.isSpinning = !bar.isVisible }
        box.onUnmap { [spinner] in spinner.isSpinning = false }
    }

    /// Shows what begins, of which it is not known how long it takes.
    func show(_ sentence: String) {
        text.text = sentence
        set(isCounted: false)
    }

    func show(completed: Int, of total: Int) {
        guard total > 0 else { return }
        set(isCounted: true)
        bar.fraction = min(1, Double(completed) / Double(total))
        count.text = tr(
            "{completed} of {total}",
            ["completed": NumberText.count(completed), "total": NumberText.count(total)])
    }

    private func set(isCounted: Bool) {
        bar.isVisible = isCounted
        count.isVisible = isCounted
        spinner.isVisible = !isCounted
        spinner.isSpinning = !isCounted && spinner.isMapped
    }
}
