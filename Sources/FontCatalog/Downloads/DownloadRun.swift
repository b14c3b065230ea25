package import FontModel
package import FontRegistry
package import FontTransfer

/// Downloads of families: fetches what is missing, verifies it, and registers all files of a family together.
///
/// All that is on the way is in the folder of downloads: one part file for each body, by its SHA-256. A part that network
/// faults left is continued by the next download; a refused one is deleted. A process that is killed leaves the same: what
/// is complete is not fetched again, and no font is registered without its origin.
package struct DownloadRun: Sendable {
    /// What a download does beside fetching.
    package struct Options: Sendable, Hashable {
        /// Who asked.
        package var asker: DownloadOrigin.Asker
        /// The licence texts to which a person agreed, with the dates.
        package var consent: [DownloadOrigin.Consent]
        /// Whether the fonts replace ones of the same names, as in an upgrade; also newer ones, for publishers return to
        /// earlier versions.
        package var replaces: Bool

        package init(asker: DownloadOrigin.Asker, consent: [DownloadOrigin.Consent] = [], replaces: Bool = false) {
            self.asker = asker
            self.consent = consent
            self.replaces = replaces
        }
    }

    /// The most files on the way at once, each of which has its part open.
    private static let filesAtOnce = 128
    /// The most transfers at the same time.
    static let transfersAtOnce = 6

    let plans: [DownloadPlan]
    let fonts: FontManager
    let transport: any FileTransport
    let folder: DownloadFolder
    let options: Options
    let pause: DownloadPause

    /// - Parameters:
    ///   - fonts: A manager that uses the store itself; the fonts are registered for the providers of the catalogues.
    ///   - transport: The way to the files.
    ///   - folder: The folder of downloads; see ``CatalogFolders/downloads``.
    package init(
        _ plans: [DownloadPlan], for fonts: FontManager, over transport: any FileTransport, in folder: DownloadFolder,
        _ options: Options, pause: DownloadPause = .timed
    ) {
        self.plans = plans
        self.fonts = fonts
        self.transport = transport
        self.folder = folder
        self.options = options
        self.pause = pause
    }

    /// Carries out the downloads; cancelling the task ends them.
    ///
    /// - Parameter report: Receives the events, from any thread.
    /// - Returns: The result of each plan, in their order. Errors are `registrationFailed` (301) with the cause `network`
    ///   or `download`, `unrecognizedFormat` (103), `invalidFontData` (104), `insufficientInfo` (303) for fonts with other
    ///   names than the document's, `cancelledByUser` (304) if the task was cancelled or nobody agreed to a licence that
    ///   asks for it, and the errors of a registration.
    package func run(
        reporting report: @escaping @Sendable (DownloadEvent) -> Void = { _ in }
    ) async -> [Result<DownloadResult, FontError>] {
        var results: [Result<DownloadResult, FontError>] = []
        while results.count < plans.count {
            if let package = plans[results.count].package {
                results.append(await package.download(plans[results.count], by: self, report))
                continue
            }
            var end = results.count + 1
            var files = plans[results.count].missing.count
            while end < plans.count, plans[end].package == nil, files + plans[end].missing.count <= Self.filesAtOnce {
                files += plans[end].missing.count
                end += 1
            }
            var group = DownloadGroup(of: self, Array(plans[results.count..<end]), report)
            results += await group.run()
        }
        folder.sweep()
        return results
    }

    /// The manager that registers the fonts of a source.
    ///
    /// A person enables a font that was disabled; but an upgrade replaces no fonts of others.
    func manager(for source: DownloadSource, replacing: Bool) -> FontManager {
        let isUser = options.asker == .person
        return fonts.acting(
            as: source.provider, authority: isUser && !replacing ? .user : .provider, isUser: isUser)
    }
}
