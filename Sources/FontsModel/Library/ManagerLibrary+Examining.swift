import FontFiles
import FontModel
package import FontRegistry
package import Foundation
import Glibc

extension ManagerLibrary {
    /// Examines files, all bytes of which are read by workers.
    ///
    /// Web fonts are unpacked for it, also in folders; whether they are installed is a choice of the plan.
    package func examine(_ sources: [URL], scope: FontScope) -> AsyncStream<ExaminationEvent> {
        AsyncStream { continuation in
            let task = Task(executorPreference: TaskExecution.executor) {
                do throws(FontError) {
                    let options = RegistrationOptions(unwraps: true)
                    var files = manager.examine(sources.map(FontSource.url), scope: scope, options: options)
                        .makeAsyncIterator()
                    while let file = try await files.next() {
                        let place = await FilePlace(of: file.file)
                        continuation.yield(.item(ExaminedItem(file, at: place)))
                        continuation.yield(.progress(completed: file.place + 1, total: file.total))
                    }
                    continuation.yield(.ended)
                } catch {
                    continuation.yield(.failed(error))
                }
                continuation.finish()
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }
}

extension ExaminedItem {
    init(_ file: FontExamination, at place: FilePlace) {
        let outcome: Outcome
        switch (file.outcome.status, file.outcome.error) {
        case (.alreadyRegistered, _): outcome = .present(isOn: file.outcome.registration?.isEnabled ?? true)
        case (.failed, let error?) where error.code == .duplicatedName:
            let other = file.conflict
            outcome = .conflict(
                Conflict(
                    registration: other?.registration, file: other?.file ?? error.conflict?.file, error: error,
                    installedRevision: other?.registered?.revision, offeredRevision: other?.offered.revision))
        case (.failed, let error?): outcome = .refused(error)
        // The other form of a family, or bytes that another of the files has, too.
        case (.skipped, _): outcome = .skipped
        default: outcome = .new
        }
        self.init(
            id: file.file, faces: file.faces.map(\.face), findings: file.findings,
            details: file.faces.first?.details, coverage: file.faces.first?.coverage, outcome: outcome,
            isWebFont: place.isWebFont, size: file.size, source: place.source)
    }
}

/// Where a file that was examined is.
struct FilePlace {
    /// Whether it is packed for the web; of a font in an archive its name decides.
    var isWebFont: Bool
    /// The file to register for it: the file itself, or the archive whose path precedes that of the font in it.
    var source: String

    init(of path: String) async {
        let name = path.lowercased()
        (isWebFont, source) = (name.hasSuffix(".woff") || name.hasSuffix(".woff2"), path)
        let found = try? await BlockingWork.perform { () throws(FontError) in
            (try? FontFile.format(at: path), Self.source(of: path))
        }
        guard let found else { return }
        if let format = found.0 { isWebFont = format == .woff || format == .woff2 }
        source = found.1
    }

    private static func source(of file: String) -> String {
        var (path, status) = (file, stat())
        while GivenPath.with(path, { stat($0, &status) }) != 0 {
            // What is gone is reported when it is installed.
            guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")), slash > path.startIndex else { return file }
            path = String(path[..<slash])
        }
        return status.st_mode & S_IFMT == S_IFDIR ? file : path
    }
}
