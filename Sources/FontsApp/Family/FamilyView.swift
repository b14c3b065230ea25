internal import FontModel
internal import FontsModel
internal import Gtk

/// The page of a family, or of several that are compared.
@UI
final class FamilyView: Widget {
    nonisolated let reference: Reference
    private let box = Box(.vertical)
    private let stack = Stack()
    private let session: AppSession
    private let state: FamilyState?
    private var page: FamilyPage?
    private var comparison: CompareView?
    private var outputs: FamilyOutputs?

    /// The families that were asked for, and the revision of the one that is shown.
    private var families: [String] = []
    private var revision: Int?
    private var reading: Task<Void, Never>?

    private static let style = StyleSheet(
        """
        .fonts-badge { padding: 1px 8px; border-radius: 9px; background: alpha(currentColor, 0.12); }
        """)

    init(_ session: AppSession) {
        _ = Self.style
        self.session = session
        state = session.library.map { FamilyState(session, $0) }
        reference = box.reference
        box.setLeastSize(width: 320)
        box.expandsHorizontally = true
        stack.expandsVertically = true
        stack.setHomogeneous(horizontal: false, vertical: false)
        stack.add(
            StatusPage(
                icon: "font-x-generic-symbolic", title: tr("No Family Selected"),
                text: tr("Select a family to see it, or up to six to compare them.")), name: "none")
        box.append(stack)
        outputs = state.map { FamilyOutputs($0, in: box) }
        session.follow(self) { view, _ in view.follow() }
    }

    /// Shows families by their ids; none shows an empty page.
    func show(_ families: [String]) {
        guard families != self.families else { return }
        self.families = families
        revision = nil
        reading?.cancel()
        switch families.count {
        case 0: stack.visible = "none"
        case 1: follow()
        default: compare()
        }
    }

    /// Changes the size of the text that is shown, as keys do; whether there is one with a size.
    func resize(_ steps: Double) -> Bool {
        switch families.count {
        case 0: return false
        case 1: return page?.resize(steps) ?? false
        default:
            comparison?.resize(steps)
            return comparison != nil
        }
    }

    // MARK: One family

    /// Reads the shown family again if it has changed.
    private func follow() {
        guard let state, families.count == 1, let id = families.first, let snapshot = session.state.snapshot else {
            comparison?.follow()
            return
        }
        guard let row = snapshot.row(id) else { return show([]) }
        guard row.revision != revision || state.family?.id != id else { return }
        let isChanged = state.family?.id == id && revision != nil
        revision = row.revision
        reading?.cancel()
        reading = Task { @UI [weak self] in
            do throws(FontError) {
                let family = try await state.reader.family(id)
                guard let self, !Task.isCancelled, let family else { return }
                // A file that took the place of another may have its path.
                if isChanged { state.fonts.forget() }
                state.show(family)
                present()
            } catch {
                guard let self, !Task.isCancelled else { return }
                revision = nil
                session.report(error)
            }
        }
    }

    private func present() {
        guard let state else { return }
        if page == nil {
            let page = FamilyPage(state, menu: outputs?.menu)
            self.page = page
            stack.add(page, name: "family")
        }
        stack.visible = "family"
    }

    // MARK: Several

    private func compare() {
        guard let state else { return }
        if comparison == nil {
            let view = CompareView(session, state.reader)
            comparison = view
            stack.add(view, name: "several")
        }
        comparison?.show(families)
        stack.visible = "several"
    }
}
