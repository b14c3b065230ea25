public import FontModel
public import FontRegistry
public import Foundation

extension FontManager {
    /// Returns the attributions of families, from the facts in their fonts and the licence texts beside the files.
    ///
    /// For registered fonts, the texts are those that were kept at registration, and those beside the files as they were
    /// given if their folder is that of one family. Over the bus, texts that this process does not see come from the service.
    /// - Parameters:
    ///   - families: The names of the families, in any language the fonts have; nil for all registered fonts.
    ///   - documentation: Returns the file with the licences of a system font, such as the copyright file of its
    ///     package; nil if there is none.
    /// - Returns: The attributions by family, and the names of which no font can be used.
    /// - Throws: `FontError` with code ``FontError/Code/registrationFailed`` (301) if the store or fontconfig cannot be
    ///   used.
    public func attributions(
        of families: [String]?, documentation: @escaping @Sendable (URL) -> String? = { _ in nil }
    ) async throws(FontError) -> (attributions: [Attribution], missing: [String]) {
        try await attributions(of: families, searchesGivenFolders: true, documentation: documentation)
    }

    /// Returns the attributions of families.
    ///
    /// - Parameter searchesGivenFolders: Whether the folders of registered files as they were given are searched for
    ///   texts. A program in a sandbox gives any path with a descriptor, also of folders that it may not read.
    package func attributions(
        of families: [String]?, searchesGivenFolders: Bool,
        documentation: @escaping @Sendable (URL) -> String? = { _ in nil }
    ) async throws(FontError) -> (attributions: [Attribution], missing: [String]) {
        let given = try await givenFiles(try await registered())
        var groups: [(family: String, fonts: [FontDescriptor])] = []
        var missing: [String] = []
        if let families {
            for name in families {
                let fonts = try await self.fonts(matching: FontQuery(family: name))
                if let family = fonts.first?.face.family {
                    groups.append((family, fonts))
                } else {
                    missing.append(name)
                }
            }
        } else {
            let registered = FontQuery(scopes: Set(FontScope.allCases))
            groups = try await self.families(matching: FontQuerySet(including: [registered]))
                .map { ($0.name, $0.fonts) }
        }
        let served = try await servedTexts(of: groups.map(\.family))
        var attributions: [Attribution] = []
        for (family, fonts) in groups {
            attributions.append(
                try await attribution(
                    of: fonts, family: family, given: given, served: served[family] ?? [],
                    searchesGivenFolders: searchesGivenFolders, documentation: documentation))
        }
        return (attributions, missing)
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
        var given: [String: GivenFile] = [:]
        if case .registered(let id, _, _, _, _) = font.origin {
            given = try await givenFiles(try await registered().filter { $0.id == id })
        }
        let family = font.face.family
        return try await attribution(
            of: [font], family: family, given: given, served: try await servedTexts(of: [family])[family] ?? [],
            documentation: documentation)
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

    /// Returns the given files by the ids of the registrations.
    private func givenFiles(_ registrations: [Registration]) async throws(FontError) -> [String: GivenFile] {
        let licenses = try await keptLicenses(of: registrations)
        return Dictionary(registrations.map { ($0.id, ($0.file, licenses[$0.id] ?? [])) }) { first, _ in first }
    }

    private func attribution(
        of fonts: [FontDescriptor], family: String, given: [String: GivenFile], served: [Attribution.Text],
        searchesGivenFolders: Bool = true, documentation: @escaping @Sendable (URL) -> String?
    ) async throws(FontError) -> Attribution {
        let shared = try await keptLicenses(ofFilesAt: fonts.filter { $0.origin == .system }.compactMap(\.path))
        var described: [Attribution.DescribedFont] = []
        for font in fonts {
            var file: GivenFile = (font.url?.path(percentEncoded: false) ?? font.postscriptName, [])
            var isStored = false
            if case .registered(let id, let scope, _, _, _) = font.origin {
                file = given[id] ?? file
                isStored = scope != .process
            }
            if font.origin == .system { file.licenses = font.path.flatMap { shared[$0] } ?? [] }
            // Facts that cannot be read now are missing from the page; the rest of it is right.
            described.append((file.path, isStored, font.face.version, try? await details(of: font), file.licenses))
        }
        let isSystem = fonts.allSatisfy { $0.origin == .system }
        return try await BlockingWork.perform { [described] () throws(FontError) in
            Attribution(
                family: family, fonts: described, served: served, searchesGivenFolders: searchesGivenFolders,
                documentation: isSystem ? documentation : { _ in nil })
        }
    }
}

extension Attribution {
    /// A font with its file, its facts and the paths of kept licences.
    typealias DescribedFont = (
        file: String, isStored: Bool, version: String, details: FontDetails?, licenses: [String]
    )

    /// - Parameters:
    ///   - fonts: The fonts of the family.
    ///   - served: Texts in files that this process may not see.
    ///   - searchesGivenFolders: Whether the folders of registered files as they were given are searched for texts.
    ///   - documentation: Returns the file with the licences of a system font; nil if there is none.
    init(
        family: String, fonts: [DescribedFont], served: [Text] = [], searchesGivenFolders: Bool = true,
        documentation: (URL) -> String?
    ) {
        func texts(_ kinds: FontText.Kind...) -> [String] {
            fonts.flatMap { font in
                kinds.compactMap { kind in font.details?.texts.first { $0.kind == kind }?.text }
            }.unique
        }
        let files = fonts.map(\.file).unique
        let kept = fonts.flatMap(\.licenses).unique.compactMap(LicenseFiles.text)
        let stored = Set(fonts.filter(\.isStored).map(\.file))
        var beside = files.flatMap { file -> [Attribution.Text] in
            if !stored.contains(file) { return LicenseFiles.besides(file) }
            return searchesGivenFolders ? LicenseFiles.ofFamily(besides: file) : []
        }
        // A kept text may still lie beside its font.
        var seen: Set<String> = []
        beside = (beside + kept + served).filter { seen.insert($0.text).inserted }
        if beside.isEmpty, let file = files.first {
            beside = [documentation(URL(filePath: file)).flatMap(LicenseFiles.text)].compactMap(\.self)
        }
        let license = LicenseFinding(
            copyright: texts(.copyright).joined(separator: "\n"), description: texts(.license).first,
            address: texts(.licenseURL).first, files: beside.map(\.text))
        let own = texts(.license).map { Attribution.Text(file: nil, text: $0) }
        self.init(
            family: family, versions: fonts.map(\.version).filter { !$0.isEmpty }.unique, files: files,
            copyrights: (texts(.copyright) + beside.flatMap { Self.copyrights(in: $0.text) }).unique,
            designers: texts(.designer), trademarks: texts(.trademark), sources: texts(.vendorURL, .designerURL),
            license: license, texts: beside.isEmpty ? own : beside)
    }
}

extension Array where Element: Hashable {
    /// The elements without repetitions, in order.
    fileprivate var unique: [Element] {
        var seen: Set<Element> = []
        return filter { seen.insert($0).inserted }
    }
}
