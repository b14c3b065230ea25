public import FontModel
public import Foundation

extension FontManager {
    /// Returns the files of the licences that came with registered fonts, by the id of the registration.
    package func keptLicenses(of registrations: [Registration]) async throws(FontError) -> [String: [String]] {
        let kept = try await backend.keptLicenses(of: Set(registrations.map(\.sha256)))
        return Dictionary(registrations.map { ($0.id, kept[$0.sha256] ?? []) }, uniquingKeysWith: { first, _ in first })
    }

    /// Returns the files of the licences that came with fonts that are registered for all users, by their paths.
    package func keptLicenses(ofFilesAt paths: [String]) async throws(FontError) -> [String: [String]] {
        let store = processState.system.store
        return try await perform { () throws(FontError) in store.licenses(at: paths) }
    }

    /// Returns the legal texts, classification and metrics of a font (`CTFontCopyName`, `CTFontGetAscent` and related
    /// functions).
    ///
    /// They are read from the font's file at every call; registered fonts, the system's, and files that were only read
    /// are alike.
    /// - Throws: `FontError` with code ``FontError/Code/fileNotFound`` (101) if the file is gone or the font is
    ///   disabled, ``FontError/Code/insufficientPermissions`` (102), ``FontError/Code/unrecognizedFormat`` (103) or
    ///   ``FontError/Code/invalidFontData`` (104) if the file has changed to something else, or
    ///   ``FontError/Code/registrationFailed`` (301) if it cannot be read now.
    public func details(of font: FontDescriptor) async throws(FontError) -> FontDetails {
        guard let path = font.path else { throw .disabledFont(font) }
        let index = font.face.index
        return try await perform { () throws(FontError) in try FontDetails(ofFace: index, inFile: path) }
    }
}

extension FontError {
    /// Returns the error for a font without a file that programs can open.
    static func disabledFont(_ font: FontDescriptor) -> FontError {
        FontError(
            .fileNotFound,
            "\(font.postscriptName) is disabled and has no file that programs can open. Enable it first.")
    }
}

extension FontDetails {
    /// Returns the text of a kind in a reader's language, or else the default text (`CTFontCopyLocalizedName`).
    public func text(_ kind: FontText.Kind, for locale: Locale) -> String? {
        let texts = texts.filter { $0.kind == kind }
        return locale.closest(of: texts) { $0.language }?.text ?? texts.first?.text
    }
}

extension FontFace {
    /// Returns the family, style or full name in a reader's language, or else the one that programs know
    /// (`CTFontDescriptorCopyLocalizedAttribute`).
    public func name(_ kind: LocalizedName.Kind, for locale: Locale) -> String {
        let name =
            switch kind {
            case .family: family
            case .style: style
            case .fullName: fullName
            }
        // If there are several names, the face's own is the English one.
        guard locale.language.languageCode?.identifier != "en" else { return name }
        return locale.closest(of: localizedNames.filter { $0.kind == kind }) { $0.language }?.text ?? name
    }
}
