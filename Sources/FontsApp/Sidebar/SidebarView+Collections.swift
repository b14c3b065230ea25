internal import FontModel
internal import FontsModel
internal import Gtk

/// Menus, keys and commands of collections and saved searches.
extension SidebarView {
    /// The collections that can be moved, in their order.
    private var movable: [FontCollection] {
        session.state.snapshot?.collections.filter { !$0.isFavourites } ?? []
    }

    private func collection(_ word: String?) -> FontCollection? {
        guard case .collection(let id) = word.flatMap(SidebarChoice.init(word:)) else { return nil }
        return session.state.snapshot?.collections.first { $0.id == id }
    }

    private func smart(_ word: String?) -> SmartCollection? {
        guard case .smart(let id) = word.flatMap(SidebarChoice.init(word:)) else { return nil }
        return session.settings.smartCollections.first { $0.id == id }
    }

    /// The menu of an entry; nil if it has none.
    func menu(of entry: SidebarEntry) -> Menu? {
        let target = Variant.string(entry.id.word)
        let menu = Menu()
        func section(_ entries: [(label: String, action: String)]) {
            let section = Menu()
            for entry in entries { section.append(entry.label, action: "sidebar." + entry.action, target) }
            menu.append(section: section)
        }
        switch entry.id {
        case .collection(let id):
            section([(tr("Turn All _On"), "on"), (tr("Turn All O_ff"), "off")])
            guard id != FontCollection.favourites else { break }
            section([(tr("_Rename…"), "rename"), (tr("Move _Up"), "up"), (tr("Move _Down"), "down")])
            section([(tr("De_lete"), "delete")])
        case .smart:
            section([(tr("_Rename…"), "rename"), (tr("_Change Search"), "edit"), (tr("De_lete"), "delete")])
        default: return nil
        }
        return menu
    }

    func addActions() {
        let group = ActionGroup()
        func add(_ name: String, _ run: @escaping @UI (SidebarView, String) -> Void) {
            group.add(
                SimpleAction(name, parameter: "s") { [weak self] word in
                    if let self, let word = word.string { run(self, word) }
                })
        }
        add("on") { $0.turn($1, isOn: true) }
        add("off") { $0.turn($1, isOn: false) }
        add("rename") { $0.rename($1) }
        add("delete") { $0.delete($1) }
        add("up") { $0.move($1, by: -1) }
        add("down") { $0.move($1, by: 1) }
        add("edit") { sidebar, word in if let saved = sidebar.smart(word) { sidebar.editing?(saved) } }
        self.add(group, prefix: "sidebar")
    }

    func addKeys() {
        func add(_ keys: String, _ run: @escaping @UI (SidebarView, String) -> Void) {
            self.add(
                Shortcut(keys: keys) { [weak self] in
                    guard let self, let entry = current, menu(of: entry) != nil else { return false }
                    run(self, entry.id.word)
                    return true
                })
        }
        add("F2") { $0.rename($1) }
        add("Delete|KP_Delete") { $0.delete($1) }
        add("<Alt>Up") { $0.move($1, by: -1) }
        add("<Alt>Down") { $0.move($1, by: 1) }
    }

    private func turn(_ word: String, isOn: Bool) {
        if let collection = collection(word) { session.run(.setCollection(collection, isOn: isOn)) }
    }

    private func rename(_ word: String) {
        let (collection, smart) = (collection(word), smart(word))
        guard let name = collection?.title ?? smart?.name, collection?.isFavourites != true,
            let window = session.window?.window
        else { return }
        Task { @UI [weak self, session] in
            let given = await NameDialog.ask(tr("Rename"), name: name, button: tr("_Rename"), parent: window)
            guard let given, given != name else { return }
            if let collection { session.run(.collection(.rename(id: collection.id, name: given))) }
            if let smart {
                session.settings.renameSmartCollection(smart.id, to: given)
                self?.update()
            }
        }
    }

    private func delete(_ word: String) {
        if let collection = collection(word), !collection.isFavourites {
            session.run(.collection(.delete(id: collection.id)))
        }
        guard let saved = smart(word), let place = session.settings.smartCollections.firstIndex(of: saved) else {
            return
        }
        session.settings.deleteSmartCollection(saved.id)
        update()
        // Saved searches are the window's own, and so is their undo.
        let toast = Toast(tr("{name} was deleted.", ["name": saved.name]), seconds: Toast.undoable)
        toast.set(button: tr("_Undo")) { [weak self] in
            guard let self else { return }
            session.settings.smartCollections.insert(saved, at: min(place, session.settings.smartCollections.count))
            update()
        }
        session.window?.show(toast)
    }

    private func move(_ word: String, by steps: Int) {
        guard let collection = collection(word), let place = movable.firstIndex(of: collection),
            movable.indices.contains(place + steps)
        else { return }
        session.run(.collection(.move(id: collection.id, place: place + steps)))
    }

    /// Moves a collection to the place of another one.
    func move(_ id: String, to target: String) {
        let place = movable.firstIndex { $0.id == target } ?? 0
        session.run(.collection(.move(id: id, place: place)))
    }
}
