internal import FontModel
internal import FontsModel
internal import Gtk

/// What the parts of one family's page share: the family, the style that is shown, and how it is shown.
@UI
final class FamilyState {
    /// What is different.
    enum Change {
        /// The family, or the style: all parts show something else.
        case style
        /// The names of its features and the text of the font are known.
        case facts
        /// The text, the size, the ground, axes or features.
        case look
    }

    let session: AppSession
    let library: any FontLibrary
    let reader: DetailsReader
    let fonts: StyleFonts

    private(set) var family: FamilyDetails?
    private(set) var place = 0
    /// The place of the style that the axes show; nil if it has no name.
    var shownPlace: Int? { family?.place(showing: settings.axes, of: place) }
    /// The text by which the style is shown if the user has given none.
    private(set) var sample = ""
    private(set) var settings = SpecimenSettings()

    private var observers: [@UI (Change) -> Bool] = []
    private var reading: Task<Void, Never>?

    init(_ session: AppSession, _ library: any FontLibrary) {
        self.session = session
        self.library = library
        reader = DetailsReader(library)
        fonts = StyleFonts(library)
        settings.text = session.windowState.sampleText
        session.followSampleText(self) { state in
            state.change { $0.text = state.session.windowState.sampleText }
        }
    }

    var style: StyleRow? { family.flatMap { $0.styles.indices.contains(place) ? $0.styles[place] : nil } }

    /// Tells a part of each change, as long as it lives.
    func observe<Part: AnyObject>(_ part: Part, _ handler: @escaping @UI (Part, Change) -> Void) {
        observers.append { [weak part] change in
            guard let part else { return false }
            handler(part, change)
            return true
        }
    }

    /// Shows a family; the same one again keeps its style, axes and features.
    func show(_ family: FamilyDetails) {
        let old = style
        let isSame = self.family?.id == family.id
        self.family = family
        let kept = isSame ? old.flatMap { old in family.styles.firstIndex { $0.id == old.id } } : nil
        if !isSame { settings.features = nil }
        let axes = settings.axes
        place = kept ?? family.regular
        settings.axes = style?.axisSettings
        if kept != nil, axes?.axes == settings.axes?.axes { settings.axes = axes }
        read()
    }

    /// Shows a style by its place.
    func choose(_ place: Int) {
        guard let family, family.styles.indices.contains(place),
            place != self.place || settings.axes != family.styles[place].axisSettings
        else { return }
        self.place = place
        settings.axes = style?.axisSettings
        read()
    }

    private func read() {
        guard let style, let family else { return }
        sample = session.state.snapshot?.row(family.id)?.sample ?? style.font.face.family
        tell(.style)
        reading?.cancel()
        let other = sample
        reading = Task { @UI [weak self, reader] in
            let sample = await reader.sample(of: style, else: other)
            let features = try? await reader.features(of: style)
            guard let self, !Task.isCancelled else { return }
            self.sample = sample
            settings.features = features?.keeping(settings.features)
            tell(.facts)
        }
    }

    /// Changes how the style is shown.
    func change(_ change: (inout SpecimenSettings) -> Void) {
        let before = settings
        change(&settings)
        guard settings != before else { return }
        // The axes may have come to another named style.
        if settings.axes != before.axes, let found = family?.place(showing: settings.axes, of: place) { place = found }
        tell(.look)
    }

    private func tell(_ change: Change) { observers = observers.filter { $0(change) } }
}
