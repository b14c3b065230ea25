import FontFiles
import FontLookup
import FontModel
import FontRegistry
import FontTransfer
import Glibc
import SystemPackage

/// Families that are downloaded at the same time and registered in one operation.
struct DownloadGroup: Sendable {
    let whole: DownloadRun
    let plans: [DownloadPlan]
    private let meters: [DownloadMeter]
    /// The errors of plans that failed, by their places.
    var errors: [Int: FontError] = [:]
    /// The parts of the bodies, by SHA-256; they are locked.
    var parts: [String: PartFile] = [:]
    /// The texts of licences, by SHA-256.
    var texts: [String: LicenseText] = [:]
    /// The fonts that were fetched, by SHA-256.
    var fetched: [String: FetchedFont] = [:]
    /// The SHA-256 of files that another process downloaded meanwhile.
    var present: Set<String> = []

    init(
        of whole: DownloadRun, _ plans: [DownloadPlan], _ report: @escaping @Sendable (DownloadEvent) -> Void
    ) {
        self.whole = whole
        self.plans = plans
        meters = plans.map { DownloadMeter($0, report) }
    }

    /// Downloads and registers the families.
    ///
    /// - Returns: The results in the order of the plans.
    mutating func run() async -> [Result<DownloadResult, FontError>] {
        let agreed = Set(whole.options.consent.map(\.text))
        for (place, plan) in plans.enumerated() where !plan.isComplete && !agreed.isSuperset(of: plan.agreements) {
            errors[place] = FontError(
                .cancelledByUser,
                "The license of the family asks for agreement, which nobody gave. Read it and agree to it to download the fonts.",
                file: plan.family.family)
        }
        for place in plans.indices where isActive(place) {
            do throws(FontError) {
                try await fetchTexts(of: plans[place], meters[place])
            } catch {
                errors[place] = error
            }
        }
        do throws(FontError) {
            try checkSpace()
            try await lockParts()
            try await notePresent()
            await fetchFonts()
        } catch {
            for place in plans.indices where isActive(place) { errors[place] = error }
        }
        let results = await register()
        for part in parts.values { part.removeIfUseless() }
        return results
    }

    /// Whether something of a plan is missing, and nothing failed so far.
    func isActive(_ place: Int) -> Bool { errors[place] == nil && !plans[place].isComplete }

    /// The files to fetch, with the place of the plan; each content once.
    private var missing: [(place: Int, file: DownloadPlan.File)] {
        var known = present
        return plans.indices.filter(isActive).flatMap { place in plans[place].missing.map { (place, $0) } }
            .filter { known.insert($0.1.file.sha256).inserted }
    }

    // MARK: Licences

    /// Fetches the texts of a licence, before any font.
    private mutating func fetchTexts(of plan: DownloadPlan, _ meter: DownloadMeter) async throws(FontError) {
        for form in plan.texts {
            if texts[form.sha256] == nil { texts[form.sha256] = try await text(form, meter) }
            meter.note(form.size, of: form.sha256, limit: form.size)
        }
    }

    private func text(_ form: DownloadPlan.Form, _ meter: DownloadMeter) async throws(FontError) -> LicenseText {
        // Other fonts may have come with it.
        let kept = whole.fonts.storeContext.map { "\($0.paths.licenses)/texts/\(form.sha256).txt" }
        if let kept, let bytes = try? PublishedFolder.read(kept, atMost: FontLimits.licenseTextSize) {
            let text = LicenseText(bytes)
            if text.sha256 == form.sha256 { return text }
        }
        let part = try await PartFile(form.sha256, in: whole.folder) { meter.noteWaiting() }
        var download = download(form, into: part, meter, of: form.sha256, limit: form.size)
        do throws(FontError) {
            try await download.run()
            let source = try download.part.source()
            let text = LicenseText(try source.file.bytes(0..<source.size, path: source.path))
            download.part.remove()
            return text
        } catch {
            download.part.close(after: error)
            throw error
        }
    }

    private func download(
        _ form: DownloadPlan.Form, into part: PartFile, _ meter: DownloadMeter, of sha256: String, limit: Int64
    ) -> FileDownload {
        FileDownload(
            form, into: part, over: whole.transport, pause: whole.pause,
            didReceive: { meter.note($0, of: sha256, limit: limit) }, willRetry: { meter.noteRetry($0, $1) })
    }

    // MARK: Fonts

