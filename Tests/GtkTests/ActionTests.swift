internal import Foundation
internal import Testing

@testable internal import Gtk

@Suite(.enabled(if: Display.isThere, "there is no display")) struct ActionTests {
    @Test @UI func actionsAreCalledByWidgetsInside() {
        var calls: [String] = []
        let group = ActionGroup()
        // The handles go; the group keeps the actions.
        do {
            group.add(SimpleAction("undo") { calls.append("undo") })
            group.add(SimpleAction("open", parameter: "s") { calls.append($0.string ?? "") })
            group.add(SimpleAction("dark", state: .bool(false)) { calls.append("\($0.bool ?? false)") })
            group.add(SimpleAction("sort", state: .string("name")) { calls.append($0.string ?? "") })
        }
        let button = Button("x")
        let box = Box(.vertical, [button])
        box.add(group, prefix: "test")
        #expect(button.activate(action: "test.undo"))
        #expect(button.activate(action: "test.open", .string("a")))
        #expect(button.activate(action: "test.dark"))
        #expect(button.activate(action: "test.dark"))
        #expect(button.activate(action: "test.sort", .string("date")))
        #expect(!button.activate(action: "test.none"))
        #expect(calls == ["undo", "a", "true", "false", "date"])
        group.remove("undo")
        #expect(!button.activate(action: "test.undo"))
        group.activate("open", .string("b"))
        #expect(calls.last == "b")
    }

    @Test @UI func anActionHasAState() {
        var states: [Variant] = []
        let action = SimpleAction("sort", state: .string("name")) { states.append($0) }
        action.state = .string("size")
        #expect(action.state == .string("size") && states.isEmpty)
        action.activate(.string("date"))
        #expect(action.state == .string("date") && states == [.string("date")])
        action.isEnabled = false
        action.activate(.string("name"))
        #expect(!action.isEnabled && action.state == .string("date") && action.name == "sort")
    }

    @Test @UI func aButtonFollowsItsAction() {
        let group = ActionGroup()
        var count = 0
        let action = SimpleAction("go") { count += 1 }
        group.add(action)
        let button = Button("x")
        let box = Box(.vertical, [button])
        box.add(group, prefix: "test")
        button.set(action: "test.go")
        emit(button, "clicked")
        action.isEnabled = false
        #expect(!button.isSensitive)
        emit(button, "clicked")
        #expect(count == 1)
    }

    @Test @UI func menusHaveSections() {
        let menu = Menu()
        let section = Menu()
        section.append("_One", action: "test.one", .string("x"))
        menu.append(section: section, title: "Section")
        menu.append(submenu: section, title: "More")
        menu.append("_Two", action: "test.two")
        #expect(menu.count == 3)
        menu.removeAll()
        #expect(menu.count == 0)
    }

    @Test @UI func keysHaveFunctions() {
        let box = Box(.vertical)
        box.add(Shortcut(keys: "<Control>f", scope: .global) { true })
        box.add(Shortcut(keys: "Menu|<Shift>F10") { true })
        box.onKey { _, _ in false }
        box.onClick { _, _, _ in }
        box.onMenu { _, _ in }
        var clicks = 0
        box.onPlainClick { clicks += 1 }
        release(on: box)
        release(on: box, count: 2)
        #expect(clicks == 1, "the second click of two is none of its own")
        box.onFocus { _ in }
        box.onPointer { _ in }
        box.onScroll { _, _, _ in false }
        box.onDrag(begin: { _, _ in }, move: { _, _ in })
        box.onDrop(hover: { _ in }) { _ in true }
        box.onDrop(of: [Int].self) { _ in true }
        box.drags { _, _ in [1] }
        #expect(box.className == "GtkBox")
    }

    @Test @UI func aTextIsCopiedAndRead() async {
        Clipboard.copy("U+0416 Ж")
        #expect(await Clipboard.text() == "U+0416 Ж")
    }

    @Test @UI func theStateOfAProgramIsKept() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "fontd-gtk-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "fontd/state").path
        let file = KeyFile()
        file.set("window", "width", 900)
        file.set("window", "maximized", true)
        file.set("sample", "text", "Ein Satz;\nmit “Zeichen”")
        file.set("search", "recent", ["a;b", "c"])
        #expect(file.save(path: path))
        let read = KeyFile(path: path)
        #expect(read.integer("window", "width") == 900)
        #expect(read.bool("window", "maximized") == true)
        #expect(read.string("sample", "text") == "Ein Satz;\nmit “Zeichen”")
        #expect(read.strings("search", "recent") == ["a;b", "c"])
        #expect(read.string("window", "none") == nil && read.integer("sample", "text") == nil)
        read.set("sample", "text", nil)
        #expect(read.string("sample", "text") == nil)
        try Data([0xFF, 0, 0x5B]).write(to: URL(filePath: path))
        #expect(KeyFile(path: path).string("sample", "text") == nil)
        #expect(!file.save(path: "/dev/null/x/state"))
    }

    @Test @UI func styles() {
        let sheet = StyleSheet(".fontd-test { color: red; }")
        let label = DrawingArea()
        label.addClass("fontd-test")
        #expect(label.foreground.red == 1 && label.foreground.green == 0)
        sheet.remove()
        #expect(label.foreground.red < 1 || label.foreground.green > 0)
        Appearance.set(.alwaysDark)
        #expect(Appearance.isDark)
        Appearance.set(.alwaysLight)
        #expect(!Appearance.isDark)
        Appearance.set(.system)
        #expect(Appearance.hasIcon("list-add-symbolic"))
        #expect(!Appearance.hasIcon("org.example.none"))
        #expect(Launcher.program("org.example.none") == nil)
        _ = (Network.isMetered, Network.isAvailable, Appearance.isAnimated)
    }
}
