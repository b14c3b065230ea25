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
        try await queue.perform { () throws(FontError) in
            SystemStore(self.processState.context).licenses(at: paths)
        }
    }

    /// Returns the legal texts, classification and metrics of a font (`CTFontCopyName`, `CTFontGetAscent` and related
    /// functions).
    ///
    /// They are read from the font's file at every call; registered fonts in any state, the system's, and files that were
    /// only read are alike.
    /// - Throws: The errors of ``open(_:)-(FontDescriptor)``; `FontError` with code
    ///   ``FontError/Code/unrecognizedFormat`` (103) or ``FontError/Code/invalidFontData`` (104) if the file has changed to
    ///   something else.
    public func details(of font: FontDescriptor) async throws(FontError) -> FontDetails {
        try await reading(font) { (file, index) throws(FontError) in try FontDetails(ofFace: index, in: file) }
    }

    /// Returns the typographic features of a font with their names (`CTFontCopyFeatures`), sorted by tag.
    ///
    /// They are read from the tables `GSUB` and `GPOS` of the font's file at every call.
    /// - Throws: The errors of ``details(of:)``.
    public func features(of font: FontDescriptor) async throws(FontError) -> [FontFeature] {
        try await reading(font) { (file, index) throws(FontError) in
            try FontFeature.features(ofFace: index, in: file)
        }
    }

    /// Returns the characters that a font maps (`CTFontCopyCharacterSet`), from the registry or the font's file.
    ///
    /// - Throws: The errors of ``details(of:)``.
    public func coverage(of font: FontDescriptor) async throws(FontError) -> CharacterCoverage {
        if let scope = font.scope, let known = try await backend(of: scope).coverage(of: font) { return known }
        return try await reading(font) { (file, index) throws(FontError) in
            try FontFile(file).coverage(ofFace: index)
        }
    }

    /// Returns all records of a font's `name` table, with raw bytes and display form.
    ///
    /// - Throws: The errors of ``details(of:)``.
    public func nameRecords(of font: FontDescriptor) async throws(FontError) -> [NameRecord] {
        try await reading(font) { (file, index) throws(FontError) in
            try FontFile(file).nameRecords(ofFace: index)
        }
    }

    private func reading<Value: Sendable>(
        _ font: FontDescriptor, _ body: @escaping @Sendable (SourceFile, Int) throws(FontError) -> Value
    ) async throws(FontError) -> Value {
        let file = try await open(font)
        return try await queue.perform { () throws(FontError) in
            try body(try SourceFile(opened: file, name: font.path ?? font.postscriptName), font.face.index)
        }
    }

    /// Returns the path of a file with the bytes of a font, for another process of the user: the one that programs open,
    /// or for a disabled font the one in the store.
    ///
    /// - Throws: `fileNotFound` (101) if there is none.
    package func file(of font: FontDescriptor) async throws(FontError) -> String {
        if let path = font.path { return path }
        if let scope = font.scope, let path = try await backend(of: scope).storedFile(of: font) { return path }
        throw .noBytes(of: font.postscriptName)
    }

    /// Returns the path of a file with the bytes of a registration: the one that programs open, or for a disabled font the
    /// one in the store; nil if this process sees neither.
    package func file(of registration: Registration) async throws(FontError) -> String? {
        if let path = registration.path { return path }
        guard let face = registration.faces.first else { return nil }
        let font = FontDescriptor(
            face: face, path: nil,
            origin: .registered(
                id: registration.id, scope: registration.scope, provider: registration.provider,
                isEnabled: registration.isEnabled, tags: registration.tags))
        return try await backend(of: registration.scope).storedFile(of: font)
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

extension FontFeature {
    /// Returns the name of the feature in a reader's language, or else ``name``.
    public func name(for locale: Locale) -> String? {
        locale.closest(of: names) { $0.language }?.text ?? name
    }
}

extension FontDetails {
    /// Returns the text of a kind in a reader's language, or else the default text (`CTFontCopyLocalizedName`).
    public func text(_ kind: FontText.Kind, for locale: Locale) -> String? { localizedText(kind, for: locale)?.text }

    /// Returns the text of a kind in a reader's language, or else the default text, with the language that it is in.
    public func localizedText(_ kind: FontText.Kind, for locale: Locale) -> FontText? {
        let texts = texts.filter { $0.kind == kind }
        return locale.closest(of: texts) { $0.language } ?? texts.first
    }
}

extension FontFace {
    /// Returns the family, style or full name in a reader's language, or else the one that programs know
    /// (`CTFontDescriptorCopyLocalizedAttribute`).
    public func name(_ kind: LocalizedName.Kind, for locale: Locale) -> String { localizedName(kind, for: locale).text }

    /// Returns the family, style or full name in a reader's language, or else the one that programs know, with the
    /// language that it is in (`CTFontDescriptorCopyLocalizedAttribute`).
    ///
    /// The language is `und` (BCP 47, undetermined) for the name that programs know if that is not English.
    public func localizedName(_ kind: LocalizedName.Kind, for locale: Locale) -> LocalizedName {
        let name =
            switch kind {
            case .family: family
            case .style: style
            case .fullName: fullName
            }
        // If there are several names, the face's own is the English one.
        let own = LocalizedName(kind: kind, language: name.allSatisfy(\.isASCII) ? "en" : "und", text: name)
        guard !locale.isEnglish else { return own }
        return locale.closest(of: localizedNames.filter { $0.kind == kind }) { $0.language } ?? own
    }
}

extension FontDescriptor {
    /// Returns the family, style or full name of the font in a reader's language, with the language that it is in; see
    /// ``FontFace/localizedName(_:for:)``.
    ///
    /// A named instance has its style and full name in one language only.
    public func localizedName(_ kind: LocalizedName.Kind, for locale: Locale) -> LocalizedName {
        var face = face.shown(as: instance)
        if instance?.isDefault == false { face.localizedNames.removeAll { $0.kind != .family } }
        return face.localizedName(kind, for: locale)
    }
}
