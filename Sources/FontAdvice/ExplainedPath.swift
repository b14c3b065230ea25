public import FontModel
public import FontRegistry
public import Foundation

/// The condition of a file, a folder or an archive, with what only its contents tell.
public struct ExplainedPath: Sendable, Hashable {
    /// The condition, whether programs see it, and what helps.
    public var explanation: ExplainedFont
    /// The defects that the deep check found in a file that is not registered, in an archive or in a folder.
    public var findings: [FontFinding]
    /// The number of fonts in a folder or an archive; nil for a file, and if it is unknown.
    public var fontCount: Int?
    /// The number of files in a folder or an archive that cannot be registered.
    public var unusableFiles: Int
    /// Whether a registered file has other contents than when it was registered.
    public var isFileChanged: Bool

    init(_ font: FontExplanation) {
        explanation = font.explained()
        findings = font.findings
        fontCount = font.archivedFonts
        unusableFiles = font.unusableFiles
        isFileChanged = font.isFileChanged
    }
}

extension FontManager {
    /// Explains a file, a folder or an archive of fonts, as `fontctl why` does: whether programs see the fonts, why not, and
    /// what helps.
    ///
    /// Beyond ``explanation(ofFile:for:)``, a file that is not registered is checked deeply, a registered one is compared
    /// with its contents now, and folders and archives are explained by the fonts in them, also when they are gone.
    /// - Parameters:
    ///   - path: The file, folder or archive.
    ///   - program: As for ``explanation(of:for:)``.
    /// - Throws: The errors of ``explanation(of:for:)``; ``FontError/Code/fileNotFound`` (101) if there is nothing at the
    ///   path and nothing was registered from there, or the program is not found;
    ///   ``FontError/Code/invalidFilePath`` (306) if the URL is not of this machine; and
    ///   ``FontError/Code/missingEntitlement`` (302) if the manager uses the service, which does not see the paths of a
    ///   caller.
    public func explanation(ofPath path: URL, for program: String? = nil) async throws(FontError) -> ExplainedPath {
        let text = try path.localPath()
        guard let storeContext else {
            throw FontError(
                .missingEntitlement,
                "The service does not see the paths of a program in a sandbox. Ask about a file, which is passed to it.",
                file: text)
        }
        var context = ExplainingContext(registry: storeContext)
        context.readsOriginals = true
        let explainer = try explainer(for: program, in: context)
        guard case .font(let font) = try await explainer.explain([.file(text)]) else {
            preconditionFailure("a path was explained as a family")
        }
        guard font.situation != .invalid || AbsolutePath.exists(text) else {
            throw FontError(.fileNotFound, "There is nothing at this path. Check the path.", file: text)
        }
        return ExplainedPath(font)
    }
}
