internal import FontModel
internal import FontsModel
internal import Gtk

/// Up to six styles beside each other, in one text and one size.
@UI
final class CompareView: Widget {
    nonisolated let reference: Reference
    private let box = Box(.vertical)
    private let session: AppSession
    private let reader: DetailsReader
    private let library: any FontLibrary
    private let fonts: StyleFonts
    private let text: Entry
    private let size: SpinButton
    private let flow = FlowBox(columns: 1...3, spacing: 12)
    private let note = Label()
    private var cards: [CompareCard] = []
    private var settings = SpecimenSettings()
    private var shown: [String: Int] = [:]
    private var reading: Task<Void, Never>?
    private var typing: Connection?

    init(_ session: AppSession, _ reader: DetailsReader) {
        self.session = session
        self.reader = reader
        library = reader.library
        fonts = StyleFonts(library)
        reference = box.reference
        settings.form = .paragraph
        settings.size = 28
        text = Entry(SampleTexts.line(session.windowState.sampleText), placeholder: tr("Text for all"))
        settings.text = session.windowState.sampleText
        text.setAccessibleLabel(tr("Text for all"))
        text.set(startIcon: "document-edit-symbolic")
        text.expandsHorizontally = true
        size = SpinButton(Adjustment(value: settings.size, in: 6...200, step: 1, page: 8))
        size.setAccessibleLabel(tr("Size in points"))
        let bar = Box(.horizontal, spacing: 6, [text, size])
        bar.setMargins(all: 12)
        note.wraps = true
        note.addClass("dim-label")
        note.setMargins(start: 12, end: 12)
        flow.setHomogeneous(true)
        flow.verticalAlign = .start
        flow.setMargins(all: 12)
        let scrolled = ScrolledWindow(flow)
        scrolled.expandsVertically = true
        for part in [bar, note, scrolled] as [any Widget] { box.append(part) }
        typing = text.onEdit { [weak self] in
            guard let self else { return }
            self.session.use(sampleText: text.text)
        }
        session.followSampleText(self) { view in view.followText() }
        size.onValue { [weak self] in
            guard let self else { return }
            settings.size = size.value
            update()
        }
    }

    /// Shows the sample text, which may have been written elsewhere.
    private func followText() {
        let state = session.windowState
        if let line = state.line(besides: text.text) { typing?.silently { text.text = line } }
        settings.text = state.sampleText
        update()
    }

    /// Shows the regular styles of families.
    func show(_ families: [String]) {
        note.text = trn(
            "Up to six families are compared: {count} is left out.",
            "Up to six families are compared: {count} are left out.", max(0, families.count - Comparison.most))
        note.isVisible = families.count > Comparison.most
        read(Array(families.prefix(Comparison.most)))
    }

    /// Changes the size of the text by steps, as keys do.
    func resize(_ steps: Double) { size.value += steps * 2 }

    /// Reads families that have changed, and leaves out those that are gone.
    func follow() {
        guard !shown.isEmpty, let snapshot = session.state.snapshot else { return }
        let present = cards.map(\.family.id)
        guard present.contains(where: { snapshot.row($0)?.revision != shown[$0] }) else { return }
        fonts.forget()
        read(present)
    }

    private func read(_ families: [String]) {
        reading?.cancel()
        reading = Task { @UI [weak self, reader] in
            var found: [FamilyDetails] = []
            for id in families {
                let family = try? await reader.family(id)
                if let family { found.append(family) }
            }
            guard let self, !Task.isCancelled else { return }
            show(found)
        }
    }

    private func show(_ families: [FamilyDetails]) {
        let snapshot = session.state.snapshot
        let known = Dictionary(cards.map { ($0.family.id, $0) }, uniquingKeysWith: { first, _ in first })
        shown = Dictionary(
            families.map { ($0.id, snapshot?.row($0.id)?.revision ?? 0) }, uniquingKeysWith: { first, _ in first })
        flow.removeAll()
        flow.set(columns: 1...Comparison.columns(for: families.count))
        cards = families.map { family in
            let sample = snapshot?.row(family.id)?.sample ?? family.title
            let card = CompareCard(
                family, place: known[family.id]?.place, settings, sample: sample, reader, fonts)
            card.onRemove { [weak self] in self?.remove(family.id) }
            flow.append(card)
            return card
        }
    }

    private func remove(_ family: String) {
        shown[family] = nil
        show(cards.map(\.family).filter { $0.id != family })
    }

    private func update() { for card in cards { card.update(settings) } }
}

/// One of the styles that are compared.
@UI
final class CompareCard: Widget {
    nonisolated let reference: Reference
    let family: FamilyDetails
    private(set) var place: Int
    private let box = Box(.vertical, spacing: 6)
    private let pane: SpecimenPane
    private let remove: Button
    private let styles = DropDown()
    private let reader: DetailsReader
    private var settings: SpecimenSettings
    private var sample: String
    private var reading: Task<Void, Never>?

    /// - Parameter place: The style that was chosen before; nil for the regular one.
    init(
        _ family: FamilyDetails, place: Int?, _ settings: SpecimenSettings, sample: String, _ reader: DetailsReader,
        _ fonts: StyleFonts
    ) {
        self.family = family
        self.place = place.flatMap { family.styles.indices.contains($0) ? $0 : nil } ?? family.regular
        self.settings = settings
        self.sample = sample
        self.reader = reader
        pane = SpecimenPane(reader.library, fonts, isScrolled: false)
        remove = Button(icon: "window-close-symbolic", hint: tr("Leave {family} out", ["family": family.title]))
        reference = box.reference
        box.addClass("card")
        let title = Label(family.title, role: .heading)
        title.addClass("heading")
        title.ellipsis = .end
        title.expandsHorizontally = true
        remove.isFlat = true
        let head = Box(.horizontal, spacing: 6, [title, remove])
        head.setMargins(top: 6, start: 12, end: 6)
        styles.setAccessibleLabel(tr("Style of {family}", ["family": family.title]))
        styles.set(choices: family.styles.map(\.title))
        styles.selected = self.place
        styles.cutLongChoices()
        styles.setMargins(start: 12, end: 12)
        for part in [head, styles, pane] as [any Widget] { box.append(part) }
        styles.onSelect { [weak self] in
            guard let self, let place = styles.selected, place != self.place else { return }
            self.place = place
            show()
        }
        show()
    }

    func onRemove(_ handler: @escaping @UI () -> Void) { remove.onClick(handler) }

    func update(_ settings: SpecimenSettings) {
        let axes = self.settings.axes
        self.settings = settings
        self.settings.axes = axes
        pane.update(self.settings, sample: sample)
    }

    private func show() {
        guard family.styles.indices.contains(place) else { return }
        let style = family.styles[place]
        settings.axes = style.axisSettings
        pane.show(style, settings, sample: sample)
        reading?.cancel()
        reading = Task { @UI [weak self, reader, sample] in
            let lines = await reader.sample(of: style, else: sample)
            guard let self, !Task.isCancelled else { return }
            // One line: that of the first script.
            let sample = lines.split(separator: "\n").first.map(String.init) ?? lines
            self.sample = sample
            pane.update(settings, sample: sample)
        }
    }
}
