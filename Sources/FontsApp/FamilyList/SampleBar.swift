internal import FontsModel
internal import Gtk

/// The user's own sample text, and the size of samples.
@UI
final class SampleBar: Widget {
    nonisolated let reference: Reference
    private let session: AppSession
    private let entry: Entry
    private let size: SpinButton
    private var changed: (@UI () -> Void)?
    private var keeping: Timer?

    init(_ session: AppSession) {
        self.session = session
        entry = Entry(session.windowState.sampleText, placeholder: tr("Sample text"))
        let sizes = WindowState.sampleSizes
        size = SpinButton(Adjustment(value: session.windowState.sampleSize, in: sizes, step: 1, page: 8))
        let row = Box(.horizontal, spacing: 6, [entry, size])
        row.setMargins(bottom: 6, start: 6, end: 6)
        reference = row.reference
        entry.set(startIcon: "document-edit-symbolic")
        entry.setAccessibleLabel(tr("Sample text"))
        entry.setWidth(characters: 8)
        entry.expandsHorizontally = true
        showClearIcon()
        size.setHint(tr("Size of samples in points"))
        size.setWidth(characters: 3)
        entry.onEdit { [weak self] in self?.edited() }
        entry.onEndIcon { [weak self] in self?.entry.text = "" }
        size.onValue { [weak self] in
            guard let self else { return }
            session.windowState.sampleSize = self.size.value
            changed?()
        }
    }

    /// Called when the text or the size changes, which are in the window's state.
    func onChange(_ handler: @escaping @UI () -> Void) { changed = handler }

    func focus() {
        entry.grabFocus()
        entry.selectAll()
    }

    /// Changes the size by steps, as keys do.
    func step(_ steps: Double) { size.value += steps * 2 }

    private func edited() {
        session.windowState.sampleText = SampleTexts.bounded(entry.text)
        showClearIcon()
        changed?()
        // What was written, not each letter of it.
        keeping = Timer(after: 3_000) { [weak self] in
            guard let self else { return }
            session.settings.use(sampleText: session.windowState.sampleText)
        }
    }

    private func showClearIcon() {
        entry.set(endIcon: entry.text.isEmpty ? nil : "edit-clear-symbolic", hint: tr("Clear"))
    }
}
