package import FontModel
package import Inspection

/// Inspects the copied files of one batch, in this process or in workers of the batch.
///
/// A content on which a worker failed is refused in both cases: it could crash or block this process and every program
/// that shows the font.
package struct FileInspector: Sendable {
    private let refused: RefusedContents
    private let workers: WorkerBatch?

    package init(_ context: RegistryContext) {
        refused = RefusedContents(context.paths)
        workers =
            switch context.inspection {
            case .inProcess: nil
            case .workers(let workers): WorkerBatch(workers, refused: refused)
            }
    }

    /// Inspects a file.
    ///
    /// - Throws: `unrecognizedFormat` (103), `invalidFontData` (104) or `exceededResourceLimit` (106);
    ///   `registrationFailed` (301) if the file could not be inspected.
    package func inspect(_ copy: some FontCopy, given: String) throws(FontError) -> FontInspection {
        if let workers { return try workers.inspect(copy, given: given) }
        try refused.check(copy.sha256, file: given)
        return try FontInspection(
            copy.contents.bytes, sha256: copy.sha256, readableAt: copy.path, given: given)
    }

    /// Checks a file deeply, and reports a failure of the worker as a finding.
    func check<Check: DeepChecking>(_ copy: some FontCopy, given: String) -> Check {
        do throws(FontError) {
            if let workers { return try workers.check(copy, given: given) }
            try refused.check(copy.sha256, file: given)
            return Check(file: given, copy.contents.bytes, sha256: copy.sha256, readableAt: copy.path)
        } catch {
            guard error.code == .invalidFontData else { return Check(file: given, error) }
            let finding = FontFinding(.checkBroughtDown, message: error.message)
            return Check(file: given, format: nil, findings: [finding])
        }
    }
}
