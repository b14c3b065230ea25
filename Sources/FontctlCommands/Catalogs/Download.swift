import ArgumentParser
import FontCatalog
import FontRegistry
import Foundation
import Glibc
import Synchronization

struct Download: FontctlCommand {
    static let configuration = CommandConfiguration(
        "download", abstract: "Download fonts from catalogues.",
        discussion: """
            A name is one as for `fontctl resolve`. A font that is there is not downloaded; of a family of which one style \
            was downloaded, the other ones are. Otherwise the first catalogue that offers the name is used, and all styles of the family are registered, with the texts of its license. What no \
            catalogue offers comes from the packages of the distribution, which apt downloads. `fontctl undo` takes a \
            download back.

            A license that asks for agreement is shown on a terminal, and you are asked. A script passes --accept-license \
            with the hash of each text. Over a metered connection, downloads of more than 1 MB are asked for; --yes \
            answers this question, but agrees to no license.

            Examples:
              fontctl download 'Klee One'
              fontctl download --check KleeOne-SemiBold
            """)

    @Argument(help: ArgumentHelp("Names of fonts or families.", valueName: "name"))
    var names: [NameArgument]

    @Option(help: "Only this style of families, such as Bold.")
    var style: NameArgument?

    @Flag(help: "Only print what is there and what is offered.")
    var check = false

    @Flag(help: "Only print how an administrator installs the fonts for all users.")
    var system = false

    @OptionGroup var consent: ConsentOptions
    @OptionGroup var output: OutputOptions

    func answer(in context: FontctlContext) async throws(FontError) -> any Report {
        if system { return try await installation(in: context) }
        let catalogs = try await context.fontCatalogs(allowingInsecure: consent.network.allowsInsecure)
        let questions = DownloadQuestions(consent, isJSON: output.json, in: context)
        let names = names.map(\.text)
        let signals = context.signals([SIGINT, SIGTERM])
        let events = catalogs.match(
            names, style: style?.text, readsAhead: check || !questions.mayAsk,
            deciding: { [check] request in
                questions.note(request)
                return check ? false : questions.allowsDownload(of: request)
            }, agreeing: { questions.agrees(to: $0) })
        let work = Task { try await Self.follow(events, questions, names: names, isCheck: check, in: context) }
        let arrived = ArrivedSignal()
        let stop = arrived.follow(signals) { work.cancel() }
        defer { stop.cancel() }
        switch await work.result {
        case .success(var report):
            if !check { await report.keep(in: catalogs) }
            report.end(by: arrived.number)
            return report
        case .failure(let error as FontError): throw error
        case .failure:
            var report = DownloadReport(names: names, isCheck: check)
            report.end(by: arrived.number)
            return report
        }
    }

    /// The commands that install the packages of the distribution.
    private func installation(in context: FontctlContext) async throws(FontError) -> any Report {
        let distribution = try context.distributionSource()
        var report = InstallationReport()
        for name in names.map(\.text) {
            report.rows.append((name, try await distribution?.installation(of: name)))
        }
        return report
    }

    private static func follow(
        _ events: AsyncThrowingStream<FontMatchingEvent, any Error>, _ questions: DownloadQuestions, names: [String],
        isCheck: Bool, in context: FontctlContext
    ) async throws -> DownloadReport {
        var report = DownloadReport(names: names, isCheck: isCheck)
        var progress = ProgressLine(context)
        for try await event in events {
            report.note(event)
            if event.totalAssetSize > 0, event.state == .downloading {
                progress?.update(
                    completed: Int(event.totalDownloadedSize * 100 / event.totalAssetSize), total: 100)
            }
        }
        progress?.clear()
        report.add(questions)
        return report
    }
}

/// The options by which a user answers the questions before a download.
struct ConsentOptions: ParsableArguments {
    @Option(
        name: .customLong("accept-license"),
        help: ArgumentHelp("Agree to the license text with this SHA-256; may be repeated.", valueName: "hash"))
    var accepted: [NameArgument] = []

    @Flag(name: .shortAndLong, help: "Do not ask before downloading, also over a metered connection.")
    var yes = false

    @OptionGroup var network: NetworkOptions
}

/// The questions before downloads, with what was asked and answered.
final class DownloadQuestions: Sendable {
    private struct State {
        var requests: [String: FontDownloadRequest] = [:]
        var refused: [String: FontLicenseRequest] = [:]
        var metered: Set<String> = []
    }

    private let state = Mutex(State())
    private let accepted: Set<String>
    private let isYes: Bool
    private let isJSON: Bool
    private let context: FontctlContext

    init(_ options: ConsentOptions, isJSON: Bool, in context: FontctlContext) {
        accepted = Set(options.accepted.map { $0.text.lowercased() })
        isYes = options.yes
        self.isJSON = isJSON
        self.context = context
    }

    /// What was offered, by name.
    var requests: [String: FontDownloadRequest] { state.withLock { $0.requests } }
    /// The licences to which nobody agreed, by name.
    var refusedLicenses: [String: FontLicenseRequest] { state.withLock { $0.refused } }
    /// The names that were not downloaded because of the connection.
    var metered: Set<String> { state.withLock { $0.metered } }

    /// Whether the user may have to decide before a download.
    var mayAsk: Bool { !isYes && context.console.isErrorTerminal }

    func note(_ request: FontDownloadRequest) { state.withLock { $0.requests[request.name] = request } }

    /// Whether a download may begin; over a metered connection the user decides.
    func allowsDownload(of request: FontDownloadRequest) -> Bool {
        guard !request.isModest, !isYes else { return true }
        let size = byteSize(Int(clamping: request.downloadSize))
        let question = tr("The connection is metered. Download \(size) for \(request.family)? [y/N] ")
        if context.ask(question) == true { return true }
        state.withLock { _ = $0.metered.insert(request.name) }
        return false
    }

    /// Whether the user agrees to a licence: by the hashes of its texts, or after reading them on the terminal.
    func agrees(to request: FontLicenseRequest) -> Bool {
        let texts = request.texts.filter { !accepted.contains($0.sha256) }
        if texts.isEmpty { return true }
        if context.console.isErrorTerminal, !isJSON {
            var shown = TextOutput()
            for text in texts {
                shown.line("\(request.family), \(text.name):")
                shown.lines(text.text.split(separator: "\n", omittingEmptySubsequences: false))
                shown.line()
            }
            context.console.writeError(context.console.shown(shown.document))
            let question = tr("Do you agree to this license (\(request.license)) of \(request.family)? [y/N] ")
            if context.ask(question) == true { return true }
        }
        state.withLock { $0.refused[request.name] = request }
        return false
    }
}
