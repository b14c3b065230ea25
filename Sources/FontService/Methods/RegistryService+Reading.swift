import FontBus
import FontModel
import FontRegistry
import ReaderFonts

/// What reader applications ask: licences, and rules for pages.
extension RegistryService {
    /// The maximum number of families of a call.
    private static let mostFamilies = 256

    func licenses(_ arguments: Arguments, _ caller: ServiceCaller) async throws(BusFailure) -> [BusValue] {
        let families = try Self.families(arguments)
        let found = try await answering { () throws(FontError) in
            try await caller.manager.attributions(
                of: families.isEmpty ? nil : families, searchesGivenFolders: !caller.identity.isSandboxed)
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
