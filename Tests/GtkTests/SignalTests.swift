internal import Testing

@testable internal import Gtk

@Suite(.enabled(if: Display.isThere, "there is no display")) struct SignalTests {
    /// Tells when it is freed.
    @UI private final class Token {
        let onEnd: @UI () -> Void
        init(_ onEnd: @escaping @UI () -> Void) { self.onEnd = onEnd }
        isolated deinit { onEnd() }
    }

    @Test @UI func aHandlerIsCalledUntilItIsDisconnected() {
        let entry = Entry()
        var texts: [String] = []
        let connection = entry.onEdit { [unowned entry] in texts.append(entry.text) }
        entry.text = "a"
        connection.silently { entry.text = "b" }
        entry.text = "c"
        connection.disconnect()
        entry.text = "d"
        #expect(texts.filter { !$0.isEmpty } == ["a", "c"])
    }

    @Test @UI func aHandlerGoesWithItsObject() {
        var isFreed = false
        do {
            let token = Token { isFreed = true }
            let button = Button("Test")
            button.onClick { withExtendedLifetime(token) {} }
        }
        #expect(isFreed)
    }

    @Test @UI func argumentsAndAnswersPass() {
        let label = Label()
        var links: [String] = []
        label.onLink { uri in
            links.append(uri)
            return true
        }
        label.set(markup: "<a href=\"fonts:one\">one</a>")
        let answer = emitted(label, "activate-link", "fonts:one")
        #expect(links == ["fonts:one"])
        #expect(answer)
    }

    @Test @UI func propertiesHaveTheirTypes() {
        let label = Label("x")
        label.set("label", .string("y"))
        #expect(label.get("label")?.string == "y")
        label.set("ellipsize", .int(3))
        #expect(label.ellipsis == .end)
        #expect(label.get("ellipsize")?.int == 3)
        label.set("xalign", .double(0.5))
        #expect(label.get("xalign")?.double == 0.5)
        label.set("wrap", .bool(true))
        #expect(label.wraps)
        let row = ActionRow("Title")
        let control = Switch()
        row.append(end: control)
        row.set("activatable-widget", .object(control))
        #expect(row.get("activatable-widget")?.object.map { $0.isSame(as: control) } == true)
    }

    @Test @UI func changesOfPropertiesAreTold() {
        let label = Label()
        var count = 0
        label.onChange(of: "label") { count += 1 }
        label.text = "a"
        label.tooltip = "not this one"
        #expect(count == 1)
    }

    @Test @UI func contentsGoWithTheirObject() {
        var ended: [Int] = []
        do {
            let box = Box(.vertical)
            box.attach(Token { ended.append(1) }, as: "contents")
            #expect(box.attached("contents") is Token)
            box.attach(Token { ended.append(2) }, as: "contents")
            #expect(ended == [1])
            #expect(box.attached("other") == nil)
        }
        #expect(ended == [1, 2])
    }

    @Test(arguments: [false, true]) @UI func aWindowKeepsItsOwnerUntilItIsClosed(isShown: Bool) async {
        @UI final class Owner {
            let window = SheetWindow(title: "Test")
            let token: Token
            init(_ token: Token) {
                self.token = token
                window.keep(self)
            }
        }
        var isFreed = false
        let window = Owner(Token { isFreed = true }).window
        if isShown {
            window.present()
            await until { window.isMapped }
        }
        #expect(!isFreed)
        if isShown { window.close() } else { window.destroy() }
        await until { isFreed }
    }

    @Test @UI func aWindowAsksBeforeItCloses() {
        let window = shown(Label("x"))
        var answers = [true, false]
        window.onClose { answers.removeFirst() == false }
        window.close()
        #expect(answers == [false])
        #expect(window.isVisible)
        window.close()
        #expect(answers.isEmpty)
    }
}
