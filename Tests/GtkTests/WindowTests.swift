internal import CAdwaita
internal import Testing

@testable internal import Gtk

@Suite(.enabled(if: Display.isThere, "there is no display")) struct WindowTests {
    @Test @UI func aQuestionIsAnswered() async {
        let parent = shown(Label("x"))
        let dialog = MessageDialog(parent: parent, heading: "Remove <A>?", body: "a & b")
        #expect(dialog.heading == "Remove <A>?" && dialog.body == "a & b")
        dialog.add(answer: "cancel", "_Cancel")
        dialog.add(answer: "remove", "_Remove", look: .destructive)
        dialog.setDefault(answer: "remove")
        dialog.setClosing(answer: "cancel")
        dialog.set(content: Label("more"))
        dialog.set(answer: "remove", isEnabled: false)
        dialog.set(answer: "remove", isEnabled: true)
        let answer = Task { @UI in await dialog.answer() }
        await until { dialog.isMapped }
        dialog.respond("remove")
        #expect(await answer.value == "remove")
        parent.destroy()
    }

    @Test @UI func closingAQuestionIsItsAnswerForThat() async {
        let dialog = MessageDialog(parent: nil, heading: "x")
        dialog.add(answer: "refuse", "_Refuse")
        dialog.setClosing(answer: "refuse")
        let answer = Task { @UI in await dialog.answer() }
        await until { dialog.isMapped }
        dialog.close()
        #expect(await answer.value == "refuse")
    }

    @Test @UI func aWindowHasTitleSizeAndFocus() async {
        let entry = Entry()
        let window = shown(Box(.vertical, [HeaderBar(title: WindowTitle("T", subtitle: "s")), entry]))
        window.title = "Fonts"
        #expect(window.title == "Fonts" && window.defaultSize == (400, 300))
        await until { window.isMapped && window.width > 0 }
        entry.grabFocus()
        // The focus is on the text inside of the entry.
        #expect(window.focus?.parent?.isSame(as: entry) == true)
        #expect(entry.window?.isSame(as: window) == true)
        window.setDefault(nil)
        window.isModal = false
        window.setParent(nil)
        window.destroy()
    }

    @Test @UI func barsAndTitles() {
        let title = WindowTitle("a", subtitle: "b")
        title.title = "c"
        title.subtitle = "d"
        #expect(title.title == "c" && title.subtitle == "d")
        let bar = HeaderBar(title: title, start: [Button("1")], end: [Button("2")])
        let button = Button("3")
        bar.append(start: button)
        bar.remove(button)
        bar.append(end: button)
        bar.set(title: nil)
        bar.setWindowButtons(start: false, end: false)
        let sheet = SheetWindow(title: "Sheet")
        sheet.closesWithEscape()
        sheet.set(content: bar)
        #expect(sheet.title == "Sheet" && !sheet.isModal)
        sheet.destroy()
    }

    @Test @UI func toasts() async {
        let overlay = ToastOverlay(Label("x"))
        let window = shown(overlay)
        let toast = Toast("Turned off <A> & B", seconds: 0)
        var (undone, dismissed) = (0, 0)
        toast.set(button: "Undo") { undone += 1 }
        toast.onDismiss { dismissed += 1 }
        toast.setUrgent()
        overlay.show(toast)
        await until { window.isMapped }
        emit(toast, "button-clicked")
        toast.dismiss()
        #expect(undone == 1)
        await until { dismissed == 1 }
        window.destroy()
    }

    @Test @UI func keysAreListed() {
        let window = ShortcutsWindow([
            .init("Fonts & <more>", [("<Control>z", "Undo"), ("<Control>f slash", "Search")]), .init("Other", []),
        ])
        #expect(window.className == "GtkShortcutsWindow")
        window.destroy()
    }

    @Test @UI func theApplicationIsDescribed() {
        let window = AboutWindow(parent: nil, name: "Fonts", icon: "org.fontd.Fonts", version: "1")
        window.set(developers: "d", copyright: "c", comments: "x")
        window.set(website: "https://example.org", issues: "https://example.org/issues", license: "l")
        window.set(translators: "t")
        window.destroy()
    }

    @Test @UI func aFileDialogIsCancelled() async {
        let chooser = FileChooser(.open, title: "Install", parent: nil, accept: "_Install")
        chooser.selectsSeveral = true
        #expect(chooser.selectsSeveral)
        chooser.add(.init("Fonts", suffixes: ["ttf", "otf"], types: ["font/ttf"]))
        let files = Task { @UI in await chooser.files() }
        await until { chooser.get("visible")?.bool == true }
        chooser.cancel()
        #expect(await files.value.isEmpty)
        let saving = FileChooser(.save, title: "Export", parent: nil)
        saving.set(name: "fonts.zip")
    }

    @Test @UI func filesHavePathsAndAddresses() {
        let file = File(path: "/tmp/a b.ttf")
        #expect(file.path == "/tmp/a b.ttf" && file.uri == "file:///tmp/a%20b.ttf")
    }

    /// The menu stays the widget's after it was closed: the action of the chosen entry comes then.
    @Test @UI func aMenuOpensAtAPlace() async throws {
        let label = Label("x")
        let window = shown(label)
        await until { window.isMapped }
        let menu = Menu()
        menu.append("_Copy", action: "win.copy")
        label.show(menu: menu, x: 3, y: 4)
        await until { label.children.contains { $0.className == "GtkPopoverMenu" && $0.isMapped } }
        let popover = try #require(label.children.first { $0.className == "GtkPopoverMenu" })
        gtk_popover_popdown(popover.cast())
        await until { !popover.isMapped }
        label.show(menu: menu, x: 5, y: 6)
        #expect(label.children.count { $0.className == "GtkPopoverMenu" } == 1, "the next menu takes its place")
        window.destroy()
    }

    /// The release of the button that opened a menu comes to the menu: the row would look pressed until its next click.
    @Test @UI func nothingLooksPressedAfterAMenu() async throws {
        let label = Label("x")
        let row = ListBoxRow(label)
        let list = ListBox(.one)
        list.append(row)
        let window = shown(list)
        await until { window.isMapped }
        // As GTK does for the widget below the pointer and those around it.
        for widget in [label, row] as [any Widget] {
            gtk_widget_set_state_flags(widget.cast(), GTK_STATE_FLAG_ACTIVE, 0)
        }
        let menu = Menu()
        menu.append("_Copy", action: "win.copy")
        label.show(menu: menu, x: 3, y: 4)
        await until { label.children.contains { $0.className == "GtkPopoverMenu" && $0.isMapped } }
        let popover = try #require(label.children.first { $0.className == "GtkPopoverMenu" })
        gtk_popover_popdown(popover.cast())
        await until { !popover.isMapped }
        for widget in [label, row] as [any Widget] {
            #expect(gtk_widget_get_state_flags(widget.cast()).rawValue & GTK_STATE_FLAG_ACTIVE.rawValue == 0)
        }
        window.destroy()
    }
}
