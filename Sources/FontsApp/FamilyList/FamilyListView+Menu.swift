internal import FontModel
internal import FontsModel
internal import Gtk

extension FamilyListView {
    /// The keys of the list; those of text fields are not taken from them.
    func addKeys(to view: some ListBaseView) {
        func add(_ keys: String, _ action: @escaping @UI (FamilyListView) -> Bool) {
            view.add(Shortcut(keys: keys) { [weak self] in self.map(action) ?? false })
        }
        func start(_ name: String) -> @UI (FamilyListView) -> Bool {
            { list in
                list.session.activate(name)
                return true
            }
        }
        add(Self.favouriteKey, start("favourite"))
        add("Menu|<Shift>F10") { [weak view] list in
            guard let view, let item = list.selectedItems.first else { return false }
            list.showMenu(of: item, on: view, x: Double(view.width) / 2, y: Double(view.height) / 3)
            return true
        }
        add("Right") { list in list.expandSelection(!(list.view?.isRightToLeft ?? false)) }
        add("Left") { list in list.expandSelection(list.view?.isRightToLeft ?? false) }
    }

    /// The key of the list that makes a family a favourite.
    private static let favouriteKey = "<Control>b"

    /// The key that removes comes before the field for searching, which takes what is typed in the list.
    func addRemovalKey() {
        scroller.onKey(.capture) { [weak self] name, modifiers in
            guard let self, ["Delete", "KP_Delete"].contains(name),
                modifiers.isDisjoint(with: [.shift, .control, .alt])
            else { return false }
            session.activate("remove")
            return true
        }
    }

    /// The actions of the list's menus, with the prefix `families.`.
    func addActions() {
        let group = ActionGroup()
        group.add(
            SimpleAction("add-to", parameter: "s") { [weak self] id in
                guard let self, let id = id.string, !selectedFamilies.isEmpty else { return }
                session.run(.collection(.add(families: selectedFamilies, id: id)))
            })
        group.add(
            SimpleAction("take-from", parameter: "s") { [weak self] id in
                guard let self, let id = id.string, !selectedFamilies.isEmpty else { return }
                session.run(.collection(.remove(families: selectedFamilies, id: id)))
            })
        group.add(
            SimpleAction("order", state: .string(session.windowState.order.rawValue)) { [weak self] word in
                guard let self, let order = word.string.flatMap(RowOrder.init(rawValue:)) else { return }
                session.windowState.order = order
                refresh(.filter)
            })
        group.add(
            SimpleAction("form", state: .string(session.windowState.form.rawValue)) { [weak self] word in
                guard let self, let form = word.string.flatMap(ListForm.init(rawValue:)) else { return }
                show(form: form)
            })
        add(group, prefix: "families")
        search.set(viewMenu: Self.viewMenu())
    }

    private static func viewMenu() -> Menu {
        let forms = Menu()
        forms.append(tr("_List"), action: "families.form", .string(ListForm.list.rawValue))
        forms.append(tr("_Grid"), action: "families.form", .string(ListForm.grid.rawValue))
        let orders = Menu()
        for order in RowOrder.allCases {
            orders.append(order.title, action: "families.order", .string(order.rawValue))
        }
        let menu = Menu()
        menu.append(section: forms)
        menu.append(section: orders, title: tr("Sort By"))
        return menu
    }

    /// Opens the menu of an element, which acts on the selection.
    func showMenu(of item: ListItem, on widget: some Widget, x: Double, y: Double) {
        guard !item.isLoading, let snapshot = session.state.snapshot else { return }
        selectForMenu(item)
        let targets = selectedTargets
        let families = Set(selectedFamilies)
        let favourites = snapshot.members[FontCollection.favourites] ?? []
        let choices = MenuChoices(targets.families, targets.files, favourites: favourites)
        let state = Menu()
        if choices.turnsOn { state.append(tr("Turn _On"), action: "app.turn-on") }
        if choices.turnsOff { state.append(tr("Turn O_ff"), action: "app.turn-off") }
        let collections = Menu()
        collections.append(
            families.isSubset(of: favourites) ? tr("Remove from Fa_vourites") : tr("Add to Fa_vourites"),
            action: "app.favourite", keys: Self.favouriteKey)
        let places = Menu()
        for collection in snapshot.collections where !collection.isFavourites {
            places.append(collection.title.escapingMnemonic, action: "families.add-to", .string(collection.id))
        }
        places.append(tr("_New Collection…"), action: "app.new-collection")
        collections.append(submenu: places, title: tr("Add to _Collection"))
        if case .collection(let id) = filter.choice, id != FontCollection.favourites {
            collections.append(tr("_Take Out of Collection"), action: "families.take-from", .string(id))
        }
        if families.count > 1 { collections.append(tr("Co_mpare"), action: "app.compare") }
        let removal = Menu()
        // Nothing is asked: it can be undone.
        if choices.removes { removal.append(tr("_Remove"), action: "app.remove", keys: "Delete") }
        let menu = Menu()
        for section in [state, collections, removal] where section.count > 0 { menu.append(section: section) }
        widget.show(menu: menu, x: x, y: y)
    }
}

extension String {
    /// The text for labels in which “_” marks a key.
    var escapingMnemonic: String { split(separator: "_", omittingEmptySubsequences: false).joined(separator: "__") }
}
