import FontModel
import FontResources
import FontRules
import FoundationEssentials
import OpenType

/// The texts of licences in the folder of a target, and the licences of its fonts.
///
/// A text need not be among the resources: it becomes a part of the generated code.
struct LicenseTexts {
    private let target: ResourceTarget
    /// The files of the folders that were searched, by folder.
    private var folders: [String: LicenseFolder] = [:]
    private var texts: [String: String] = [:]

    init(of target: ResourceTarget) { self.target = target }

    /// Returns the licence of a font; nil if none is known.
    mutating func license(of font: ScannedFont) -> FontResourceLicense? {
        let details = font.contents.faces.map(\.details)
        func all(_ kind: FontText.Kind) -> [String] { details.compactMap { $0.text(kind) }.unique }
        func finding(_ files: [String]) -> LicenseFinding {
            LicenseFinding(
                copyright: all(.copyright).first, description: all(.license).first, address: all(.licenseURL).first,
                notices: all(.trademark) + all(.description), files: files, fonts: [font.file.path])
        }
        let text = text(for: font, stated: finding([]).identifier)
        let found = finding([text].compactMap(\.self))
        guard let id = text.map({ ContentHash.sha256(Array($0.utf8)) }) ?? found.identifier else { return nil }
        return FontResourceLicense(
            id: id, family: font.faces[0].family, copyright: all(.copyright), designers: all(.designer),
            reservedNames: found.reservedNames, spdx: found.identifier, text: text)
    }

    /// Returns the warning about a font under the Open Font License without its text, which has to come with the font.
    func problem(of font: ScannedFont) -> BuildProblem? {
        guard let license = font.license, license.text == nil, license.spdx?.hasPrefix("OFL-") == true else {
            return nil
        }
        return BuildProblem(
            .warning, font.file.path,
            "The font is under the SIL Open Font License, whose text must come with it, and none is beside it. Add the font's OFL.txt."
        )
    }

    /// Returns licences, each family with each text once, sorted.
    static func merged(_ licenses: [FontResourceLicense]) -> [FontResourceLicense] {
        let families = Dictionary(grouping: licenses, by: \.id).mapValues { Set($0.map(\.family)) }
        return Dictionary(grouping: licenses) { [$0.family, $0.id] }.values.map { group in
            var license = group[0]
            license.copyright = group.flatMap(\.copyright).unique
            license.designers = group.flatMap(\.designers).unique
            // One text for several families reserves the names of the one that it was written for.
            license.reservedNames = group.flatMap(\.reservedNames).unique.filter { name in
                let isOwn = license.family.contains(name) || license.copyright.contains { $0.contains(name) }
                return isOwn || families[license.id]?.contains { $0.contains(name) } != true
            }
            return license
        }.sorted { ($0.family, $0.id) < ($1.family, $1.id) }
    }

    /// Returns the text of a font's licence, in its folder or the nearest one above it in the target's folder.
    private mutating func text(for font: ScannedFont, stated: String?) -> String? {
        var folder = PathText.folder(of: font.file.path)
        let family = KnownLicense.normalized(font.faces[0].family)
        while true {
            let texts = files(in: folder).texts(of: String(PathText.name(of: font.file.path))).compactMap { file in
                text(of: "\(folder)/\(file)")
            }.filter { text in
                let kind = KnownLicense.identifier(ofText: text, fonts: [font.file.path]).map(KnownLicense.kind)
                // The licence of the code may lie above that of a font, and in the target's folder beside the code.
                return stated.map { kind == KnownLicense.kind($0) }
                    ?? (folder != target.folder || Self.fontsOnly.contains(kind ?? ""))
            }
            // Of several texts, one that names the family in its notice.
            if let text = texts.first(where: { KnownLicense.normalized($0).contains(family) }) ?? texts.first {
                return text
            }
            guard folder.hasPrefix(target.folder + "/") else { return nil }
            folder = PathText.folder(of: folder)
        }
    }

    /// Licences that are for fonts alone.
    private static let fontsOnly: Set<Substring> = ["OFL", "Ubuntu", "Bitstream", "GUST", "IPA", "Arphic"]

    private mutating func files(in folder: String) -> LicenseFolder {
        if let known = folders[folder] { return known }
        let entries = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        let found = LicenseFolder(files: entries)
        folders[folder] = found
        return found
    }

    private mutating func text(of path: String) -> String? {
        if let known = texts[path] { return known }
        let file = ResourceFile(path: path, source: path, resource: path)
        guard let (_, length) = try? file.start(0), length > 0, length <= FontLimits.licenseTextSize,
            let bytes = try? file.bytes(), !bytes.contains(0)
        else { return nil }
        let text = String(decoding: bytes, as: UTF8.self)
        texts[path] = text
        return text
    }
}
