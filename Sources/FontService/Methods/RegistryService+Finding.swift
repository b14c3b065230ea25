import FontBus
import FontModel
import FontRegistry
import FontValidation
import Foundation
import Inspection
import SystemPackage

/// Finding fonts, and reading files.
extension RegistryService {
    static let finding: [ServiceMethod] = [
        .init(
            "Families", ["query": "a{sv}"], returns: ["families": "aa{sv}", "more": "b"], looksUp: true, by: families),
        .init("Faces", ["query": "a{sv}"], returns: ["faces": "aa{sv}", "more": "b"], looksUp: true, by: faces),
        .init(
            "HiddenFonts", ["options": "a{sv}"], returns: ["faces": "aa{sv}", "more": "b"], looksUp: true,
            by: hiddenFonts),
        .init("Resolve", ["name": "s"], returns: ["resolution": "a{sv}"], looksUp: true, by: resolve),
        .init("Info", ["file": "h"], returns: ["facts": "a{sv}"], by: info),
        .init("Validate", ["files": "a(sh)"], returns: ["results": "aa{sv}"], by: validate),
    ]

    func resolve(_ arguments: Arguments, _ caller: ServiceCaller) async throws(BusFailure) -> [BusValue] {
        let name = try arguments.string(0)
        let (resolution, registered) = try await answering { () throws(FontError) in
            let resolution = try await caller.manager.resolve(name)
            guard case .system? = resolution.match?.origin else { return (resolution, FontResolution?.none) }
            return (resolution, try await caller.manager.resolveRegistered(name))
        }
        var members = resolution.busMembers
        if resolution.match == nil {
            let withheld = try await answering { () throws(FontError) in try await caller.manager.withheld(name) }
            if let withheld {
                members["reason"] = .string(withheld.reason)
                members["command"] = withheld.command.map(BusValue.string)
            }
        }
        members["registered"] = registered.map { .dictionary($0.busMembers) }
        return [.dictionary(members)]
    }

    private static let queryKeys = FontQuery.busKeys.union(FontQuerySet.Options.busKeys)

    /// Reads a query with its options.
    private static func query(_ record: BusRecord) throws(BusFailure) -> FontQuerySet {
        try record.requireLanguages("languages")
        return FontQuerySet(including: [try FontQuery(record)], options: try FontQuerySet.Options(record))
    }

    func faces(_ arguments: Arguments, _ caller: ServiceCaller) async throws(BusFailure) -> [BusValue] {
        let record = try arguments.options(0, Self.queryKeys.union(["limit", "offset"]))
        let limit = try Self.limit(record)
        let offset = try Self.offset(record)
        let query = try Self.query(record)
        let fonts = try await answering { () throws(FontError) in try await caller.manager.fonts(matching: query) }
        let rest = fonts.dropFirst(offset)
        let page = AnswerPage(rest, limit: limit, \.busMembers)
        return [.dictionaries(page.entries), .boolean(page.hasMore)]
    }

    func families(_ arguments: Arguments, _ caller: ServiceCaller) async throws(BusFailure) -> [BusValue] {
        let record = try arguments.options(0, Self.queryKeys.union(["locale", "limit", "offset"]))
        let limit = try Self.limit(record)
        let offset = try Self.offset(record)
        let locale = Locale(identifier: try record.locale("locale") ?? "en_US_POSIX")
        let query = try Self.query(record)
        let families = try await answering { () throws(FontError) in
            try await caller.manager.families(matching: query, locale: locale)
        }
        let page = AnswerPage(families.dropFirst(offset), limit: limit) { family in
            [
                "name": .string(family.name), "localizedName": .string(family.localizedName),
                "faces": .dictionaries(family.fonts.map(\.briefBusMembers)),
            ]
        }
        return [.dictionaries(page.entries), .boolean(page.hasMore)]
    }

    func hiddenFonts(_ arguments: Arguments, _ caller: ServiceCaller) async throws(BusFailure) -> [BusValue] {
        let options = try arguments.options(0, ["limit", "offset"])
        let limit = try Self.limit(options)
        let offset = try Self.offset(options)
        let fonts = try await answering { () throws(FontError) in try await caller.manager.hiddenFonts() }
        let page = AnswerPage(fonts.dropFirst(offset), limit: limit, \.busMembers)
        return [.dictionaries(page.entries), .boolean(page.hasMore)]
    }

    /// Returns the number of entries before the page.
    static func offset(_ record: BusRecord) throws(BusFailure) -> Int {
        let offset = try record.optional("offset", \.integer) ?? 0
        guard offset >= 0 else { throw .invalidArguments("offset must be at least 0.") }
        return Int(clamping: offset)
    }

    func info(_ arguments: Arguments, _ caller: ServiceCaller) async throws(BusFailure) -> [BusValue] {
        let descriptor = try arguments.descriptor(0)
        let file = try await answering { () throws(FontError) in
            guard let opened = OpenedFile(duplicating: descriptor.raw) else {
                throw FontError(
                    .registrationFailed, "Too many files are open. Try again.",
                    cause: .file(
                        FontError.FileFailure(errno: .tooManyOpenFiles, operation: "open the file", path: "file")))
            }
            return try await openedFiles.inspect(opened, name: "file", for: caller.identity.id)
        }
        return [
            .dictionary([
                "format": .string(file.format.rawValue), "size": .int64(Int64(file.size)),
                "sha256": .string(file.sha256),
                "faces": .dictionaries(file.faces.map { $0.busMembers(file: nil) }),
            ])
        ]
    }

    /// The maximum number of files of one `Validate` call; each may take seconds.
    private static let filesPerValidation = 64

    func validate(_ arguments: Arguments, _ caller: ServiceCaller) async throws(BusFailure) -> [BusValue] {
        let files = try arguments.files(0)
        guard files.count <= Self.filesPerValidation else {
            throw .invalidArguments(
                "A call can check at most \(Self.filesPerValidation) files. Check the others in further calls.")
        }
        let results = try await answering { () throws(FontError) in
            try await openedFiles.check(files, as: FileValidation.self, for: caller.identity.id)
        }
        return [.dictionaries(results.map(\.result))]
    }
}

extension FileValidation {
    /// The members of the answer of `Validate`, in which findings have no codes.
    fileprivate var result: [String: BusValue] {
        var members = busMembers
        members["findings"] = .dictionaries(findings.map { $0.busMembers.filter { $0.key != "code" } })
        return members
    }
}
