public import FontRegistry
public import Foundation

extension FontManager {
    /// Explains whether programs see a font or a family, why not, and what helps.
    ///
    /// With the service, the answer is about the host's programs, and has no facts of the user's machine for a caller in a
    /// sandbox: ``ExplainedFont`` says which. For a provider, a font that another one registered is one of the system, and
    /// a font that the user hides is not found. Fonts in process scope are not explained.
    /// - Parameters:
    ///   - name: A family, a name of any kind, or the id of a registration.
    ///   - program: A program or toolkit, such as `libreoffice` or `gtk`, of which the answer says when it shows changes;
    ///     nil for none.
    /// - Throws: `FontError` with code ``FontError/Code/insufficientInfo`` (303) if the name is empty,
    ///   ``FontError/Code/fileNotFound`` (101) if no such program is known or running, ``FontError/Code/missingEntitlement``
    ///   (302) if the user's policy denies lookups, or ``FontError/Code/registrationFailed`` (301) if the store, the service
    ///   or fontconfig cannot be used.
    public func explanation(of name: String, for program: String? = nil) async throws(FontError) -> ExplainedFont {
        guard !name.isEmpty else {
            throw FontError(
                .insufficientInfo, "The name is empty. Specify a family, a name or the id of a registration.")
        }
        if let answers = serviceAnswers {
            return try await answers.explanation(of: name, file: nil, for: program)
        }
        return try await explainer(for: program).explain(text: name).explained()
    }

    /// Explains whether programs see the fonts of a file, why not, and what helps.
    ///
    /// The file is recognised by its contents and by its identity, and need not be visible to the service.
    /// - Parameters:
    ///   - file: The font file.
    ///   - program: As for ``explanation(of:for:)``.
    /// - Returns: For a file that cannot be registered, ``ExplainedFont/Situation/invalid`` with the reason as the advice.
    /// - Throws: The errors of ``explanation(of:for:)``; ``FontError/Code/fileNotFound`` (101),
    ///   ``FontError/Code/insufficientPermissions`` (102), ``FontError/Code/exceededResourceLimit`` (106) or
    ///   ``FontError/Code/invalidFilePath`` (306) if the file cannot be opened.
    public func explanation(
        ofFile file: URL, for program: String? = nil
    ) async throws(FontError) -> ExplainedFont {
        let path = try file.localPath()
        let opened = try await BlockingWork.perform { () throws(FontError) in try SourceFile(opening: path).file }
        if let answers = serviceAnswers {
            return try await answers.explanation(of: path, file: opened, for: program)
        }
        let read = try await FileToExplain(name: path, file: opened) { () throws(FontError) in
            try await BlockingWork.perform { () throws(FontError) in
                let font = try FontFile(contentsOf: path)
                return (font.sha256, font.faces)
            }
        }
        return try await explainer(for: program).explain(file: read).explained()
    }

    private func explainer(for word: String?) async throws(FontError) -> FontExplainer {
        try explainer(for: word, in: ExplainingContext(registry: storeContext))
    }

    /// Returns the explainer for a program: one that is known or running, or whose file is in a folder of `PATH`.
    func explainer(for word: String?, in context: ExplainingContext) throws(FontError) -> FontExplainer {
        let environment = ProcessInfo.processInfo.environment
        var (context, program) = (context, KnownProgram?.none)
        if context.registry != nil { context.renewal = { .renewList(MatplotlibLists(environment), $0) } }
        if let word {
            program = try KnownProgram.found(word, among: context.runningPrograms, in: environment["PATH"])
        }
        return FontExplainer(self, in: context, for: program)
    }
}
