internal import Testing

@testable internal import Gtk

@Suite(.serialized, .enabled(if: Display.isThere, "there is no display")) struct ApplicationTests {
    @Test @UI func aStartWithoutFilesActivates() {
        let application = Application("org.fontd.GtkTests", [.severalInstances, .opensFiles])
        var calls: [String] = []
        application.onStartup { calls.append("startup") }
        application.onActivate { [unowned application] in
            calls.append("activate")
            let window = ApplicationWindow(application)
            window.set(content: Label("x"))
            window.set(help: ShortcutsWindow([.init("Group", [("<Control>z", "Undo")])]))
            window.add(SimpleAction("undo") { calls.append("undo") })
            application.set(keys: ["<Control>z", "<Control><Shift>u"], for: "win.undo")
            application.add(SimpleAction("quit") { [unowned application] in application.quit() })
            window.present()
            #expect(application.windows.count == 1)
            window.activate(action: "win.undo")
            window.activate(action: "app.quit")
        }
        application.onShutdown { calls.append("shutdown") }
        #expect(application.run(["fonts"]) == 0)
        #expect(calls == ["startup", "activate", "undo", "shutdown"])
    }

    @Test @UI func filesAreOpened() {
        let application = Application("org.fontd.GtkTests", [.severalInstances, .opensFiles])
        var files: [File] = []
        application.onOpen { files += $0 }
        #expect(application.run(["fonts", "/tmp/a b.ttf", "/tmp/c.zip"]) == 0)
        #expect(files.map(\.path) == ["/tmp/a b.ttf", "/tmp/c.zip"])
    }

    @Test @UI func argumentsAreRead() {
        let application = Application("org.fontd.GtkTests", [.severalInstances, .readsArguments])
        var lines: [[String]] = []
        application.onCommandLine { arguments, folder in
            lines.append(arguments)
            #expect(folder?.hasPrefix("/") == true)
            return 3
        }
        #expect(application.run(["fonts", "--", "x"]) == 3)
        #expect(lines.count == 1 && lines[0].last == "x")
    }

    @Test(arguments: ["--other", "--version", ""]) @UI func anOptionEndsTheProgram(_ option: String) {
        let application = Application("org.fontd.GtkTests", [.severalInstances])
        var isActive = false
        application.onActivate { isActive = true }
        application.add(option: "version", "Print the version") { 0 }
        application.add(option: "other", "Another") { 4 }
        #expect(application.run(["fonts"] + (option.isEmpty ? [] : [option])) == (option == "--other" ? 4 : 0))
        #expect(isActive == option.isEmpty)
    }

    /// A question from the bus has a window before there is a main one.
    @Test @UI func theProgramRunsAsLongAsItHasAWindow() async {
        let application = Application("org.fontd.GtkTests", [.severalInstances])
        var answer = ""
        application.onActivate { [unowned application] in
            let dialog = MessageDialog(parent: nil, heading: "x")
            dialog.add(answer: "allow", "_Allow")
            application.add(dialog)
            Task { @UI in answer = await dialog.answer() }
            Task { @UI in
                await until { dialog.isMapped }
                dialog.respond("allow")
            }
        }
        #expect(application.run(["fonts"]) == 0)
        await until { answer == "allow" }
    }
}
