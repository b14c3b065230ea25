import FontModel
import FontRegistry
import FontTransfer

extension FontCatalogs {
    /// Matches names with fonts, and downloads those that a catalogue or the distribution offers and the caller wants.
    ///
    /// A name is compared as by `FontManager.resolve(_:)`: PostScript names of faces and named instances, full names,
    /// families, and names in other languages. A font that is there is found without any catalogue. A download brings the
    /// whole family, of which each style is a sibling of the others; names of one family are one download, and the
    /// downloads of a match run at the same time.
    ///
    /// The match begins with the call and goes on while the stream exists: leaving the iteration or cancelling its task ends
    /// it, and leaves nothing but the parts that the next download continues. Events come in the order of
    /// ``FontMatchingEvent``. The stream throws instead of any event if the store cannot be read.
    /// - Parameters:
    ///   - names: The names.
    ///   - style: The style that is meant of families, such as `Bold`; nil for all.
    ///   - deciding: Decides at 4 whether a name is downloaded; to find out only what is there, it returns false. The
    ///     default declines downloads of more than 1 MB over a metered connection.
    ///   - agreeing: Asks a person who has not agreed to the licence of a family yet; their agreement is recorded with the
    ///     hash of the text and the date. By default nobody agrees, and such a family fails with
    ///     ``FontError/Code/cancelledByUser`` (304).
    /// - Returns: The events. Errors in 8 are ``FontError/Code/registrationFailed`` (301) with the cause `network`,
    ///   `download` or `catalog`, or of the store; ``FontError/Code/missingEntitlement`` (302) for a font that is disabled,
    ///   or a family without licence text; ``FontError/Code/insufficientInfo`` (303) for fonts that do not have the names
    ///   that the catalogue states; ``FontError/Code/unrecognizedFormat`` (103) and ``FontError/Code/invalidFontData``
    ///   (104); and the errors of a registration.
    public func match(
        _ names: [String], style: String? = nil, deciding: @escaping Decision = { $0.isModest },
        agreeing: @escaping Agreement = { _ in false }
    ) -> AsyncThrowingStream<FontMatchingEvent, any Error> {
        match(names, style: style, readsAhead: false, deciding: deciding, agreeing: agreeing)
    }

