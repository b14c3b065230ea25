internal import Testing

@testable internal import Gtk

/// As `WidgetTests`, for pages, progress and rows of settings.
@Suite(.enabled(if: Display.isThere, "there is no display")) struct PageTests {
    @Test @UI func pages() {
        let stack = Stack()
        stack.add(Label("1"), name: "one", title: "One")
        let second = Label("2")
        stack.add(second, name: "two")
        stack.visible = "two"
        #expect(stack.visible == "two")
        stack.setHomogeneous(horizontal: false, vertical: true)
        _ = StackSwitcher(stack)
        stack.remove(second)
        let views = ViewStack()
        let page = Label("p")
        views.add(page, name: "p", title: "Page", icon: "list-add-symbolic")
        views.add(Label("q"), name: "q", title: "Other", icon: "list-add-symbolic")
        views.set(page, badge: 3)
        var changes = 0
        views.onVisible { changes += 1 }
        views.visible = "q"
        views.set(page, isVisible: false)
        #expect(views.visible == "q" && changes == 1)
        _ = ViewSwitcher(views)
        let bar = ViewSwitcherBar(views)
        bar.isRevealed = true
        #expect(bar.isRevealed)
        let content = Label("content")
        let leaflet = Leaflet([Label("side")])
        leaflet.append(Separator(.vertical), canNavigate: false)
        leaflet.append(content)
        leaflet.show(content)
        _ = leaflet.isFolded
        let flap = Flap(sidebar: leaflet, content: Label("c"))
        flap.showsSidebar = false
        flap.set(isAtEnd: true)
        #expect(!flap.showsSidebar)
        let status = StatusPage(icon: "dialog-error-symbolic", title: "A < B", text: "a & b", child: Button("Retry"))
        #expect(status.get("title")?.string == "A &lt; B")
    }

    @Test @UI func progress() {
        let spinner = Spinner()
        spinner.isSpinning = true
        #expect(spinner.isSpinning)
        spinner.isSpinning = false
        let bar = ProgressBar()
        bar.fraction = 0.25
        bar.set(text: "1 of 4")
        bar.pulse()
        let level = LevelBar(in: 0...10)
        level.value = 4
        #expect(bar.fraction == 0.25 && level.value == 4)
    }

    @Test @UI func preferences() {
        let row = ActionRow("A <b>", subtitle: "c & d", icon: "list-add-symbolic")
        #expect(row.title == "A <b>" && row.subtitle == "c & d")
        row.setLines(title: 1, subtitle: nil)
        var activated = 0
        row.onActivate { activated += 1 }
        let button = Button("x")
        row.append(start: Label("p"))
        row.append(end: button)
        row.remove(button)
        let control = SwitchRow("Helper", subtitle: "text")
        control.isOn = true
        #expect(control.isOn && control.title == "Helper")
        let expander = ExpanderRow("More", subtitle: "s")
        expander.add(ActionRow("inside"))
        expander.append(end: Button("y"))
        expander.isExpanded = true
        #expect(expander.isExpanded)
        let combo = ComboRow("Sort", ["Name", "Date"])
        combo.selected = 1
        #expect(combo.selected == 1)
        let entry = EntryRow("Name", "x")
        entry.onEnter {}
        #expect(entry.text == "x")
        entry.set(usesMnemonic: false)
        entry.set(isSelectable: false)
        let group = PreferencesGroup(title: "A & B", text: "t", [row, control, expander, combo, entry])
        let list = shown(group)
        row.activate()
        #expect(activated == 1)
        list.set(content: nil)
        list.destroy()
        group.set(button: Button("Add"))
        group.remove(row)
        let page = PreferencesPage(title: "Page", icon: "list-add-symbolic", [group])
        let window = PreferencesWindow(parent: nil, title: "Preferences")
        window.add(page)
        window.show(Toast("Saved"))
        window.remove(page)
        window.destroy()
    }
}
