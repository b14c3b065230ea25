internal import FontsModel
internal import Gtk

/// The page of one family: its head, and the pages with specimen, characters, facts and the reason for what programs get.
@UI
final class FamilyPage: Widget {
    nonisolated let reference: Reference
    private let box = Box(.vertical)
    private let stack = ViewStack()
    private let head: FamilyHead
    private let specimen: SpecimenView
    private let state: FamilyState
    private var made: [String: any Widget] = [:]
    private var bins: [String: Bin] = [:]

    /// - Parameter menu: The menu of what leaves the application.
    init(_ state: FamilyState, menu: Menu?) {
        self.state = state
        head = FamilyHead(state, menu: menu)
        specimen = SpecimenView(state)
        reference = box.reference
        stack.add(specimen, name: "specimen", title: tr("Specimen"), icon: "font-x-generic-symbolic")
        add("characters", tr("Characters"), "accessories-character-map-symbolic")
        add("information", tr("Information"), "dialog-information-symbolic")
        add("why", tr("Why?"), "dialog-question-symbolic")
        stack.expandsVertically = true
        let switcher = ViewSwitcher(stack, isWide: false)
        for part in [head, switcher, stack] as [any Widget] { box.append(part) }
        stack.onVisible { [weak self] in self?.make() }
        for (place, name) in ["specimen", "characters", "information", "why"].enumerated() {
            box.add(
                Shortcut(keys: "<Alt>\(place + 1)", scope: .global) { [weak self] in
                    guard let self, box.isMapped else { return false }
                    page = name
                    return true
                })
        }
    }

    /// The keys as the window of shortcuts lists them.
    static var shortcuts: [(String, String)] {
        [
            ("<Alt>1", tr("Specimen")), ("<Alt>2", tr("Characters")), ("<Alt>3", tr("Information")),
            ("<Alt>4", tr("Why?")),
        ]
    }

    /// The name of the page that is shown.
    var page: String {
        get { stack.visible }
        set { stack.visible = newValue }
    }

    /// Changes the size of the specimen by steps; whether it is shown and has one, which a waterfall has not.
    func resize(_ steps: Double) -> Bool {
        guard page == "specimen", state.settings.form == .paragraph else { return false }
        specimen.resize(steps)
        return true
    }

    private func add(_ name: String, _ title: String, _ icon: String) {
        let bin = Bin()
        bins[name] = bin
        stack.add(bin, name: name, title: title, icon: icon)
    }

    /// Makes a page when it is first shown.
    private func make() {
        let name = stack.visible
        guard let bin = bins[name], made[name] == nil else { return }
        let page: any Widget
        switch name {
        case "characters": page = CharactersView(state)
        case "information": page = InformationView(state)
        default: page = WhyView(state)
        }
        made[name] = page
        bin.set(child: page)
    }
}
