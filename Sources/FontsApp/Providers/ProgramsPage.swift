internal import FontModel
internal import FontsModel
internal import Gtk

/// Fonts by program, with permissions and limits.
@UI
final class ProgramsPage: Widget {
    nonisolated let reference: Reference
    private unowned let session: AppSession
    private let stack = Stack()
    private let list = ListBox(.nothing)
    private let empty = StatusPage(icon: "application-x-executable-symbolic", title: "")
    private var entries: [ProgramEntry] = []

    private enum Part: String {
        case programs, empty
    }

    init(_ session: AppSession) {
        self.session = session
        list.addClass("boxed-list")
        list.verticalAlign = .start
        list.setAccessibleLabel(tr("Programs with fonts"))
        let clamp = Clamp(list, width: 700)
        clamp.setMargins(top: 18, bottom: 18, start: 12, end: 12)
        stack.add(ScrolledWindow(clamp), name: Part.programs.rawValue)
        stack.add(empty, name: Part.empty.rawValue)
        stack.expandsVertically = true
        let box = Box(.vertical, [PageBar.make(tr("Programs"), in: session), stack])
        reference = box.reference
        session.follow(self) { page, state in page.show(state) }
    }

    private func show(_ state: LibraryState) {
        guard let snapshot = state.snapshot else {
            if case .failed(let error, _) = state {
                let page = ErrorPage(error)
                showEmpty(page.icon, page.text.title, page.text.body)
            }
            return
        }
        show(snapshot.providers)
    }

    /// Shows programs; those that are shown already keep their rows, so that the focus and what is open stay.
    private func show(_ providers: [FontsModel.ProviderFacts]) {
        let sorted = providers.byTitle
        let known = Dictionary(uniqueKeysWithValues: entries.map { ($0.id, $0) })
        let present = Set(sorted.map(\.id))
        for entry in entries where !present.contains(entry.id) { list.remove(entry) }
        entries = entries.filter { present.contains($0.id) }
        for (place, provider) in sorted.enumerated() {
            if let entry = known[provider.id] {
                entry.show(provider)
            } else {
                let entry = ProgramEntry(provider, in: session)
                entries.insert(entry, at: min(place, entries.count))
                list.insert(entry, at: place)
            }
        }
        guard sorted.isEmpty else { return stack.visible = Part.programs.rawValue }
        showEmpty(
            "application-x-executable-symbolic", tr("No Programs"),
            tr("Programs that install fonts or have permissions of their own are listed here."))
    }

    private func showEmpty(_ icon: String, _ title: String, _ text: String) {
        empty.set(icon: icon)
        empty.set(title: title)
        empty.set(text: text)
        stack.visible = Part.empty.rawValue
    }
}

enum Providers {
    static let actions: [AppAction] = []
}
