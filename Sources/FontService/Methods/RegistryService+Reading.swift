import FontBus
import FontModel
import FontRegistry
import Foundation
import ReaderFonts

/// What reader applications ask: families by words, licences, and rules for pages.
extension RegistryService {
    /// The maximum number of families of a call.
    private static let mostFamilies = 256

    func search(_ arguments: Arguments, _ caller: ServiceCaller) async throws(BusFailure) -> [BusValue] {
        let text = try arguments.string(0)
        let options = try arguments.options(1, ["locale", "limit", "offset"])
        let limit = try Self.limit(options)
        let offset = try Self.offset(options)
        // As the command without a language.
        let locale = Locale(identifier: try options.locale("locale") ?? "en_001")
        guard let search = FamilySearch(text) else { throw .invalidArguments("The text has no word.") }
        let families = try await answering { () throws(FontError) in
            try await caller.manager.search(search, locale: locale, order: locale)
        }
        let page = AnswerPage(families.dropFirst(offset), limit: limit) { family in
            [
                "family": .string(family.name), "localizedName": .string(family.localizedName),
                "origin": .string(family.origin.rawValue), "matchedBy": .string(family.kind.word),
                "match": .string(family.text), "postscriptNames": .strings(family.postscriptNames),
            ]
        }
        return [.dictionaries(page.entries), .boolean(page.hasMore)]
    }

    func licenses(_ arguments: Arguments, _ caller: ServiceCaller) async throws(BusFailure) -> [BusValue] {
        let families = try Self.families(arguments)
        let found = try await answering { () throws(FontError) in
            try await caller.manager.attributions(of: families.isEmpty ? nil : families)
        }
        return [AnswerPage.whole(found.attributions.map(\.busMembers), without: "texts"), .strings(found.missing)]
    }

    func styleSheet(_ arguments: Arguments, _ caller: ServiceCaller) async throws(BusFailure) -> [BusValue] {
        let families = try Self.families(arguments)
        let text = try arguments.options(1, ["text"]).optional("text", \.string)
        guard (text?.utf8.count ?? 0) <= 1 << 20 else { throw .invalidArguments("text has at most 1 MiB.") }
        let fonts = try await answering { () throws(FontError) in
            try await caller.manager.pageFonts(of: families, as: .file, limitedTo: text)
        }
        let css = fonts.css
        guard css.utf8.count <= AnswerPage.mostBytes else {
            throw FontError(
                .exceededResourceLimit, "The rules of these families exceed a message. Ask for fewer families."
            ).busFailure
        }
        return [.string(css), .strings(fonts.missing)]
    }

    private static func families(_ arguments: Arguments) throws(BusFailure) -> [String] {
        let families = try arguments.strings(0)
        guard families.count <= mostFamilies else {
            throw .invalidArguments("A call has at most \(mostFamilies) families. Ask for the others in further calls.")
        }
        return families
    }
}

extension Attribution {
    fileprivate var busMembers: [String: BusValue] {
        var members: [String: BusValue] = [
            "family": .string(family), "reservedNames": .strings(license.reservedNames),
            "copyrights": .strings(copyrights), "designers": .strings(designers), "trademarks": .strings(trademarks),
            "sources": .strings(sources), "versions": .strings(versions), "files": .strings(files),
            "texts": .array(texts.map { .structure([.string($0.file ?? ""), .string($0.text)]) }, of: "(ss)"),
        ]
        if let expression = license.expression { members["license"] = .string(expression) }
        if let evidence = license.evidence { members["evidence"] = .string(evidence.rawValue) }
        return members
    }
}
