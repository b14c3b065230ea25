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
        case these(Set<String>)
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
            case _ where options.checksOnly: await follow(.noneWithLicenses, send)
            case .allow: await follow(.modest, send)
            case .never: throw .denied(caller.identity.id, .download)
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
                try await gate.requireDownload(by: caller.identity, question)
                await follow(.these(Set(offers.map(\.name))), send)
                return
            } catch {
                refusal = error
            }
        }
        guard !Task.isCancelled else { return }
        let refused = Set(offers.map(\.name))
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
    /// - Returns: What was offered.
    @discardableResult
    private func follow(
        _ choice: Choice, _ send: (DownloadStep) async -> Void
    ) async -> [FontDownloadRequest] {
        let asked = Asked()
        do {
            let events = try access.catalogs(for: caller.isUser ? .person : .request).match(
                names, style: options.style, deciding: { [options] in asked.decides($0, choice, options) },
                agreeing: { [options] in asked.agrees(to: $0, options) })
            // What is offered is known only when the caller of the match has decided, which is before the next event.
            var offered: FontMatchingEvent?
            for try await event in events {
                if let held = offered.take() { await send((held.state, held.details(offer: asked.offer(held.name)))) }
                guard event.state != .willBeginDownloading else {
                    offered = event
                    continue
                }
                await send(await step(event, asked, choice))
            }
        } catch {
            await fail(
                error as? FontError ?? FontError(.registrationFailed, "The catalogues cannot be used: \(error)."), send)
        }
        return asked.requests
    }

    private func step(_ event: FontMatchingEvent, _ asked: Asked, _ choice: Choice) async -> DownloadStep {
        guard let name = event.name else { return (event.state, event.details()) }
        switch (event.state, choice) {
        case (.didMatch, _):
            // The caller may know less of the font than the user.
            let query = options.style.map { "\(name) \($0)" } ?? name
            return (event.state, event.details(font: (try? await caller.manager.resolve(query))?.match))
        case (.didFailWithError, .noneWithLicenses) where asked.hasLicense(name):
            return (.didFinishDownloading, FontMatchingEvent.finished(event).details())
        case (.didFinishDownloading, .modest) where asked.isDeclined(name):
            var details = event.details()
            details.error = FontError(
                .cancelledByUser,
                "The connection is metered, so nothing was downloaded. Allow the download over this connection, or try again over another one.",
                file: name)
            return (.didFailWithError, details)
        case (.didFailWithError, _):
            var details = event.details(offer: asked.hasLicense(name) ? asked.offer(name) : nil)
            if let error = details.error { details.error = await shown(error, name) }
            return (event.state, details)
        default: return (event.state, event.details())
        }
    }

    /// Returns an error without what the caller may not know of a font that programs do not see.
    private func shown(_ error: FontError, _ name: String) async -> FontError {
        guard error.code == .missingEntitlement, !caller.isUser,
            (try? await access.manager.resolve(name))?.unusable != nil,
            (try? await caller.manager.resolve(name))?.unusable == nil
        else { return error }
        return FontError(
            .missingEntitlement,
            "A font of that name is installed, but programs do not see it. Ask the user to enable it.", file: name)
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
            case .these(let names): names.contains(request.name)
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
