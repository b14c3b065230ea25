internal import FontsModel
internal import Gtk

/// The languages whose sample texts are offered beside the user's own.
@UI
final class SamplePreferences {
    let page: PreferencesPage
    private var rows: [SwitchRow] = []

    init(_ session: AppSession) {
        let group = PreferencesGroup(
            title: tr("Sample Texts"), text: tr("Texts of these scripts are offered where you choose a sample."))
        page = PreferencesPage(title: tr("Samples"), icon: "accessories-character-map-symbolic", [group])
        for language in SampleLanguage.all {
            let row = SwitchRow(language.title, subtitle: language.text)
            row.isOn = session.settings.offers(language)
            row.onSwitch { [weak session, weak row] in
                guard let session, let row else { return }
                session.settings.set(language, isOffered: row.isOn)
            }
            group.add(row)
            rows.append(row)
        }
    }
}
