import FontFiles
import FontModel
import FontRegistry
import Foundation
import Glibc

/// A package of the distribution that has the fonts of a family.
package struct DistributionPackage: Sendable {
    let source: DistributionSource
    let family: DistributionFamily
    /// Whether the fonts of this version of the package are registered.
    let isPresent: Bool

    /// The package and its version, as a download records them.
    var document: String { "\(family.package)=\(family.version)" }

    /// Downloads the package with apt, and registers all its fonts in one operation that changes all or nothing.
    ///
    /// apt checks the package by the distribution's signatures. The fonts are unpacked by the worker, with the package's
    /// statement of copyright as the text of their licence. Fonts of an earlier version of the package are replaced.
    /// - Returns: What was registered; errors are 301 with the cause `network`, `download` or `catalog` if apt does not get
    ///   the package, 302 for a package without statement of copyright, 303 if it does not have the fonts that the
    ///   catalogue data promises, 304 for a cancelled task, and the errors of a registration.
    func download(
        _ plan: DownloadPlan, by run: DownloadRun, _ report: @escaping @Sendable (DownloadEvent) -> Void
    ) async -> Result<DownloadResult, FontError> {
        let origins = source.origins
        do throws(FontError) {
            // One download of a package at a time; what it registers serves the others.
            let lock = try await PartFile("package-\(family.package)", in: DownloadFolder(source.cache)) {
                report(.waiting(family: family.id))
            }
            defer {
                lock.remove()
                DownloadFolder(source.cache).sweep()
            }
            let present = try await RegisteredContents(of: run.fonts)
            let former = try source.former(of: family.package)
            if let former, former.document == document, former.files.allSatisfy(present.contains) {
                return .success(DownloadResult(origin: former, outcomes: [], fetched: []))
            }
            let folder = try PackageFolder(in: source.cache, prefix: "package-")
            defer { withExtendedLifetime(folder) {} }
            let size = family.size
            let path = try await fetch(into: folder.path) { percentage in
                let received = Int64(Double(size) * min(max(percentage, 0), 100) / 100)
                report(.progress(family: family.id, DownloadProgress(received: received, total: size)))
            }
            let summary = try await register(path, of: plan, by: run, over: former)
            let files = summary.registrations.filter { $0.provider == plan.source.provider }.map(\.sha256)
            return .success(
                DownloadResult(
                    origin: try run.record(plan, files, isWhole: true, over: former, in: origins),
                    outcomes: summary.outcomes, operation: summary.operation, fetched: []))
        } catch {
            return .failure(error)
        }
    }

    private func register(
        _ path: String, of plan: DownloadPlan, by run: DownloadRun, over former: DownloadOrigin?
    ) async throws(FontError) -> FontSummary {
        let file = try SourceFile(opening: path).file
        let font = FontSource.licensedArchive(file, name: String(PathText.name(of: path)))
        let replaces = run.options.replaces || former != nil
        let manager = run.manager(for: plan.source, replacing: replaces)
        var options = RegistrationOptions(
            replaces: replaces, allowsDowngrade: replaces, isAtomic: true, isDryRun: true)
        let found: FontSummary
        do throws(FontError) {
            found = try await manager.register([font], scope: .persistent, options: options).summary().orFailure()
        } catch {
            guard error.code == .fileNotFound else { throw error }
            throw FontError(
                .insufficientInfo,
                "The package \(family.package) has no TrueType or OpenType font. Search for another family with `fontctl catalog search`."
            )
        }
        try check(found.registrations.flatMap(\.faces))
        guard !Task.isCancelled else { throw .downloadCancelled }
        options.isDryRun = false
        return try await manager.register([font], scope: .persistent, options: options).summary().orFailure()
    }

    // MARK: The package

    /// Fetches the package.
    ///
    /// - Parameter report: Receives the percentages that apt tells.
    /// - Returns: The path of the package.
    private func fetch(
        into folder: String, _ report: @escaping @Sendable (Double) -> Void
    ) async throws(FontError) -> String {
        let places = source.places
        guard let program = places.program("apt-get"), !family.version.isEmpty else {
            throw FontError(
                .registrationFailed,
                "This distribution's packages are not downloaded by apt. Install the package \(family.package) with its package manager."
            )
        }
        report(0)
        // The third descriptor is not passed on; apt's own output is not read.
        let arguments = ["-q", "-o", "APT::Status-Fd=1", "download", document]
        let stop = ProgramStop()
        let ending = await withTaskCancellationHandler {
            await Result { () async throws(FontError) in
                try await BlockingWork.perform { () throws(FontError) in
                    var lines = TextLines()
                    return ProgramOutput.run(
                        program, arguments, environment: places.environment, folder: folder, stoppedBy: stop
                    ) { bytes in
                        lines.read(bytes) { line in AptStatus.percentage(line).map(report) }
                    }
                }
            }
        } onCancel: {
            stop.end()
        }
        guard !Task.isCancelled else { throw .downloadCancelled }
        guard let ending = try ending.get() else { throw AptFailure.notStarted(program) }
        let name = try folderEntries(folder).first { $0.hasSuffix(".deb") }
        guard ending.status == 0, let name else { throw AptFailure.error(ending.messages, [family.package]) }
        report(100)
        return "\(folder)/\(name)"
    }

    /// Checks that the fonts of the package have all names that the catalogue data promises.
    ///
    /// Letters and digits are compared: some data has a hyphen where the font has a space.
    private func check(_ faces: [FontFace]) throws(FontError) {
        func form(_ name: String) -> String { name.lowercased().filter { $0.isLetter || $0.isNumber } }
        var names: Set<String> = []
        for face in faces {
            let fields = [face.postscriptName, face.fullName, face.family, "\(face.family) \(face.style)"]
            names.formUnion(fields.map(form))
        }
        let missing = family.fonts.filter { !names.contains(form($0)) }
        guard let first = missing.first else { return }
        throw FontError(
            .insufficientInfo,
            "The package \(family.package) does not have the font “\(first)” that the distribution's catalogue promises, and none of its fonts is registered. Run `apt update`, then try again."
        )
    }
}

/// What apt tells of its progress on the descriptor `APT::Status-Fd`.
enum AptStatus {
    /// Returns the percentage of a line such as `dlstatus:1:45.3000:Retrieving file 1 of 1`; nil for another line.
    static func percentage(_ line: UnsafeRawBufferPointer) -> Double? {
        let parts = String(decoding: line, as: UTF8.self).split(separator: ":", maxSplits: 3)
        guard parts.count > 2, parts[0] == "dlstatus" else { return nil }
        return Double(parts[2])
    }
}
