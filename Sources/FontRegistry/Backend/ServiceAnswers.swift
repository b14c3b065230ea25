package import FontModel

/// The answers of the service to a program that sees neither the store nor the host's fonts.
///
/// A program with the store composes these answers itself, in modules above the registry.
package protocol ServiceAnswers: Sendable {
    /// Explains a name or the id of a registration, or a file.
    ///
    /// - Parameters:
    ///   - name: The name, or that of the file for reports.
    ///   - file: The file; nil to explain the name.
    ///   - program: The program of the question; nil for none.
    func explanation(
        of name: String, file: OpenedFile?, for program: String?
    ) async throws(FontError) -> ExplainedFont

    /// Draws fonts, then files.
    func picture(
        of fonts: [String], files: [(name: String, file: OpenedFile)], options: PictureOptions
    ) async throws(FontError) -> FontPicture

    /// Returns the texts of the licences of families, by the name that was asked for; without families that the service
    /// does not have.
    func licenseTexts(
        of families: [String]
    ) async throws(FontError) -> [String: [(file: String?, text: String)]]
}
