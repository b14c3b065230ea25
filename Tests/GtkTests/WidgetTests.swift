internal import Testing

@testable internal import Gtk

/// Each class is made and used once: a wrong class of a pointer shows only when a program runs, as a critical message.
@Suite(.enabled(if: Display.isThere, "there is no display")) struct WidgetTests {
    @Test @UI func whatAllWidgetsHave() {
        let widget = Label("x")
        #expect(widget.className == "GtkLabel")
        widget.isVisible = false
        #expect(!widget.isVisible)
        widget.isSensitive = false
        #expect(!widget.isSensitive)
        widget.tooltip = "tip"
        #expect(widget.tooltip == "tip")
        widget.opacity = 0.5
        #expect(abs(widget.opacity - 0.5) < 0.01)
        widget.isFocusable = true
        widget.canFocus = false
        widget.canTarget = false
        #expect(widget.isFocusable && !widget.canFocus && !widget.canTarget)
        widget.addClass("dim-label")
        #expect(widget.hasClass("dim-label"))
        widget.set(class: "dim-label", to: false)
        #expect(!widget.hasClass("dim-label"))
        widget.name = "sample"
        #expect(widget.name == "sample")
        widget.expandsHorizontally = true
        widget.expandsVertically = true
        #expect(widget.expandsHorizontally && widget.expandsVertically)
        widget.horizontalAlign = .end
        widget.verticalAlign = .baseline
        #expect(widget.horizontalAlign == .end && widget.verticalAlign == .baseline)
        widget.setMargins(all: 3)
        #expect(widget.get("margin-start")?.int == 3)
        widget.clips = true
        #expect(widget.clips)
        widget.setCursor("pointer")
        #expect(widget.window == nil && widget.parent == nil)
    }

    @Test @UI func containers() {
        let (first, second, third) = (Label("1"), Label("2"), Label("3"))
        let box = Box(.horizontal, spacing: 4, [first])
        box.prepend(second)
        box.insert(third, after: second)
        #expect(box.children.count == 3)
        #expect(box.children[1].isSame(as: third))
        #expect(third.parent?.isSame(as: box) == true)
        box.isHomogeneous = true
        #expect(box.isHomogeneous)
        box.remove(third)
        box.removeAll()
        #expect(box.children.isEmpty)
        let grid = Grid(columnSpacing: 1, rowSpacing: 2)
        grid.attach(first, column: 0, row: 0)
        grid.attach(second, column: 1, row: 0, height: 2)
        grid.removeAll()
        let scrolled = ScrolledWindow(first, horizontal: .automatic)
        scrolled.setContentHeight(least: 100, most: 200)
        scrolled.setContentHeight(least: 300, most: 400)
        scrolled.setPropagatesNaturalHeight(true)
        #expect(scrolled.verticalAdjustment.range.contains(0))
        // A widget that cannot scroll is inside of one that can.
        #expect(scrolled.child?.className == "GtkViewport")
        scrolled.child = nil
        let overlay = Overlay(second)
        overlay.add(overlay: third)
        overlay.remove(overlay: third)
        let revealer = Revealer(overlay)
        revealer.isRevealed = true
        #expect(revealer.isRevealed)
        let paned = Paned(start: revealer, end: Frame(third, title: "Frame"))
        paned.position = 120
        #expect(paned.position == 120)
        let bin = Bin(Clamp(paned, width: 300))
        bin.set(child: Separator(.horizontal))
        let center = CenterBox(start: bin, center: Label("c"))
        #expect(center.children.count == 2)
    }

    @Test @UI func texts() {
        let label = Label("x")
        label.set(markup: "<b>\("<&>".escapedForMarkup)</b>")
        #expect(label.text == "<&>")
        label.set(mnemonic: "_Name", for: Entry())
        #expect(label.text == "Name")
        label.ellipsis = .middle
        label.wraps = true
        label.alignment = 1
        label.setLines(2)
        label.setWidth(characters: 3, most: 20)
        label.setJustification(centered: true)
        label.isSelectable = true
        #expect(label.ellipsis == .middle && label.wraps && label.alignment == 1 && label.isSelectable)
        let inscription = Inscription("y")
        inscription.set(lines: 2)
        inscription.text = "z"
        #expect(inscription.text == "z")
        let view = TextView("first")
        var count = 0
        view.onEdit { count += 1 }
        view.text = "second\nline"
        #expect(view.text == "second\nline" && count > 0)
        view.setPadding(3)
        view.setMonospace(true)
        view.text = ""
        #expect(view.text.isEmpty)
        let face = Face(
            family: "A \"b\\ \n", size: 12, weight: 700, isItalic: true, stretch: 3, axes: ["wght": 650.5],
            features: ["onum": 1, "liga": 0])
        view.set(face)
        view.set(face)
        label.set(face)
        inscription.set(face, allowsFallback: true)
    }

    @Test @UI func buttons() {
        let button = Button("_Install")
        var clicks = 0
        button.onClick { clicks += 1 }
        emit(button, "clicked")
        #expect(clicks == 1)
        button.label = "Other"
        button.isFlat = true
        #expect(button.label == "Other" && button.isFlat)
        button.set(action: "win.install", .string("x"))
        #expect(Button(icon: "list-add-symbolic", hint: "Add").tooltip == "Add")
        #expect(Button(icon: "list-add-symbolic", label: "Add").children.count == 1)
        #expect(Button(child: Label("x")).label.isEmpty)
        let first = ToggleButton("1")
        let second = ToggleButton(icon: "list-add-symbolic", hint: "2")
        second.group(with: first)
        var toggles = 0
        first.onToggle { toggles += 1 }
        first.isPressed = true
        second.isPressed = true
        #expect(!first.isPressed && second.isPressed && toggles == 2)
        let check = CheckButton("x")
        check.isMixed = true
        check.isChecked = true
        #expect(check.isMixed && check.isChecked)
        let control = Switch()
        var switches = 0
        let connection = control.onSwitch { switches += 1 }
        control.isOn = true
        connection.silently { control.isOn = false }
        #expect(switches == 1 && !control.isOn)
        let menu = MenuButton(icon: "open-menu-symbolic", hint: "Menu")
        menu.set(menu: Menu())
        menu.set(isFlat: true)
        menu.set(isPrimary: true)
        let labelled = MenuButton("Menu")
        labelled.set(popover: Popover(Label("x")))
        labelled.set(label: "Other")
        #expect(LinkButton("Font", uri: "https://example.org").label == "Font")
    }

    /// A tooltip would cover the first entry of an open menu.
    @Test @UI func anOpenMenuHasNoTooltip() async {
        let menu = Menu()
        menu.append("Entry", action: "app.none", keys: "<Control>z")
        let button = MenuButton(icon: "open-menu-symbolic", hint: "Menu")
        button.set(menu: menu)
        let window = shown(button)
        await until { window.isMapped }
        #expect(button.get("has-tooltip")?.bool == true)
        button.open()
        await until { button.get("has-tooltip")?.bool == false }
        button.close()
        await until { button.get("has-tooltip")?.bool == true }
    }

    @Test @UI func entries() {
        let entry = Entry("x", placeholder: "Sample text")
        #expect(entry.text == "x" && entry.placeholder == "Sample text")
        entry.set(most: 3)
        entry.text = "abcdef"
        #expect(entry.text == "abc")
        entry.set(startIcon: "edit-find-symbolic")
        entry.set(endIcon: "edit-clear-symbolic", hint: "Clear")
        entry.onEndIcon {}
        entry.set(progress: 0.5)
        entry.selectAll()
        entry.setWidth(characters: 10)
        entry.isEditable = false
        var entered = 0
        entry.onEnter { entered += 1 }
        emit(entry, "activate")
        #expect(entered == 1)
        let search = SearchEntry(placeholder: "Search")
        search.set(delay: 0)
        search.captureKeys(of: entry)
        search.captureKeys(of: nil)
        let bar = SearchBar(search)
        bar.isOpen = true
        #expect(bar.isOpen)
        let label = EditableLabel("Books")
        label.startEditing()
        #expect(label.isEditing)
        label.stopEditing(keeping: true)
        let spin = SpinButton(Adjustment(value: 20, in: 4...200))
        spin.value = 300
        #expect(spin.value == 200)
        #expect(spin.takesWheel)
        spin.ignoreWheel()
        #expect(!spin.takesWheel)
        let scale = Scale(Adjustment(value: 400, in: 100...900), digits: 1)
        var values: [Double] = []
        scale.onValue { [unowned scale] in values.append(scale.value) }
        scale.add(mark: 400, "Regular")
        scale.value = 500
        scale.clearMarks()
        #expect(values == [500])
        // Where sliders are in a part that is scrolled, the wheel changes none of them.
        #expect(scale.takesWheel)
        scale.ignoreWheel()
        #expect(!scale.takesWheel)
    }

    @Test @UI func choices() {
        let drop = DropDown(["a", "b"])
        var count = 0
        drop.onSelect { count += 1 }
        drop.selected = 1
        #expect(drop.selected == 1 && count == 1)
        drop.set(choices: ["c"])
        #expect(drop.selected == 0)
        drop.set(choices: [])
        #expect(drop.selected == nil)
        let list = ListBox()
        list.set(placeholder: Label("none"))
        var activated: [Int] = []
        list.onActivate { activated.append($0) }
        var selected: [Int?] = []
        list.onSelect { selected.append($0) }
        list.append(Label("0"))
        let row = ListBoxRow(Label("1"))
        list.append(row)
        list.insert(Label("first"), at: 0)
        #expect(row.position == 2)
        list.selected = 2
        list.selected = nil
        let window = shown(list)
        row.activate()
        window.destroy()
        #expect(selected.prefix(2) == [2, nil])
        #expect(activated == [2])
        var asked: Set<Int> = []
        list.setHeaders { position in
            asked.insert(position)
            return position == 0 ? Label("Title") : nil
        }
        #expect(asked == [0, 1, 2])
        list.remove(row)
        list.removeAll()
        #expect(list.selected == nil)
        let flow = FlowBox(columns: 2...8)
        for text in ["a", "b", "c"] { flow.append(ToggleButton(text)) }
        flow.setHomogeneous(true)
        flow.set(columns: 1...2)
        #expect(flow.get("max-children-per-line")?.int == 2)
        #expect(flow.children.count == 3)
        flow.removeAll()
        #expect(flow.children.isEmpty)
        let bar = ActionBar(start: [Button("a")], center: Label("b"), end: [Button("c")])
        bar.isRevealed = false
        #expect(!bar.isRevealed)
    }
}