    /// Checks that there is room for the files in the folder of downloads and in the store.
    ///
    /// - Throws: `registrationFailed` (301) for a full disk.
    private func checkSpace() throws(FontError) {
        let files = missing.map(\.file)
        guard !files.isEmpty else { return }
        try makeFolder(whole.folder.path)
        let fonts = files.reduce(0) { $0 + $1.file.size }
        // A compressed form is unpacked beside its part.
        let bodies = files.reduce(0) { $0 + $1.forms[0].size + ($1.forms[0].coding == nil ? 0 : $1.file.size) }
        var room: [UInt: (path: String, size: Int64)] = [:]
        for (path, size) in [(whole.folder.path, bodies), (whole.fonts.storeContext?.paths.dataHome, fonts)] {
            var space = statvfs()
            guard let path, statvfs(path, &space) == 0 else { continue }
            let needed = (room[UInt(space.f_fsid)]?.size ?? 0) + size
            room[UInt(space.f_fsid)] = (path, needed)
            // Some file systems without a limit state the greatest numbers.
            let free = UInt64(space.f_bavail).multipliedReportingOverflow(by: UInt64(space.f_frsize))
            guard !free.overflow, Int64(clamping: free.partialValue) < needed else { continue }
            throw .store(.writeFile, path: path, errno: ENOSPC)
        }
    }

    /// Locks the parts of all bodies in one order, so that two downloads never wait for each other.
    private mutating func lockParts() async throws(FontError) {
        let bodies = missing.flatMap { missing in missing.file.forms.map { ($0.sha256, meters[missing.place]) } }
        for (sha256, meter) in bodies.sorted(by: { $0.0 < $1.0 }) where parts[sha256] == nil {
            parts[sha256] = try await PartFile(sha256, in: whole.folder) { meter.noteWaiting() }
        }
    }

    /// Notes the files that another process registered after the plan was made.
    private mutating func notePresent() async throws(FontError) {
        let files = missing.map { (sha256: $0.file.file.sha256, source: plans[$0.place].source) }
        present.formUnion(try await registered(files).map { files[$0].sha256 })
    }

    /// Returns the places of the fonts that were downloaded from their catalogues.
    func registered(
        _ files: [(sha256: String, source: DownloadSource)]
    ) async throws(FontError) -> [Int] {
        let ids = files.map { RegistrationID.make(sha256: $0, scope: .persistent, provider: $1.provider) }
        let contents = try await whole.fonts.storedContents(of: Set(ids))
        return ids.indices.filter { contents[ids[$0]] != nil }
    }

    /// Fetches the fonts, several at once.
    private mutating func fetchFonts() async {
        let files = missing
        var (begun, running) = (0, 0)
        await withTaskGroup(of: (place: Int, result: FetchedFont.Attempt).self) { group in
            while true {
                while running < DownloadRun.transfersAtOnce, begun < files.count {
                    let (place, file) = files[begun]
                    begun += 1
                    guard errors[place] == nil else { continue }
                    running += 1
                    let downloads = file.forms.compactMap { form in
                        parts[form.sha256].map {
                            download(
                                form, into: $0, meters[place], of: file.file.sha256, limit: file.forms[0].size)
                        }
                    }
                    let (folder, worker) = (whole.folder, whole.fonts.storeContext?.workers?.program)
                    group.addTask {
                        (place, await FetchedFont.fetch(file.file, by: downloads, in: folder, unpackedBy: worker))
                    }
                }
                guard let (place, attempt) = await group.next() else { return }
                running -= 1
                parts.merge(attempt.parts) { $1 }
                switch attempt.font {
                case .success(let font): fetched[font.sha256] = font
                case .failure(let error): errors[place] = errors[place] ?? error
                }
            }
        }
    }
}

/// A font that was fetched and verified.
struct FetchedFont: Sendable {
    let sha256: String
    /// The bytes of the font, in its part or in a file without a name.
    let file: OpenedFile
    let report: DownloadResult.Fetched

    /// The attempt to fetch a font, with the parts of its forms after that.
    struct Attempt: Sendable {
        var parts: [String: PartFile] = [:]
        var font: Result<FetchedFont, FontError>
    }

    /// Fetches a font in one of its forms.
    ///
    /// The next form is tried if servers have another file than the catalogue says, or none.
    /// - Parameter worker: The program that unpacks; nil for the installed one.
    static func fetch(
        _ file: FamilyDocument.File, by downloads: [FileDownload], in folder: DownloadFolder,
        unpackedBy worker: String?
    ) async -> Attempt {
        var attempt = Attempt(font: .failure(.downloadCancelled))
        for var download in downloads {
            do throws(FontError) {
                try await download.run()
                let source = try download.part.source()
                let font =
                    download.form.coding == nil
                    ? source.file
                    : try await BlockingWork.perform { () throws(FontError) in
                        try UnpackedFile.unpack(
                            source, size: Int(file.size), sha256: file.sha256, in: folder.path, by: worker)
                    }
                attempt.parts[download.form.sha256] = download.part
                attempt.font = .success(
                    FetchedFont(
                        sha256: file.sha256, file: font,
                        report: DownloadResult.Fetched(
                            sha256: file.sha256, address: RemoteAddress.shown(download.served),
                            bytes: download.bytes)))
                return attempt
            } catch {
                let error = error.of(download.served.isEmpty ? error.file : RemoteAddress.shown(download.served))
                download.part.close(after: error)
                attempt.parts[download.form.sha256] = download.part
                attempt.font = .failure(error)
                guard error.isOfServersFile else { return attempt }
            }
        }
        return attempt
    }
}
