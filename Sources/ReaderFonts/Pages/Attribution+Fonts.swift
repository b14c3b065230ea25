package import FontModel
import FontRegistry
package import Foundation

extension Attribution {
    /// A font with its file, its facts and the paths of kept licences.
    typealias DescribedFont = (file: String, isStored: Bool, version: String, details: FontDetails?, licenses: [String])

    /// - Parameters:
    ///   - fonts: The fonts of the family.
    ///   - families: The families that came with kept licences, by the paths of these.
    ///   - served: Texts in files that this process may not see.
    ///   - searchesGivenFolders: Whether the folders of registered files as they were given are searched for texts.
    ///   - documentation: Returns the file with the licences of a system font; nil if there is none.
    init(
        family: String, fonts: [DescribedFont], families: [String: Set<String>] = [:], served: [Text] = [],
        searchesGivenFolders: Bool = true, documentation: (URL) -> String?
    ) {
        let files = fonts.map(\.file).unique
        let stored = Set(fonts.filter(\.isStored).map(\.file))
        let beside = files.flatMap { file -> [LicenseFiles.Found] in
            if !stored.contains(file) { return LicenseFiles.found(besides: file) }
            return searchesGivenFolders ? LicenseFiles.ofFamily(besides: file) : []
        }
        let kept = fonts.flatMap(\.licenses).unique.compactMap { path in
            LicenseFiles.text(of: path).map { LicenseFiles.Found(text: $0, others: families[path] ?? []) }
        }
        let others = served.map { LicenseFiles.Found(text: $0, others: []) }
        self.init(
            family: family, files: files, versions: fonts.map(\.version), details: fonts.compactMap(\.details),
            found: beside + kept + others, documentation: documentation)
    }

    /// Decides which texts are those of a family's licence, by what its fonts and the texts say.
    ///
    /// - Parameters:
    ///   - files: The paths of the font files.
    ///   - versions: The versions of the fonts.
    ///   - details: The facts of the faces.
    ///   - found: The texts beside the fonts.
    ///   - documentation: As for ``FontManager/attributions(of:documentation:)``, if no text is the family's.
    package init(
        family: String, files: [String], versions: [String], details: [FontDetails], found: [LicenseFiles.Found],
        documentation: (URL) -> String? = { _ in nil }
    ) {
        func texts(_ kinds: FontText.Kind...) -> [String] {
            details.flatMap { details in
                kinds.compactMap { kind in details.texts.first { $0.kind == kind }?.text }
            }.unique
        }
        func license(with given: [Attribution.Text]) -> LicenseFinding {
            LicenseFinding(
                copyright: texts(.copyright).joined(separator: "\n"), description: texts(.license).first,
                address: texts(.licenseURL).first, notices: texts(.trademark, .description),
                files: given.map(\.text), fonts: files)
        }
        let stated = StatedLicense(
            family: family, copyrights: texts(.copyright), identifier: license(with: []).identifier,
            fonts: files)
        let names = Set(files.compactMap(FamilyFolder.family(ofFont:)) + [family])
        // Each text once, as a kept text may still lie beside its font.
        var all: [LicenseFiles.Found] = []
        for item in found {
            if let place = all.firstIndex(where: { $0.text.text == item.text.text }) {
                all[place].others.formUnion(item.others)
            } else {
                all.append(item)
            }
        }
        let judged = all.map { item in
            (text: item.text, owner: stated.owner(of: item.text.text, beside: item.others.subtracting(names)))
        }
        var own = judged.filter { $0.owner == .family }.map(\.text)
        if own.isEmpty, let file = files.first {
            own = [documentation(URL(filePath: file)).flatMap(LicenseFiles.text)].compactMap(\.self)
        }
        let statements = texts(.license).map { Attribution.Text(file: nil, text: $0) }
        self.init(
            family: family, versions: versions.filter { !$0.isEmpty }.unique, files: files,
            copyrights: (texts(.copyright) + own.flatMap { Self.copyrights(in: $0.text) }).unique,
            designers: texts(.designer), trademarks: texts(.trademark), sources: texts(.vendorURL, .designerURL),
            license: license(with: own), texts: own.isEmpty ? statements : own,
            foundTexts: judged.filter { $0.owner == .unknown }.map(\.text))
    }
}
