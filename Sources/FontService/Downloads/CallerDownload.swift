import FontCatalog
import FontModel
import FontRegistry
import Synchronization

/// A state of a download, with what it is about.
typealias DownloadStep = (state: FontMatchingEvent.State, details: FontDownloadDetails)

/// A download for a caller: a match in which the caller's options, the policy and the user decide.
struct CallerDownload: Sendable {
    struct Options: Sendable {
        /// The style that is meant of families; nil for all.
        var style: String?
        /// Whether only what is offered is reported.
        var checksOnly = false
        /// The SHA-256 of licence texts to which the user agreed in the calling program.
        var accepted: Set<String> = []
        /// Whether large downloads over a metered connection are wanted.
        var allowsMetered = false
    }

    /// Which of the offered names are downloaded.
    fileprivate enum Choice {
        case none
        /// None; the licences to which nobody agreed are read.
        case noneWithLicenses
        /// Those that are not large, or not over a metered connection.
        case modest
        /// Those to which the user agreed, as they were offered then.
        case agreed([FontDownloadRequest])
    }

    let names: [String]
    let options: Options
    let caller: ServiceCaller
    let access: CatalogAccess
    let gate: ConsentGate

    /// Carries out the download; cancelling the task ends it.
    ///
    /// - Parameter send: Receives the states, in the order of ``FontMatchingEvent``.
    func run(_ send: (DownloadStep) async -> Void) async {
        do throws(FontError) {
            let rule: FontPolicy.Download = caller.isUser ? .allow : try gate.rules(for: caller.identity).download
            switch rule {
            case .never: throw .denied(caller.identity.id, .download)
            // The catalogues are asked for newer facts once the user has agreed to a download.
            case _ where options.checksOnly: await follow(.noneWithLicenses, refreshes: rule == .allow, send)
            case .allow: await follow(.modest, send)
            case .ask: await followIfAgreed(send)
            }
        } catch {
            await fail(error, send)
        }
    }

    /// Finds out what is offered, asks the user about all of it at once, and downloads it.
    private func followIfAgreed(_ send: (DownloadStep) async -> Void) async {
        var found: [DownloadStep] = []
        let offers = await follow(.none) { found.append($0) }
        var refusal: FontError?
        if !offers.isEmpty {
            var known: Set<String> = []
            let families = offers.filter { known.insert("\($0.catalog)/\($0.id)").inserted }
            let question = ConsentQuestion(
                caller.identity, families: families.map(\.family),
                bytes: Int(clamping: families.reduce(0) { $0 + $1.downloadSize }),
                isMetered: offers.contains(where: \.isMetered))
            do throws(FontError) {
                let agreement = try await gate.requireDownload(by: caller.identity, question)
                await follow(.agreed(offers), send)
                await gate.endDownload(agreement)
                return
            } catch {
                refusal = error
            }
        }
        guard !Task.isCancelled else { return }
        // A font that an earlier download brought is there without the rest of its family.
        let refused = Set(offers.map(\.name))
            .subtracting(found.filter { $0.state == .didMatch }.map(\.details.name))
        for var step in found {
            if let refusal, step.state == .didFinishDownloading, refused.contains(step.details.name) {
                step.state = .didFailWithError
                step.details.error = refusal.of(step.details.name)
            }
            await send(step)
        }
    }

    private func fail(_ error: FontError, _ send: (DownloadStep) async -> Void) async {
        await send((.didBegin, FontDownloadDetails()))
        for name in names {
            var details = FontDownloadDetails()
            (details.name, details.error) = (name, error.of(error.file ?? name))
            await send((.didFailWithError, details))
        }
        await send((.didFinish, FontDownloadDetails()))
    }

    /// Follows a match.
    ///
    /// - Parameter refreshes: Whether catalogues on servers are refreshed when they are due.
    /// - Returns: What was offered.
    @discardableResult
    private func follow(
        _ choice: Choice, refreshes: Bool = true, _ send: (DownloadStep) async -> Void
    ) async -> [FontDownloadRequest] {
        let asked = Asked()
        do {
            let catalogs = try access.catalogs(for: caller.isUser ? .person : .request, refreshes: refreshes)
            let events = catalogs.match(
                names, style: options.style, deciding: { [options] in asked.decides($0, choice, options) },
                agreeing: { [options] in asked.agrees(to: $0, options) })
            // What is offered is known only when the caller of the match has decided, and whether a declined name has a
            // font, with the next event.
            var held: FontMatchingEvent?
            var concealed: [String] = []
            for try await event in events {
                if let former = held.take() {
                    let isFound = event.state == .didMatch && event.name == former.name
                    await send(await step(former, asked, choice, isFound: isFound))
                }
                switch event.state {
                case .willBeginDownloading, .didFinishDownloading: held = event
                case .didFailWithError:
                    if let name = event.name, await isConcealed(name, event.error) {
                        concealed.append(name)
                    } else {
                        await send(await step(event, asked, choice))
                    }
                case .didFinish:
                    var details = event.details()
                    details.unavailable += concealed.map(FontDownloadDetails.Unavailable.init(name:))
                    // They name the user's catalogues, with the paths of folders.
                    if !caller.isUser { details.warnings = [] }
                    await send((event.state, details))
                case .didBegin, .willBeginQuerying, .stalled, .downloading, .didMatch:
                    await send(await step(event, asked, choice))
                }
            }
        } catch {
            await fail(
                error as? FontError ?? FontError(.registrationFailed, "The catalogues cannot be used: \(error)."), send)
        }
        return asked.requests
    }

