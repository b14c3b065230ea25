internal import FontsModel
internal import Gtk
internal import ProgramSupport

/// Help and the window about the application.
@UI
enum Help {
    static let actions = [
        AppAction(name: "help", keys: ["F1"]) { HelpWindow.present(in: $0) },
        AppAction(name: "about") { showAbout(in: $0) },
    ]

    private static func showAbout(in session: AppSession) {
        let window = AboutWindow(
            parent: session.window?.window, name: tr("Fonts"), icon: FontsProgram.identifier, version: Release.version)
        window.set(
            developers: tr("The fontd authors"), copyright: "© 2026 The fontd authors",
            comments: tr("Every font of the machine in one window"))
        window.set(license: license)
        // The people who translated this, a line each.
        let translators = tr("translator-credits")
        if translators != "translator-credits" { window.set(translators: translators) }
        window.present()
    }

    /// The licence (SPDX: MIT), as markup.
    private static let license = """
        Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated \
        documentation files (the "Software"), to deal in the Software without restriction, including without limitation \
        the rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and \
        to permit persons to whom the Software is furnished to do so, subject to the following conditions:

        The above copyright notice and this permission notice shall be included in all copies or substantial portions of \
        the Software.

        THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO \
        THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE \
        AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF \
        CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER \
        DEALINGS IN THE SOFTWARE.
        """.escapedForMarkup
}
