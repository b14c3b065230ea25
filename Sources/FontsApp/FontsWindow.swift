internal import Gtk

/// The main window.
@UI
final class FontsWindow {
    private let window: ApplicationWindow
    private let toasts: ToastOverlay
    private let content = Bin()

    init(_ application: Application) {
        window = ApplicationWindow(application)
        toasts = ToastOverlay(content)
        window.title = tr("Fonts")
        window.defaultSize = (1100, 720)
        content.expandsVertically = true
        window.set(content: Box(.vertical, [HeaderBar(), toasts]))
        window.keep(self)
    }

    func present() { window.present() }
}
