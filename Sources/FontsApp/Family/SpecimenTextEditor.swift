internal import FontsModel
internal import Gtk

/// The user's own text of specimens, and those that were used before.
@UI
final class SpecimenTextEditor: Widget {
    nonisolated let reference: Reference
    private let box = Box(.vertical, spacing: 6)
    private let state: FamilyState
    private let editor = TextView()
    private let recent = ListBox(.nothing)
    private let recentTexts: ScrolledWindow
    private var pause: Timer?
    private var shown: [String] = []

    /// The time without a key after which the specimen follows, in milliseconds.
    private static let delay: UInt32 = 80

    init(_ state: FamilyState) {
        self.state = state
        reference = box.reference
        recentTexts = ScrolledWindow(recent)
        box.setMargins(all: 6)
        editor.setPadding(8)
        editor.setAccessibleLabel(tr("Text of the specimen"))
        editor.text = state.settings.text
        let scrolled = ScrolledWindow(editor)
        scrolled.setContentHeight(least: 120, most: 240)
        scrolled.setContentWidth(least: 260)
        scrolled.addClass("card")
        box.append(scrolled)
        let reset = Button(tr("_Use the Font’s Own Text"))
        reset.onClick { [weak self] in self?.editor.text = "" }
        box.append(reset)
        let label = Label(tr("Texts used before"))
        label.addClass("dim-label")
        label.addClass("caption")
        box.append(label)
        recentTexts.setPropagatesNaturalHeight(true)
        recentTexts.setContentHeight(most: 160)
        recent.addClass("boxed-list")
        recent.setAccessibleLabel(label.text)
        box.append(recentTexts)
        editor.onEdit { [weak self] in self?.edited() }
        recent.onActivate { [weak self] place in
            guard let self, shown.indices.contains(place) else { return }
            editor.text = shown[place]
        }
        box.onMap { [weak self, weak label] in
            self?.showText()
            self?.showRecent()
            label?.isVisible = self?.shown.isEmpty == false
            self?.editor.grabFocus()
        }
        // A text is kept when the user is done with it, not at each key.
        box.onUnmap { [weak self] in
            guard let self, !self.state.settings.text.isEmpty else { return }
            self.state.session.settings.use(sampleText: self.state.settings.text)
        }
        box.attach(label, as: "fonts-label")
    }

    /// Shows the text, which may have been written elsewhere.
    private func showText() {
        if editor.text != state.settings.text { editor.text = state.settings.text }
    }

    private func edited() {
        pause = Timer(after: Self.delay) { [weak self] in
            guard let self else { return }
            state.session.use(sampleText: editor.text)
        }
    }

    private func showRecent() {
        shown = state.session.settings.sampleTexts
        recent.removeAll()
        for text in shown {
            let label = Label(SampleTexts.line(text))
            label.ellipsis = .end
            label.setWidth(most: 36)
            label.setMargins(all: 8)
            recent.append(label)
        }
        recentTexts.isVisible = !shown.isEmpty
    }
}