    /// - Parameter isFound: Whether the name has a font after it was declined.
    private func step(
        _ event: FontMatchingEvent, _ asked: Asked, _ choice: Choice, isFound: Bool = false
    ) async -> DownloadStep {
        guard let name = event.name else { return (event.state, event.details()) }
        func failure(_ code: FontError.Code, _ message: Message) -> DownloadStep {
            var details = event.details()
            details.error = FontError(code, message, file: name)
            return (.didFailWithError, details)
        }
        switch (event.state, choice) {
        case (.willBeginDownloading, _): return (event.state, event.details(offer: asked.offer(name)))
        case (.didMatch, _): return (event.state, event.details(font: await font(event, name)))
        case (.didFailWithError, .noneWithLicenses) where asked.hasLicense(name):
            return (.didFinishDownloading, FontMatchingEvent.finished(event).details())
        case (.didFinishDownloading, .modest) where !isFound && asked.isDeclined(name):
            return failure(
                .cancelledByUser,
                "The connection is metered, so nothing was downloaded. Allow the download over this connection, or try again over another one."
            )
        case (.didFinishDownloading, .agreed) where !isFound && asked.isDeclined(name):
            return failure(
                .insufficientInfo,
                "The catalogue changed while the user was asked, so nothing was downloaded. Try again.")
        case (.didFailWithError, _):
            return (event.state, event.details(offer: asked.hasLicense(name) ? asked.offer(name) : nil))
        default: return (event.state, event.details())
        }
    }

    /// Returns a name with the wanted style, as it is found among fonts.
    private func query(_ name: String) -> String { options.style.map { "\(name) \($0)" } ?? name }

    /// Returns the font of a name as the caller sees it, who may know less of it than the user.
    private func font(_ event: FontMatchingEvent, _ name: String) async -> FontDescriptor? {
        if let font = (try? await caller.manager.resolve(query(name)))?.match { return font }
        // The fonts of a family do not have its former names.
        guard let found = event.results.first else { return nil }
        return (try? await caller.manager.resolve(found.postscriptName))?.match
    }

    /// Whether an error is about a font that programs do not see, and of which the caller may not know.
    private func isConcealed(_ name: String, _ error: FontError?) async -> Bool {
        guard error?.code == .missingEntitlement, !caller.isUser,
            (try? await access.manager.resolve(query(name)))?.unusable != nil
        else { return false }
        return (try? await caller.manager.resolve(query(name)))?.unusable == nil
    }
}

extension FontMatchingEvent {
    /// The event of a name after the caller declined.
    fileprivate static func finished(_ event: FontMatchingEvent) -> FontMatchingEvent {
        var event = event
        (event.state, event.error) = (.didFinishDownloading, nil)
        return event
    }
}

extension FontDownloadRequest {
    /// Whether an agreement to this offer holds for another one, so that nothing else is downloaded, and no more.
    fileprivate func covers(_ other: FontDownloadRequest) -> Bool {
        (name, catalog, id) == (other.name, other.catalog, other.id) && other.downloadSize <= downloadSize
    }
}

/// The questions of a match, with the answers.
private final class Asked: Sendable {
    private struct State {
        var requests: [FontDownloadRequest] = []
        var licenses: [String: FontLicenseRequest] = [:]
        var declined: Set<String> = []
    }

    private let state = Mutex(State())

    /// What was offered, in the order of the names.
    var requests: [FontDownloadRequest] { state.withLock { $0.requests } }

    func decides(
        _ request: FontDownloadRequest, _ choice: CallerDownload.Choice, _ options: CallerDownload.Options
    ) -> Bool {
        let isWanted =
            switch choice {
            case .none: false
            case .noneWithLicenses: request.requiresAgreement
            case .modest: request.isModest || options.allowsMetered
            case .agreed(let offers): offers.contains { $0.covers(request) }
            }
        state.withLock { state in
            state.requests.append(request)
            if !isWanted { state.declined.insert(request.name) }
        }
        return isWanted
    }

    func agrees(to request: FontLicenseRequest, _ options: CallerDownload.Options) -> Bool {
        if !options.checksOnly, options.accepted.isSuperset(of: request.texts.map(\.sha256)) { return true }
        state.withLock { $0.licenses[request.name] = request }
        return false
    }

    func isDeclined(_ name: String) -> Bool { state.withLock { $0.declined.contains(name) } }

    /// Whether somebody must agree to a licence first.
    func hasLicense(_ name: String) -> Bool { state.withLock { $0.licenses[name] != nil } }

    /// What is offered for a name.
    func offer(_ name: String?) -> FontDownloadDetails.Offer? {
        state.withLock { state in
            guard let name, let request = state.requests.last(where: { $0.name == name }) else { return nil }
            return FontDownloadDetails.Offer(request, agreements: state.licenses[name]?.texts ?? [])
        }
    }
}
