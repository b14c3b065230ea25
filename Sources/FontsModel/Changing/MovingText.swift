package import FontModel

/// Texts about exports and imports.
package struct MovingText: Sendable, Hashable {
    package var title: String
    package var body: String

    /// Returns the sentence of a toast about an export.
    package static func sentence(_ exported: ExportedFonts) -> String {
        trn("{count} font was exported ({size}).", "{count} fonts were exported ({size}).", exported.registrations)
            .filled(["size": NumberText.bytes(Int64(exported.size))])
    }

    /// Returns what an error means for a file that was to be written; nil for errors of the library.
    package static func failure(ofExport error: FontError) -> MovingText? {
        guard error.code == .invalidFilePath else { return nil }
        return MovingText(
            title: tr("The File Was Not Replaced"),
            body: tr("{file} holds something else than exported fonts. Choose another name.")
                .filled(["file": name(error)]))
    }

    /// Returns what an error means for a file that was to be imported; nil for errors of the library.
    package static func failure(ofImport error: FontError) -> MovingText? {
        switch error.code {
        case .unrecognizedFormat:
            MovingText(
                title: tr("No Exported Fonts"),
                body: tr("{file} is no export. Choose a file that Fonts exported, or install font files.")
                    .filled(["file": name(error)]))
        case .invalidFontData:
            MovingText(
                title: tr("The Export Is Damaged"),
                body: tr("{file} cannot be used, and nothing was changed. Export the fonts again.")
                    .filled(["file": name(error)]))
        default: nil
        }
    }

    private static func name(_ error: FontError) -> String {
        error.file.map { DisplayText.clean(String(PathText.name(of: $0))) } ?? tr("The file")
    }
}
