public import FontModel
public import FontRegistry
public import Foundation

extension FontManager {
    /// Returns the attributions of families, from the facts in their fonts and the licence texts beside the files.
    ///
    /// For registered fonts, the texts are those that were kept at registration, and those beside the files as they were
    /// given if their folder is that of one family. Families that are disabled or hidden have attributions, too. Over the
    /// bus, texts that this process does not see come from the service.
    /// - Parameters:
    ///   - families: The names of the families, in any language the fonts have, or the PostScript or full names of fonts;
    ///     nil for all registered fonts.
    ///   - documentation: Returns the file with the licences of a system font, such as the copyright file of its
    ///     package; nil if there is none.
    /// - Returns: The attributions by family, and the names of which no font can be used.
    /// - Throws: `FontError` with code ``FontError/Code/registrationFailed`` (301) if the store or fontconfig cannot be
    ///   used.
    public func attributions(
        of families: [String]?, documentation: @escaping @Sendable (URL) -> String? = { _ in nil }
    ) async throws(FontError) -> (attributions: [Attribution], missing: [String]) {
        let found = try await attributions(of: families, searchesGivenFolders: true, documentation: documentation)
        return (found.attributions, found.missing)
    }

    /// Returns the attributions of families and files, each family once, and what was not found.
    ///
    /// - Parameters:
    ///   - families: As for ``attributions(of:documentation:)``.
    ///   - files: Font files that need not be registered.
    ///   - searchesGivenFolders: Whether the folders of registered files as they were given are searched for texts. A
    ///     program in a sandbox gives any path with a descriptor, also of folders that it may not read.
    package func attributions(
        of families: [String]?, files: [AttributedFile] = [], searchesGivenFolders: Bool,
        documentation: @escaping @Sendable (URL) -> String? = { _ in nil }
    ) async throws(FontError) -> FoundAttributions {
        var given = try await givenFiles()
        var found = FoundAttributions()
        var groups: [(family: String, fonts: [FontDescriptor])] = []
        func add(_ fonts: [FontDescriptor], to family: String) {
            if let place = groups.firstIndex(where: { $0.family == family }) {
                groups[place].fonts += fonts.filter { !groups[place].fonts.contains($0) }
            } else {
                groups.append((family, fonts))
            }
        }
        if let families {
            for name in families.unique {
                var fonts = try await self.fonts(matching: FontQuery(family: name))
                if fonts.isEmpty, let font = try await resolve(name).match { fonts = [font] }
                if fonts.isEmpty, let withheld = try await self.withheld(name, isFamily: true) {
                    fonts = withheld.fonts
                    found.withheld.append(withheld)
                }
                if let family = fonts.first?.face.family {
                    add(fonts, to: family)
                } else {
                    found.missing.append(name)
                }
            }
        } else {
            let registered = FontQuery(scopes: Set(FontScope.allCases))
            groups = try await self.families(matching: FontQuerySet(including: [registered]))
                .map { ($0.name, $0.fonts) }
        }
        var texts = try await servedTexts(of: groups.map(\.family))
        for file in files {
            for font in file.fonts {
                if let path = font.path { given.files[path] = (file.name, []) }
                add([font], to: font.face.family)
                texts[font.face.family, default: []] += file.texts
            }
        }
        found.fonts = groups.flatMap(\.fonts)
        for (family, fonts) in groups {
            found.attributions.append(
                try await attribution(
                    of: fonts, family: family, given: given, served: texts[family] ?? [],
                    searchesGivenFolders: searchesGivenFolders, documentation: documentation))
        }
        return found
    }

    /// Returns the attribution of one font, from its facts and the licence texts beside its file.
    ///
    /// - Parameters:
    ///   - font: The font.
    ///   - documentation: As for ``attributions(of:documentation:)``.
    /// - Throws: As ``attributions(of:documentation:)``.
    public func attribution(
        of font: FontDescriptor, documentation: @escaping @Sendable (URL) -> String? = { _ in nil }
    ) async throws(FontError) -> Attribution {
        try await attribution(of: font, givenAs: nil, documentation: documentation)
    }

    /// Returns the attribution of one font.
    ///
    /// - Parameters:
    ///   - path: The file beside which texts are looked for, if the font was read from a copy of it.
    ///   - texts: The texts that came with the copy.
    package func attribution(
        of font: FontDescriptor, givenAs path: String?, with texts: [Attribution.Text] = [],
        documentation: @escaping @Sendable (URL) -> String?
    ) async throws(FontError) -> Attribution {
        var given = GivenFiles()
        if case .registered = font.origin { given = try await givenFiles() }
        if let path, let copy = font.path { given.files[copy] = (path, []) }
        let family = font.face.family
        return try await attribution(
            of: [font], family: family, given: given,
            served: texts + (try await servedTexts(of: [family])[family] ?? []), documentation: documentation)
    }

    /// Returns the texts in files of the host, by family; none with the store, whose user sees them.
    private func servedTexts(of families: [String]) async throws(FontError) -> [String: [Attribution.Text]] {
        guard let answers = serviceAnswers, !families.isEmpty else { return [:] }
        return try await answers.licenseTexts(of: families).mapValues { texts in
            texts.compactMap { text in text.file.map { Attribution.Text(file: $0, text: text.text) } }
        }
    }

    /// A registered file as it was given, and the licences that came with it.
    private typealias GivenFile = (path: String, licenses: [String])

    /// The registered files as they were given.
    private struct GivenFiles {
        /// The files by the ids of the registrations, or by the path of a copy.
        var files: [String: GivenFile] = [:]
        /// The families that came with a text, by its path.
        var families: [String: Set<String>] = [:]
    }

    private func givenFiles() async throws(FontError) -> GivenFiles {
        let registrations = try await registered()
        let licenses = try await keptLicenses(of: registrations)
        var given = GivenFiles()
        for registration in registrations {
            let texts = licenses[registration.id] ?? []
            given.files[registration.id] = (registration.file, texts)
            for text in texts { given.families[text, default: []].formUnion(registration.faces.map(\.family)) }
        }
        return given
    }

    private func attribution(
        of fonts: [FontDescriptor], family: String, given: GivenFiles, served: [Attribution.Text],
        searchesGivenFolders: Bool = true, documentation: @escaping @Sendable (URL) -> String?
    ) async throws(FontError) -> Attribution {
        let shared = try await keptLicenses(ofFilesAt: fonts.filter { $0.origin == .system }.compactMap(\.path))
        var described: [Attribution.DescribedFont] = []
        for font in fonts {
            var file: GivenFile = (font.url?.path(percentEncoded: false) ?? font.postscriptName, [])
            var isStored = false
            if case .registered(let id, let scope, _, _, _) = font.origin {
                file = given.files[id] ?? file
                isStored = scope != .process
            }
            if font.origin == .file { file = font.path.flatMap { given.files[$0] } ?? file }
            if font.origin == .system { file.licenses = font.path.flatMap { shared[$0] } ?? [] }
            // Facts that cannot be read now are missing from the page; the rest of it is right.
            described.append((file.path, isStored, font.face.version, try? await details(of: font), file.licenses))
        }
        let isSystem = fonts.allSatisfy { $0.scope == nil }
        return try await BlockingWork.perform { [described, given] () throws(FontError) in
            Attribution(
                family: family, fonts: described, families: given.families, served: served,
                searchesGivenFolders: searchesGivenFolders,
                documentation: isSystem ? documentation : { _ in nil })
        }
    }
}
