import FontModel
import Inspection

/// Inspects the staged files of one batch, here or in processes of the batch's own.
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
    func inspect(_ staged: StagedFile, given: String) throws(FontError) -> FontInspection {
        if let workers { return try workers.inspect(staged, given: given) }
        try refused.check(staged.sha256, file: given)
        return try FontInspection(
            staged.contents.bytes, sha256: staged.sha256, readableAt: staged.path, given: given)
    }
}