    /// Matches names as ``match(_:style:deciding:agreeing:)`` does.
    ///
    /// - Parameter readsAhead: Whether documents of further names are read before a name is decided. It is for decisions
    ///   that ask nobody: servers hear of names to which a person who is asked may not come.
    package func match(
        _ names: [String], style: String? = nil, readsAhead: Bool, deciding: @escaping Decision,
        agreeing: @escaping Agreement = { _ in false }
    ) -> AsyncThrowingStream<FontMatchingEvent, any Error> {
        AsyncThrowingStream { continuation in
            let task = Task(executorPreference: TaskExecution.executor) {
                let run = MatchRun(
                    catalogs: self, names: names, style: style, readsAhead: readsAhead, deciding: deciding,
                    agreeing: agreeing,
                    send: { continuation.yield($0) }, track: { self.progress.send($0, $1) })
                do throws(FontError) {
                    try await run.perform()
                    continuation.finish()
                } catch {
                    continuation.finish(throwing: error)
                }
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }
}

/// One match.
struct MatchRun: Sendable {
    let catalogs: FontCatalogs
    let names: [String]
    let style: String?
    let readsAhead: Bool
    let deciding: FontCatalogs.Decision
    let agreeing: FontCatalogs.Agreement
    /// Receives the events.
    let send: @Sendable (FontMatchingEvent) -> Void
    /// Receives the same events with their purposes.
    let track: @Sendable (FontMatchingEvent, FontDownloadState.Purpose) -> Void

    /// What is read when the first name is missing.
    private struct Known {
        let offers: CatalogOffers
        let present: RegisteredContents
        let consents: [DownloadOrigin.Consent]
    }

    /// What a match learned so far.
    private struct Course {
        var end: FontMatchingEvent
        var wanted = WantedFamilies()
        /// The names that are missing, if they are looked for before it is their turn.
        var ahead = NamesAhead()
        /// Nil before the first name is missing.
        var known: Result<Known, FontError>?
        /// Nil before it matters.
        var isMetered: Bool?
        /// Nil before it matters.
        var downloads: [DownloadedFamily]?
    }

    func perform() async throws(FontError) {
        var states: [State] = []
        for state in await self.states(of: names) { states.append(try state.get()) }
        guard !Task.isCancelled else { return }
        emit(.didBegin)
        var course = Course(end: FontMatchingEvent(.didFinish, of: names))
        await match(states, &course)
        let isMissing = states.contains { if case .present = $0 { false } else { true } }
        if !isMissing, course.wanted.isEmpty { catalogs.folders.downloads.sweep(takesComplete: true) }
        // Nobody receives the events of a cancelled match, but some may follow the states of its names.
        guard !Task.isCancelled else { return track(course.end, .check) }
        send(course.end)
        track(course.end, .download)
    }

    private func match(_ states: [State], _ course: inout Course) async {
        if readsAhead {
            course.ahead = NamesAhead(
                zip(names, states).compactMap { name, state in if case .missing = state { name } else { nil } })
        }
        defer { course.ahead.end() }
        for (name, state) in zip(names, states) {
            switch state {
            case .present(let font): await offerRest(of: font, name, &course)
            case .failed(let error): fail(name, error)
            case .missing: await offer(name, &course)
            }
            guard !Task.isCancelled else { return }
        }
        if !course.wanted.isEmpty { await download(&course) }
    }

    /// Reads the catalogues, once in a match.
    private func read(_ course: inout Course) async throws(FontError) -> Known {
        if let known = course.known { return try known.get() }
        do throws(FontError) {
            let offers = try await CatalogOffers(catalogs) { emit(.willBeginQuerying) }
            course.end.warnings = offers.warnings
            let known = Known(
                offers: offers, present: try await RegisteredContents(of: catalogs.fonts),
                consents: try catalogs.consents())
            course.known = .success(known)
            return known
        } catch {
            course.known = .failure(error)
            throw error
        }
    }

    /// Offers what was not downloaded of the family that a name means.
    ///
    /// Without it the font that is there is found. Of another version nothing is offered: both would have the same names.
    private func offerRest(of font: FontDescriptor, _ name: String, _ course: inout Course) async {
        guard style == nil, let origin = await partialDownload(of: font, named: name, &course),
            let known = try? await read(&course), case .offered(let offer) = await known.offers.find(name, style: nil),
            let plan = try? offer.plan(offer.selection, known.present), plan.document == origin.document,
            plan.source.id == origin.catalog, !plan.isComplete
        else { return found(font, name, &course) }
        await self.offer(name, &course, over: font)
    }

    /// The origin of a font, if only a part of the family that a name means is there; nil for other fonts and other names.
    private func partialDownload(
        of font: FontDescriptor, named name: String, _ course: inout Course
    ) async -> DownloadOrigin? {
        guard case .registered(let id, _, let provider, _, _) = font.origin, DownloadSource.owns(provider) else {
            return nil
        }
        let families: [DownloadedFamily]
        if let known = course.downloads { families = known } else { families = (try? await catalogs.downloads()) ?? [] }
        course.downloads = families
        let family = families.first { $0.registrations.contains { $0.id == id } }
        guard let family, !family.isWhole, family.isFamilyName(name) else { return nil }
        return family.origin
    }

    /// Asks whether a name is downloaded that is not there.
    ///
    /// - Parameter present: A font of the name, if only a part of its family is there.
    private func offer(_ name: String, _ course: inout Course, over present: FontDescriptor? = nil) async {
        do throws(FontError) {
            let known = try await read(&course)
            await course.ahead.turn(to: name, in: known.offers)
            switch await known.offers.find(name, style: style, among: course.ahead.candidates) {
            case .unavailable(let unavailable): course.end.unavailable.append(unavailable)
            case .failed(let error): throw error
            case .offered(let offer):
                let plan = try offer.plan(offer.selection, known.present)
                if offer.isAlias, plan.isComplete, let font = try await self.font(of: plan) {
                    return found(font, name, &course)
                }
                let agreed = known.consents + course.wanted.consents
                let texts = plan.missingAgreements(agreed)
                var request = FontDownloadRequest(plan, for: name)
                request.requiresAgreement = !texts.isEmpty
                request.isMetered = plan.usesNetwork ? await isMetered(&course) : false
                let isWanted = await ask(request)
                guard !Task.isCancelled else { return }
                guard isWanted else {
                    if let present { return found(present, name, &course) }
                    return emit(.didFinishDownloading, name, .check) { $0.currentAssetSize = plan.downloadSize }
                }
                let new = texts.isEmpty ? [] : try await catalogs.agree(to: texts, of: plan, for: name, agreeing)
                let needed = Set(plan.agreements)
                try course.wanted.add(
                    name, offer, plan, agreed.filter { needed.contains($0.text) } + new,
                    present: known.present)
                catalogs.network.files.prepare(for: plan.firstAddresses)
            }
        } catch {
            fail(name, error)
        }
    }

    private func isMetered(_ course: inout Course) async -> Bool {
        if let known = course.isMetered { return known }
        let isMetered = await catalogs.environment.isMetered()
        course.isMetered = isMetered
        return isMetered
    }

    /// Sends 4 and asks the caller.
    ///
    /// Whether it is the 4 of a check or of a download is known with the answer.
    private func ask(_ request: FontDownloadRequest) async -> Bool {
        var event = FontMatchingEvent(.willBeginDownloading, request.name, of: names)
        event.currentAssetSize = request.downloadSize
        event.totalAssetSize = request.downloadSize
        send(event)
        let isWanted = await deciding(request)
        track(event, isWanted ? .download : .check)
        return isWanted
    }

    private func download(_ course: inout Course) async {
        let wanted = course.wanted
        let total = wanted.plans.reduce(0) { $0 + $1.downloadSize }
        let meter = MatchMeter(wanted, stallTime: catalogs.stallTime) { event in
            emit(event.state, event.name) { shown in
                shown.percentage = event.percentage
                shown.currentAssetSize = event.size
                (shown.totalDownloadedSize, shown.totalAssetSize) = (event.received, total)
            }
        }
        meter.start()
        let results = await DownloadRun(
            wanted.plans, for: catalogs.fonts, over: meter.watching(catalogs.network.files),
            in: catalogs.folders.downloads,
            DownloadRun.Options(asker: catalogs.environment.asker, consent: wanted.consents),
            pause: catalogs.environment.pause
        ).run { meter.report($0) }
        meter.end()
        guard !Task.isCancelled else { return }
        course.end.operations = Set(results.compactMap { try? $0.get().operation }).sorted()
        let there = zip(wanted.families, results).flatMap { family, result in
            (try? result.get()) == nil ? [] : family.names
        }
        var states = await states(of: there).makeIterator()
        for (family, result) in zip(wanted.families, results) {
            for name in family.names {
                do throws(FontError) {
                    let result = try result.get()
                    let font = try await downloaded(
                        name, states.next() ?? .success(.missing), result,
                        family.aliases.contains(name) ? family.plan : nil)
                    let sizes = { @Sendable (event: inout FontMatchingEvent) in
                        event.currentAssetSize = family.plan.downloadSize
                        (event.totalDownloadedSize, event.totalAssetSize) = (meter.received, total)
                    }
                    emit(.downloading, name) { event in
                        event.percentage = 100
                        sizes(&event)
                    }
                    emit(.didFinishDownloading, name, change: sizes)
                    emit(.didMatch, name) { $0.results = [font] }
                    course.end.results.append(font)
                } catch {
                    fail(name, error)
                }
            }
        }
    }

    private func found(_ font: FontDescriptor, _ name: String, _ course: inout Course) {
        if case .registered(_, _, let provider, _, _) = font.origin, DownloadSource.owns(provider) {
            emit(.didFinishDownloading, name)
        }
        emit(.didMatch, name) { $0.results = [font] }
        course.end.results.append(font)
    }

    private func fail(_ name: String, _ error: FontError) {
        emit(.didFailWithError, name) { $0.error = error.of(error.file ?? name) }
    }

    private func emit(
        _ state: FontMatchingEvent.State, _ name: String? = nil, _ purpose: FontDownloadState.Purpose = .download,
        change: (inout FontMatchingEvent) -> Void = { _ in }
    ) {
        var event = FontMatchingEvent(state, name, of: names)
        change(&event)
        send(event)
        track(event, purpose)
    }
}
