internal import Gtk

/// The program `fontd-fonts`.
package enum FontsProgram {
    /// The application's name on the bus, and that of its desktop entry and its icon.
    package static let identifier = "org.fontd.Fonts"

    /// Runs the application until its last window closes.
    ///
    /// - Returns: The exit status.
    package static func run(_ arguments: [String]) -> Int32 {
        Translation.begin(domain: "fontd-fonts", folder: Translation.folder(of: arguments.first))
        UI.begin()
        return UI.assumeIsolated {
            let application = Application(identifier, [.opensFiles])
            Appearance.setWindowIcon(identifier)
            application.onActivate {
                if let window = application.activeWindow {
                    window.present()
                } else {
                    FontsWindow(application).present()
                }
            }
            return application.run(arguments)
        }
    }
}
