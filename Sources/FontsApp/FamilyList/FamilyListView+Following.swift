internal import FontModel
internal import FontsModel
internal import Gtk

extension FamilyListView {
    /// Why the list is made again.
    enum Reason {
        /// The library changed: selection and place stay.
        case library
        /// Another choice, search or order: the list begins at its top.
        case filter
        /// Another search: the list begins at its top, and what was selected stays although the list may not have it.
        case search
        /// Only what rows show.
        case look
    }

    func follow(_ state: LibraryState) {
        switch state {
        case .loading:
            // A page that comes and goes at once would flicker.
            asking = Timer(after: 400) { [weak self] in
                guard let self, session.state.snapshot == nil else { return }
                stack.visible = "loading"
            }
        case .ready:
            let renamed = filter.following(session.renamedCollections)
            if renamed != filter {
                filter = renamed
                search.show(filter)
            }
            refresh(.library)
        case .failed(_, let last): if last != nil { refresh(.library) }
        }
    }

    /// Makes the list of the present filter, away from the interface, and shows it.
    func refresh(_ reason: Reason) {
        guard let snapshot = session.state.snapshot else { return }
        generation += 1
        isMaking = true
        let present = generation
        let (filter, order, answers) = (filter, session.windowState.order, answers)
        let (smart, sample) = (session.settings.smartCollections, session.windowState.sampleText)
        if order == .date { Task { [feed = session.feed] in await feed?.loadDates() } }
        Task { @UI [weak self] in
            let list = await Self.list(snapshot, filter, order, answers, smart, sample)
            guard let self, present == generation else { return }
            show(list, of: snapshot, reason)
        }
        ask(about: snapshot)
    }

    @concurrent
    nonisolated private static func list(
        _ snapshot: LibrarySnapshot, _ filter: LibraryFilter, _ order: RowOrder, _ answers: SearchAnswers,
        _ smart: [SmartCollection], _ sample: String
    ) async -> VisibleList {
        VisibleList(snapshot, filter, order, answers: answers, smart: smart, sample: sample)
    }

    /// Asks the library what the snapshot does not say, once no key was pressed for a moment.
    private func ask(about snapshot: LibrarySnapshot) {
        var questions = filter.questions(smart: session.settings.smartCollections)
        if let question = VisibleList.question(session.windowState.sampleText) { questions.insert(question) }
        guard let answerer, answered.revision != snapshot.revision || answered.questions != questions else { return }
        answered = (snapshot.revision, questions)
        guard !questions.isEmpty else { return }
        let asked = questions
        asking = Timer(after: 200) { [weak self] in
            Task { @UI [weak self] in
                do throws(FontError) {
                    let answers = try await answerer.answers(to: asked, in: snapshot)
                    guard let self, answered == (snapshot.revision, asked) else { return }
                    self.answers = answers
                    refresh(.look)
                } catch {
                    // The next change asks again; what keeps the library from answering is told by its state.
                    self?.answered = (-1, [])
                }
            }
        }
    }

    private func show(_ list: VisibleList, of snapshot: LibrarySnapshot, _ reason: Reason) {
        let old = visible.ids
        let new = list.ids
        let before = ListSelection(isFirst ? session.windowState.selection : held ?? selectedFamilies)
        let isOther = reason == .filter || reason == .search
        let kept =
            isOther || isFirst || held != nil
            ? before.keeping(new) : before.following(from: old, to: new).families
        let isRevealed = new.contains(where: installed.contains)
        held =
            !isRevealed && (reason == .search || held != nil && reason != .filter)
            ? before.held(outside: new) { snapshot.row($0) != nil } : nil
        // A comparison stays, while a single family gives way to the only one that a search finds.
        let isComparison = held.map { $0.count > 1 } ?? false
        let wanted = isComparison ? kept : ListSelection.shown(new, selected: kept, installed: installed)
        if !wanted.allSatisfy(before.families.contains) { held = nil }
        visible = list
        let (sample, size) = (session.windowState.sampleText, session.windowState.sampleSize)
        isChanging = true
        root.set(
            list.rows.map { row in
                let (text, remark) = list.text(of: row, sample: sample)
                return .family(FamilyItem(row: row, text: text, remark: remark, size: size))
            })
        updateStyles()
        isChanging = false
        if wanted != selectedFamilies || hasLostStyles { select(wanted) }
        show(empty: list.empty)
        show(summaryOf: snapshot)
        report(held ?? selectedFamilies)
        if isFirst { restore(in: new) } else if isOther { startAtTop(list) }
        if isRevealed { showInstalled(in: new) }
        isMaking = false
        if takesFirst { takeFirst() }
    }

