internal import FontCatalog
internal import FontsModel
internal import Gtk

/// The questions of downloads.
@UI
enum DownloadDialogs {
    /// The questions for a download that a window began.
    static func questions(in session: AppSession) -> DownloadQuestions {
        DownloadQuestions(
            allowsMetered: { [weak session] request in
                await askMetered(DownloadQuestions.text(of: request), in: session)
            },
            agrees: { [weak session] request in await askForAgreement(request, in: session) })
    }

    /// Asks whether a download over a metered connection begins.
    static func askMetered(_ text: (title: String, body: String), in session: AppSession?) async -> Bool {
        let dialog = MessageDialog(parent: session?.window?.window, heading: text.title, body: text.body)
        dialog.add(answer: "cancel", tr("_Cancel"))
        dialog.add(answer: "download", tr("_Download"), look: .suggested)
        dialog.setClosing(answer: "cancel")
        return await dialog.answer() == "download"
    }

    /// Asks whether the user agrees to a licence, whose text is shown whole.
    static func askForAgreement(_ request: FontLicenseRequest, in session: AppSession?) async -> Bool {
        let text = DownloadQuestions.text(of: request)
        let dialog = MessageDialog(
            parent: session?.window?.window, heading: text.title,
            body: tr("The fonts may be used only under its terms."))
        let view = TextView(text.body, isEditable: false)
        view.setPadding(12)
        view.setMonospace(true)
        view.setAccessibleLabel(tr("Text of the licence"))
        let scrolled = ScrolledWindow(view, horizontal: .automatic)
        scrolled.setContentHeight(least: 240, most: 360)
        scrolled.setContentWidth(least: 280)
        dialog.set(content: scrolled)
        dialog.add(answer: "refuse", tr("_Don’t Agree"))
        dialog.add(answer: "agree", tr("_Agree"), look: .suggested)
        dialog.setClosing(answer: "refuse")
        dialog.setDefault(answer: "refuse")
        return await dialog.answer() == "agree"
    }
}
