internal import FontsModel
internal import Gtk

/// The window of the preferences, with pages of settings, of texts and of catalogues.
@UI
final class PreferencesDialog {
    /// The page that is shown first.
    enum First {
        case general, catalogs
    }

    private let window: PreferencesWindow
    private let general: GeneralPreferences
    private let samples: SamplePreferences
    private let catalogs: CatalogPreferences

    private init(_ session: AppSession, _ first: First) {
        window = PreferencesWindow(parent: session.window?.window, title: tr("Preferences"))
        general = GeneralPreferences(session)
        samples = SamplePreferences(session)
        catalogs = CatalogPreferences(session, in: window)
        window.defaultSize = (620, 620)
        window.add(general.page)
        window.add(samples.page)
        window.add(catalogs.page)
        window.setSearchName(tr("Search preferences"))
        if first == .catalogs { window.show(catalogs.page) }
        window.keep(self)
    }

    static func present(in session: AppSession, showing first: First = .general) {
        PreferencesDialog(session, first).window.present()
    }
}