    /// Selects families that were installed as soon as they are in the list.
    func reveal(_ families: [String]) {
        installed = Set(families)
        if filter.isNarrowed { search.clear() }
        refresh(.library)
    }

    /// Scrolls to the first of the families that were installed.
    private func showInstalled(in families: [String]) {
        let first = families.firstIndex(where: installed.contains)
        installed = []
        guard let first else { return }
        UI.whenIdle { [weak self] in self?.scroll(toTop: first, of: families.count) }
    }

    /// Selects the first family, and moves the focus to it: the next key goes to the second one.
    ///
    /// Whoever types and presses Return at once means what is found, and not what is still listed.
    func takeFirst() {
        takesFirst = isMaking
        guard !takesFirst, !visible.rows.isEmpty else { return }
        selection.select(positions: [0])
        scroller.verticalAdjustment.value = 0
        // The view has rows for the top of the list once it has laid them out.
        UI.whenIdle { [weak self] in self?.focusList() }
    }

    private func restore(in families: [String]) {
        isFirst = false
        if selectedFamilies.isEmpty, let first = families.first { select([first]) }
        report(selectedFamilies)
        guard let top = session.windowState.top, let place = families.firstIndex(of: top) else { return }
        // The list has its height once it was drawn.
        UI.whenIdle { [weak self] in self?.scroll(toTop: place, of: families.count) }
    }

    private func startAtTop(_ list: VisibleList) {
        scroller.verticalAdjustment.value = 0
        // The view keeps the place of an element of the former list until it has laid out the new one.
        UI.whenIdle { [weak self] in self?.scroller.verticalAdjustment.value = 0 }
        announcer.announce(list.spoken)
    }

    private func scroll(toTop place: Int, of count: Int) {
        let adjustment = scroller.verticalAdjustment
        let range = adjustment.range
        adjustment.value = range.lowerBound + (range.upperBound - range.lowerBound) * Double(place) / Double(count)
    }

    /// The family at the top of the visible part; nil at the beginning.
    var topFamily: String? {
        let adjustment = scroller.verticalAdjustment
        let range = adjustment.range
        let height = range.upperBound - range.lowerBound
        guard height > 0, adjustment.value > range.lowerBound, !visible.rows.isEmpty else { return nil }
        // Rows are of one height, apart from styles of families that are expanded.
        let place = Int((adjustment.value - range.lowerBound) / height * Double(visible.rows.count))
        return visible.rows[min(place, visible.rows.count - 1)].id
    }

    private func show(empty page: EmptyPage?) {
        guard let page else {
            stack.visible = "list"
            return
        }
        empty.set(icon: page.icon)
        empty.set(title: page.title)
        empty.set(text: page.body)
        let buttons = Box(.vertical, spacing: 12)
        func add(_ label: String) -> Button {
            let button = Button(label)
            button.horizontalAlign = .center
            button.addClass("pill")
            buttons.append(button)
            return button
        }
        if page.clearsFilter {
            add(tr("_Clear Search")).onClick { [weak self] in self?.search.clear() }
        } else if filter.choice == .installed {
            add(tr("_Install Fonts…")).set(action: "app.install")
        }
        if let name = page.name {
            add(tr("_Look in Catalogues")).onClick { [weak self] in self?.session.window?.showCatalogs(with: name) }
        }
        if page.searchesAll {
            add(tr("_Search All Fonts")).onClick { [weak self] in self?.session.window?.choose(.all) }
        }
        empty.set(child: buttons)
        stack.visible = "empty"
        explain(page)
    }

    /// Adds what programs show in place of the family that was searched for.
    private func explain(_ page: EmptyPage) {
        guard let name = page.name, let library = session.library else { return }
        let present = generation
        Task { @UI [weak self] in
            guard let explained = try? await library.explanation(of: name), let self, present == generation else {
                return
            }
            var page = page
            page.add(explained)
            empty.set(text: page.body)
        }
    }
}
