package import FontModel
package import FontRegistry
package import FontTransfer

/// Downloads of families: fetches what is missing, verifies it, and registers all files of a family together.
///
/// All that is on the way is in the folder of downloads: one part file for each body, by its SHA-256. A part that network
/// faults left is continued by the next download; a refused one is deleted.
package struct DownloadRun: Sendable {
    /// What a download does beside fetching.
    package struct Options: Sendable, Hashable {
        /// Who asked.
        package var asker: DownloadOrigin.Asker
        /// The licence texts to which a person agreed, with the dates.
        package var consent: [DownloadOrigin.Consent]
        /// Whether the fonts replace ones of the same names, as in an upgrade.
        package var replaces: Bool

        package init(asker: DownloadOrigin.Asker, consent: [DownloadOrigin.Consent] = [], replaces: Bool = false) {
            self.asker = asker
            self.consent = consent
            self.replaces = replaces
        }
    }

    let plans: [DownloadPlan]
    let fonts: FontManager
    let transport: any FileTransport
    let folder: DownloadFolder
    let options: Options

    /// - Parameters:
    ///   - fonts: A manager that uses the store itself; the fonts are registered for the providers of the catalogues.
    ///   - transport: The way to the files.
    ///   - folder: The folder of downloads; see ``CatalogFolders/downloads``.
    package init(
        _ plans: [DownloadPlan], for fonts: FontManager, over transport: any FileTransport, in folder: DownloadFolder,
        _ options: Options
    ) {
        self.plans = plans
        self.fonts = fonts
        self.transport = transport
        self.folder = folder
        self.options = options
    }

    /// Carries out the downloads; cancelling the task ends them.
    ///
    /// - Parameter report: Receives the events, from any thread.
    /// - Returns: The result of each plan, in their order. Errors are `registrationFailed` (301) with the cause `network`
    ///   or `download`, `unrecognizedFormat` (103), `invalidFontData` (104), `insufficientInfo` (303) for fonts with other
    ///   names than the document's, `cancelledByUser` (304), `missingEntitlement` (302) without consent to a licence that
    ///   asks for it, and the errors of a registration.
    package func run(
        reporting report: @escaping @Sendable (DownloadEvent) -> Void = { _ in }
    ) async -> [Result<DownloadResult, FontError>] {
        preconditionFailure("follows")
    }
}
