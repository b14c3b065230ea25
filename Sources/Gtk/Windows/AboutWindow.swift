internal import CAdwaita
internal import CGio

/// The window that says what the application is.
@UI
package final class AboutWindow: Window {
    package nonisolated let reference: Reference

    package init(parent: (any Window)?, name: String, icon: String, version: String) {
        reference = Reference(sinking: adw_about_window_new())
        adw_about_window_set_application_name(cast(), name)
        adw_about_window_set_application_icon(cast(), icon)
        adw_about_window_set_version(cast(), version)
        setParent(parent)
        isModal = parent != nil
    }

    package func set(developers: String, copyright: String, comments: String) {
        adw_about_window_set_developer_name(cast(), developers)
        adw_about_window_set_copyright(cast(), copyright)
        adw_about_window_set_comments(cast(), comments)
    }
    /// - Parameter license: The text of the licence, as markup.
    package func set(website: String, issues: String, license: String) {
        adw_about_window_set_website(cast(), website)
        adw_about_window_set_issue_url(cast(), issues)
        adw_about_window_set_license(cast(), license)
    }
    /// - Parameter license: The text of the licence, as markup.
    package func set(license: String) { adw_about_window_set_license(cast(), license) }
    /// The people who translated into the language that is shown.
    package func set(translators: String) { adw_about_window_set_translator_credits(cast(), translators) }
}
