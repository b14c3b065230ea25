package import FontModel
import OpenType

/// All that a worker reads of one file: what a registration stores, and what is only shown.
package struct FileExamination: Sendable {
    /// The properties that are stored, or the error with which the file is refused.
    package var inspection: InspectionResult
    /// The details of each face; none for a refused file.
    package var details: [FontDetails] = []
    /// The features of each face; none for a refused file.
    package var features: [[FontFeature]] = []
    /// The errors and warnings.
    package var findings: [FontFinding]

    /// Creates the examination of a file that is refused.
    package init(refusedWith error: FontError, findings: [FontFinding]? = nil) {
        inspection = .failure(error)
        self.findings = findings ?? [FontFinding(error)]
    }

    /// Creates the examination of a file of which nothing else is known yet.
    init(of inspection: FontInspection) { (self.inspection, findings) = (.success(inspection), []) }

    /// Reads what is only shown of an inspected file.
    ///
    /// - Parameters:
    ///   - inspection: The result for the file.
    ///   - bytes: The contents of the file. They must not change during the call.
    ///   - sha256: The SHA-256 hash of the file.
    ///   - findings: The findings of a deep check; nil for those of reading.
    package init(
        _ inspection: InspectionResult, of bytes: UnsafeRawBufferPointer, sha256: String, findings: [FontFinding]?
    ) {
        do throws(FontError) {
            _ = try inspection.get()
            let contents = try unsafe FontReader.read(bytes, contentHash: sha256, file: nil)
            self.inspection = inspection
            (details, features) = (contents.faces.map(\.details), contents.faces.map(\.features))
            self.findings = findings ?? contents.findings
        } catch {
            self = FileExamination(refusedWith: error, findings: findings)
        }
    }
}

extension FontFinding {
    /// Whether a worker can have reported the finding, of a file of a size.
    package func isOfWorker(fileSize: Int) -> Bool {
        // The kind determines the code, except that of an unreadable file.
        let isCode =
            kind == .fileUnreadable
            ? FontError.Code.ofWorkers.map(\.rawValue).contains(code ?? 0) : code == kind.code?.rawValue
        // A worker that ended during a check cannot report it itself.
        return isCode && kind != .checkBroughtDown && offset ?? 0 <= fileSize
    }
}
