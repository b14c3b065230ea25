import FontBus
import FontCatalog
import FontLookup
import FontModel
import FontRegistry
import ReaderFonts

/// Families of catalogues, and their downloads.
extension RegistryService {
    static let downloading: [ServiceMethod] = [
        .init(
            "SearchCatalogs", ["options": "a{sv}"], returns: ["families": "aa{sv}", "more": "b"], looksUp: true,
            by: searchCatalogs),
        .init(
            "Download", ["names": "as", "options": "a{sv}"], returns: ["download": "o"], looksUp: true, by: download),
    ]

    func searchCatalogs(_ arguments: Arguments, _ caller: ServiceCaller) async throws -> [BusValue] {
        let options = try arguments.options(
            0, ["text", "language", "category", "license", "variable", "limit", "offset"])
        let text = try options.optional("text", \.string) ?? ""
        let search = FamilySearch(text)
        guard text.isEmpty || search != nil else {
            throw BusFailure.invalidArguments("text has no word. Pass at least one, or omit it.")
        }
        var filter = FamilyFilter(search)
        filter.language = try options.locale("language")
        filter.category = try options.optional("category", \.string)
        filter.license = try options.optional("license", \.string)
        filter.isVariable = try options.optional("variable", \.boolean) ?? false
        let page = try AnswerPage(options)
        let found = try await filter.families(in: catalogs.sources())
        let names = found.map { LookupName.fold($0.listed.summary.family) }
        let order = found.indices.sorted { one, other in
            (found[one].rank, names[one], one) < (found[other].rank, names[other], other)
        }
        return page.answer(order) { found[$0].busMembers }
    }

    func download(_ arguments: Arguments, _ caller: ServiceCaller) async throws -> [BusValue] {
        let names = try arguments.strings(0)
        guard !names.isEmpty else { throw BusFailure.invalidArguments("names is empty.") }
        guard names.count <= FontDownloads.Limit.names else {
            throw FontError(
                .exceededResourceLimit,
                "A download can have at most \(FontDownloads.Limit.names) names. Split them into several downloads.")
        }
        let given = try arguments.options(1, ["style", "check", "acceptLicenses", "metered"])
        var options = CallerDownload.Options()
        options.style = try given.optional("style", \.string)
        guard (names + [options.style].compactMap(\.self)).allSatisfy({ $0.utf8.count <= FontLimits.nameLength }) else {
            throw FontError(
                .exceededResourceLimit,
                "A name or a style can have at most \(FontLimits.nameLength) bytes. No font has a longer one: omit it.")
        }
        options.checksOnly = try given.optional("check", \.boolean) ?? false
        options.allowsMetered = try given.optional("metered", \.boolean) ?? false
        let accepted = try given.optional("acceptLicenses", \.strings) ?? []
        guard accepted.count <= FontDownloads.Limit.accepted else {
            throw BusFailure.invalidArguments(
                "acceptLicenses can have at most \(FontDownloads.Limit.accepted) texts. Pass those of the named families only."
            )
        }
        options.accepted = Set(accepted.map { $0.lowercased() })
        // What a sandbox says of the user's agreement is not known to be so, and it would hold for later downloads.
        guard options.accepted.isEmpty || !caller.identity.isSandboxed else {
            throw FontError(
                .missingEntitlement,
                "A program in a sandbox cannot agree to a license for the user. Ask the user to download the fonts with fontctl.",
                file: names[0])
        }
        if !caller.isUser, try gate.rules(for: caller.identity).download == .never {
            throw FontError.denied(caller.identity.id, .download)
        }
        let path = try downloads.start(
            CallerDownload(names: names, options: options, caller: caller, access: catalogs, gate: gate),
            answering: arguments.call)
        return [.path(path)]
    }
}

extension FamilyFilter.Found {
    /// The family in the form of the bus, with the names of `fontctl catalog search --json`.
    fileprivate var busMembers: [String: BusValue] {
        let summary = listed.summary.cleaned
        var members: [String: BusValue] = [
            "catalog": .string(DisplayText.clean(catalog)), "origin": .string(origin.rawValue),
            "id": .string(listed.id), "family": .string(summary.family),
            "names": .dictionary(summary.names.mapValues(BusValue.string)),
            "languages": .strings(summary.languages), "license": .string(summary.license),
            "version": .string(summary.version), "size": .int64(summary.size), "faces": .strings(summary.faces),
            "axes": .strings(summary.axes), "designers": .strings(summary.designers),
        ]
        members["category"] = summary.category.map(BusValue.string)
        members["status"] = (summary.status?.state.rawValue).map(BusValue.string)
        return members
    }
}
