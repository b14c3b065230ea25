internal import FontModel
internal import FontsModel
internal import Gtk

/// The page with the characters of a style, by blocks of Unicode.
///
/// One block is in the grid at a time, and only the cells that are visible are made.
@UI
final class CharactersView: Widget {
    nonisolated let reference: Reference
    private let box = Box(.vertical)
    private let state: FamilyState
    private let blocks = DropDown()
    private let search: SearchEntry
    private let stack = Stack()
    private let problem = StatusPage(icon: "dialog-warning-symbolic", title: "")
    private let details: CharacterPanel
    private let look = CellLook()
    private let note = Label(tr("The grid shows these characters in another font. Choose one to see it in this font."))
    private var view: GridView?
    private var selection: SingleSelection<GridCharacter>?
    private var store = ListStore<GridCharacter>()
    private var grid: CharacterGrid?
    private var block = 0
    /// Whether a search has selected the character, to which the focus has not been since.
    private var hasJumped = false
    private var blockSelection: Connection?
    private var reading: Task<Void, Never>?
    private var searching: Task<Void, Never>?
    private var shown: StyleRow.ID?

    init(_ state: FamilyState) {
        self.state = state
        search = SearchEntry(placeholder: tr("Character, code point or name"))
        details = CharacterPanel(state)
        reference = box.reference
        blocks.setAccessibleLabel(tr("Block of Unicode"))
        search.expandsHorizontally = true
        let bar = FlowBox(columns: 1...2, spacing: 6)
        bar.setMargins(top: 6, bottom: 6, start: 12, end: 12)
        bar.append(search)
        bar.append(blocks)
        note.wraps = true
        note.addClass("dim-label")
        note.setMargins(bottom: 6, start: 12, end: 12)
        note.isVisible = false
        let selection = SingleSelection<GridCharacter>(store)
        let view = GridView(selection, RowFactory { [look] in CharacterCell(look) })
        view.set(columns: 4...24)
        view.setAccessibleLabel(tr("Characters"))
        view.onActivate { [weak self] position in self?.copy(position) }
        // Tab leads to the found character, not to the one that had the focus last.
        view.onFocus { [weak self] isInside in
            guard isInside, let self, hasJumped else { return }
            hasJumped = false
            UI.whenIdle { [weak self] in self?.view?.focusSelectedSoon() }
        }
        view.onTab { [weak self] direction in
            guard let self else { return false }
            return direction == .forward ? details.moveFocus(.forward) : blocks.grabFocus()
        }
        self.view = view
        stack.add(Bin(), name: "loading")
        stack.add(ScrolledWindow(view), name: "grid")
        stack.add(problem, name: "problem")
        stack.expandsVertically = true
        for part in [bar, note, stack, details] as [any Widget] { box.append(part) }
        follow(selection)
        blockSelection = blocks.onSelect { [weak self] in
            guard let self, let place = blocks.selected else { return }
            show(block: place)
        }
        search.onSearch { [weak self] in self?.jump(tells: false) }
        search.onEnter { [weak self] in
            self?.jump(tells: true)
        }
        state.observe(self) { view, change in view.update(change) }
        box.onMap { [weak self] in self?.read() }
        // The page is made when it is shown.
        if box.isMapped { read() }
    }

    private func update(_ change: FamilyState.Change) {
        switch change {
        case .style:
            shown = nil
            if box.isMapped { read() }
        case .facts: break
        case .look:
            look.settings.axes = state.settings.axes
            look.settings.features = state.settings.features
            shown = nil
        }
    }

    // MARK: Reading

    private func read() {
        guard let style = state.style, shown != style.id else { return }
        shown = style.id
        reading?.cancel()
        if grid == nil { stack.visible = "loading" }
        reading = Task { @UI [weak self, state] in
            let drawing = await state.fonts.drawing(of: style)
            do throws(FontError) {
                let grid = try await state.reader.characters(of: style)
                guard let self, !Task.isCancelled else { return }
                look.style = style
                look.settings.axes = state.settings.axes
                look.settings.features = state.settings.features
                if case .fonts(let map) = drawing { look.map = map } else { look.map = nil }
                note.isVisible = look.map == nil
                show(grid)
            } catch {
                guard let self, !Task.isCancelled else { return }
                let text = ErrorText(error)
                problem.set(title: text.title)
                problem.set(text: text.body)
                stack.visible = "problem"
            }
        }
    }

    private func show(_ grid: CharacterGrid) {
        let old = self.grid.flatMap { $0.blocks.indices.contains(block) ? $0.blocks[block].id : nil }
        self.grid = grid
        guard !grid.blocks.isEmpty else {
            problem.set(title: tr("No Characters"))
            problem.set(text: tr("The font maps no characters of Unicode."))
            stack.visible = "problem"
            return details.show(nil)
        }
        let titles = grid.blocks.map { block in
            tr("{block} ({count})", ["block": block.title, "count": NumberText.count(block.count)])
        }
        let place = grid.blocks.firstIndex { $0.id == old } ?? 0
        blockSelection?.silently {
            blocks.set(choices: titles)
            blocks.selected = place
        }
        stack.visible = "grid"
        show(block: place)
    }

    private func show(block place: Int) {
        guard let grid, grid.blocks.indices.contains(place) else { return }
        block = place
        let block = grid.blocks[place]
        // A new list: nothing of it is compared with that of another block.
        store = ListStore((0..<block.count).map { GridCharacter(scalar: block[$0]) })
        let selection = SingleSelection<GridCharacter>(store)
        follow(selection)
        view?.set(model: selection)
        details.show(nil)
    }

    private func follow(_ selection: SingleSelection<GridCharacter>) {
        self.selection = selection
        selection.onSelection { [weak self] in
            guard let self else { return }
            details.show(self.selection?.selected.first?.scalar)
        }
    }

    // MARK: Jumping

    /// - Parameter tells: Whether the user is told that the font lacks the character, as at the end of typing.
    private func jump(tells: Bool) {
        let text = search.text
        guard let grid, !text.isEmpty else { return }
        searching?.cancel()
        searching = Task { @UI [weak self] in
            // A search for a name asks for those of all characters.
            let found = await Task.detached { grid.character(named: text) }.value
            guard let self, !Task.isCancelled, let found else { return }
            go(to: found, tells: tells)
        }
    }

    private func go(to scalar: Unicode.Scalar, tells: Bool) {
        guard let place = grid?.place(of: scalar) else {
            guard tells else { return }
            state.session.window?.show(
                Toast(tr("The font does not have {code}.", ["code": CharacterDetails(scalar).codePoint])))
            return
        }
        if place.block != block {
            blockSelection?.silently { blocks.selected = place.block }
            show(block: place.block)
        }
        selection?.select(positions: [place.place])
        // The view knows the positions of a new list after it has laid it out.
        UI.whenIdle { [weak self] in
            self?.view?.scroll(to: place.place)
            if tells { self?.view?.focusSelectedSoon() }
        }
        hasJumped = true
        details.show(scalar)
    }

    private func copy(_ position: Int) {
        guard let character = selection?.element(at: position) else { return }
        details.copy(CharacterDetails(character.scalar))
    }
}
