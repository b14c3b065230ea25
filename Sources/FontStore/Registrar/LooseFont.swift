import FontModel
import Inspection
import SystemPackage

/// A font file of the user's folders that passed inspection.
struct LooseFont: Sendable {
    var font: PreparedFont
    /// The state of the file when its bytes were read.
    var state: Fingerprint
    /// The path of its folder without links.
    var folder: String

    var file: AdoptionPlan.File {
        AdoptionPlan.File(
            path: font.file, sha256: font.inspection.sha256,
            modified: Double(state.seconds) + Double(state.nanoseconds) / 1e9)
    }
}

extension Registrar {
    /// Copies and inspects files of the user's folders.
    ///
    /// - Parameters:
    ///   - items: The files, which are among those that were found.
    ///   - staging: The folder for the copies; nil in a dry run.
    func read(
        _ items: [FontItem], of found: LooseFonts, into staging: StagingArea?
    ) throws(FontError) -> BatchIntake<LooseFont> {
        let (inspector, folders) = (FileInspector(context), found.settled)
        return try BatchIntake(items, isAtomic: false, watcher: BatchWatcher()) { item throws(FontError) in
            let source = try SourceFile(opening: item.name)
            guard let state = source.fingerprint() else { throw SourceFile.unreadable(item.name, .badFileDescriptor) }
            let copy = try Self.copied(source, to: staging)
            let inspection = try inspector.inspect(copy, given: item.name)
            return LooseFont(
                font: PreparedFont(
                    file: item.name, staged: copy as? StagedFile, inspection: inspection, licenses: item.licenses),
                state: state, folder: folders[PathText.folder(of: item.name)] ?? "")
        }
    }
}
