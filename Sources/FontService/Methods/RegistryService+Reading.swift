import FontAdvice
import FontBus
import FontModel
import FontRegistry
import Foundation
import ReaderFonts

/// Calls for reader applications: the search for families, licences, and style sheets.
extension RegistryService {
    static let reading: [ServiceMethod] = [
        .init(
            "Search", ["text": "s", "options": "a{sv}"], returns: ["families": "aa{sv}", "more": "b"], looksUp: true,
            by: search),
        .init(
            "Licenses", ["families": "as"], returns: ["licenses": "aa{sv}", "missing": "as"], looksUp: true,
            by: licenses),
        .init(
            "StyleSheet", ["families": "as", "options": "a{sv}"],
            returns: ["css": "s", "missing": "as", "remarks": "a{sv}"], looksUp: true, by: styleSheet),
    ]

    /// The maximum number of families of a call.
    private static let mostFamilies = 256

    func search(_ arguments: Arguments, _ caller: ServiceCaller) async throws -> [BusValue] {
        let text = try arguments.string(0)
        let options = try arguments.options(1, ["locale", "limit", "offset"])
        let page = try AnswerPage(options)
        // As the command without a language.
        let locale = Locale(identifier: try options.locale("locale") ?? "en_001")
        guard let search = FamilySearch(text) else { throw BusFailure.invalidArguments("text contains no word.") }
        return page.answer(
            try await caller.manager.search(search, locale: locale, order: locale), \.busMembers)
    }

    func licenses(_ arguments: Arguments, _ caller: ServiceCaller) async throws -> [BusValue] {
        let families = try Self.families(arguments)
        let found = try await caller.manager.attributions(
            of: families.isEmpty ? nil : families, searchesGivenFolders: !caller.identity.isSandboxed
        ) { file in PackageOwner.documentation(of: file.path(percentEncoded: false)) }
        let attributions = found.attributions.map { attribution -> [String: BusValue] in
            var members = attribution.busMembers
            members["texts"] = Self.texts(attribution.texts)
            members["foundTexts"] = Self.texts(attribution.foundTexts)
            let withheld = found.withheld.first { $0.fonts.first?.face.family == attribution.family }
            members["withheld"] = withheld.map { .dictionary($0.busMembers) }
            return members
        }
        return [AnswerPage.whole(attributions, without: "texts", "foundTexts"), .strings(found.missing)]
    }

    private static func texts(_ texts: [Attribution.Text]) -> BusValue {
        .array(texts.map { .structure([.string($0.file ?? ""), .string($0.text)]) }, of: "(ss)")
    }

    func styleSheet(_ arguments: Arguments, _ caller: ServiceCaller) async throws -> [BusValue] {
        let families = try Self.families(arguments)
        let options = try arguments.options(1, ["text", "roles", "format", "inline"])
        let text = try options.optional("text", \.string)
        guard (text?.utf8.count ?? 0) <= 1 << 20 else {
            throw BusFailure.invalidArguments("text must have at most 1 MiB.")
        }
        let roles = try options.optional("roles", Self.roles) ?? []
        let format =
            try options.optional("format") { $0.string.flatMap(FamilyStyleSheet.Format.init(rawValue:)) } ?? .css
        let isInline = try options.optional("inline", \.boolean) ?? false
        guard families.count + roles.count <= Self.mostFamilies else { throw Self.tooManyFamilies }
        var sheet = try await caller.manager.styleSheet(
            of: families, roles: roles, format: format, as: .file, limitedTo: text)
        if isInline {
            // Fonts that exceed a message are not read.
            try await BlockingWork.perform { [fonts = sheet.fonts] () throws(FontError) in
                try Self.requireRoom(for: fonts)
            }
            sheet = try await caller.manager.styleSheet(
                of: families, roles: roles, format: format, as: .data, limitedTo: text)
        }
        let css = sheet.document
        guard css.utf8.count <= AnswerPage.mostBytes else { throw Self.tooLargeSheet }
        var remarks: [String: BusValue] = [
            "restricted": .strings(sheet.fonts.restricted),
            "substituted": .dictionaries(sheet.substitutions.map(\.busMembers)),
        ]
        let withheld = sheet.withheld.values.sorted { $0.name < $1.name }
        if !withheld.isEmpty { remarks["withheld"] = .dictionaries(withheld.map(\.busMembers)) }
        if !sheet.fonts.uncovered.isEmpty { remarks["uncovered"] = .string(sheet.fonts.uncovered) }
        return [.string(css), .strings(sheet.fonts.missing), .dictionary(remarks)]
    }

    /// Checks that the files of rules fit into a message as text.
    ///
    /// - Throws: `exceededResourceLimit` (106).
    private static func requireRoom(for fonts: PageFonts) throws(FontError) {
        let sizes = fonts.rules.map { rule -> Int in
            guard let url = URL(string: rule.url), url.isFileURL else { return rule.url.utf8.count }
            return (try? url.resourceValues(forKeys: [.fileSizeKey]))?.fileSize ?? 0
        }
        // Base64 takes four bytes for three.
        guard sizes.reduce(0, +) <= AnswerPage.mostBytes / 4 * 3 else { throw tooLargeSheet }
    }

    private static var tooLargeSheet: FontError {
        FontError(
            .exceededResourceLimit, "The rules of these families are too long for a message. Request fewer families.")
    }

    /// Reads roles with their fonts; nil if the value is of another type or names an unknown role.
    private static func roles(_ value: BusValue) -> [FamilyStyleSheet.RoleFont]? {
        guard let elements = value.elements else { return nil }
        let roles = elements.compactMap { element -> FamilyStyleSheet.RoleFont? in
            guard let pair = element.structure, pair.count == 2, let font = pair[1].string, !font.isEmpty,
                let role = pair[0].string.flatMap(ReaderStyleSheet.Role.init(rawValue:))
            else { return nil }
            return FamilyStyleSheet.RoleFont(role, font)
        }
        return roles.count == elements.count ? roles : nil
    }

    private static func families(_ arguments: Arguments) throws(BusFailure) -> [String] {
        let families = try arguments.strings(0)
        guard families.count <= mostFamilies else { throw tooManyFamilies }
        return families
    }

    private static var tooManyFamilies: BusFailure {
        .invalidArguments("A call can have at most \(mostFamilies) families. Request the others in further calls.")
    }
}
