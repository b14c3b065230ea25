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
    private var typing: Connection?

    init(_ session: AppSession) {
        self.session = session
        entry = Entry(SampleTexts.line(session.windowState.sampleText), placeholder: tr("Sample text"))
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
        typing = entry.onEdit { [weak self] in self?.edited() }
        entry.onEndIcon { [weak self] in self?.entry.text = "" }
        size.onValue { [weak self] in
            guard let self else { return }
            session.windowState.sampleSize = self.size.value
            changed?()
        }
        session.followSampleText(self) { bar in bar.follow() }
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
        session.use(sampleText: entry.text)
        // What was written, not each letter of it.
        keeping = Timer(after: 3_000) { [weak self] in
            guard let self else { return }
            session.settings.use(sampleText: session.windowState.sampleText)
        }
    }

    /// Shows the text, which may have been written elsewhere.
    private func follow() {
        if let text = session.windowState.line(besides: entry.text) { typing?.silently { entry.text = text } }
        showClearIcon()
        changed?()
    }

    private func showClearIcon() {
        entry.set(endIcon: entry.text.isEmpty ? nil : "edit-clear-symbolic", hint: tr("Clear"))
    }
}
