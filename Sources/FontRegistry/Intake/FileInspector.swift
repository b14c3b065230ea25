import FontModel
import Inspection

/// Inspects the copied files of one batch, here or in processes of the batch's own.
///
/// What once brought a worker down is refused either way: it would bring down this process, and every program that shows
/// fonts.
struct FileInspector: Sendable {
    private let refused: RefusedContents
    private let workers: WorkerBatch?

    init(_ context: RegistryContext) {
        refused = RefusedContents(context.paths)
        workers =
            switch context.inspection {
            case .inProcess: nil
            case .workers(let workers): WorkerBatch(workers, refused: refused)
            }
    }

    /// - Throws: 103, 104, 106; 301 if the file could not be inspected.
    func inspect(_ copy: some FontCopy, given: String) throws(FontError) -> FontInspection {
        if let workers { return try workers.inspect(copy, given: given) }
        try refused.check(copy.sha256, file: given)
        return try FontInspection(
            copy.contents.bytes, sha256: copy.sha256, readableAt: copy.path, given: given)
    }

    /// Checks a file deeply; what brings down a worker is a finding.
    func check(_ copy: some FontCopy, given: String) -> DeepCheck {
        do throws(FontError) {
            if let workers { return try workers.check(copy, given: given) }
            try refused.check(copy.sha256, file: given)
            return DeepCheck(copy.contents.bytes, sha256: copy.sha256, readableAt: copy.path)
        } catch {
            let finding =
                error.code == .invalidFontData
                ? FontFinding(.checkBroughtDown, message: error.message) : FontFinding(error)
            return DeepCheck(format: nil, findings: [finding])
        }
    }
}
