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
        .init("Open", ["id": "s"], returns: ["file": "h"], looksUp: true, by: open),
        .init("Info", ["file": "h"], returns: ["facts": "a{sv}"], by: info),
        .init("Validate", ["files": "a(sh)"], returns: ["results": "aa{sv}"], by: validate),
    ]

    func resolve(_ arguments: Arguments, _ caller: ServiceCaller) async throws -> [BusValue] {
        let name = try arguments.string(0)
        let resolution = try await caller.manager.resolve(name)
        var members = resolution.busMembers
        if case .system? = resolution.match?.origin {
            let registered = try await caller.manager.resolveRegistered(name)
            members["registered"] = registered.map { .dictionary($0.busMembers) }
        }
        if resolution.match == nil, let withheld = try await caller.manager.withheld(name) {
            members["reason"] = .string(withheld.reason)
            members["command"] = withheld.command.map(BusValue.string)
        }
        return [.dictionary(members)]
    }

    private static let queryKeys = FontQuery.busKeys.union(FontQuerySet.Options.busKeys)

    /// Reads a query with its options.
    private static func query(_ record: BusRecord) throws(BusFailure) -> FontQuerySet {
        try record.requireLanguages("languages")
        return FontQuerySet(including: [try FontQuery(record)], options: try FontQuerySet.Options(record))
    }

    func faces(_ arguments: Arguments, _ caller: ServiceCaller) async throws -> [BusValue] {
        let record = try arguments.options(0, Self.queryKeys.union(["limit", "offset"]))
        let page = try AnswerPage(record)
        return page.answer(try await caller.manager.fonts(matching: try Self.query(record)), \.busMembers)
    }

    func families(_ arguments: Arguments, _ caller: ServiceCaller) async throws -> [BusValue] {
        let record = try arguments.options(0, Self.queryKeys.union(["locale", "limit", "offset"]))
        let page = try AnswerPage(record)
        let locale = Locale(identifier: try record.locale("locale") ?? "en_US_POSIX")
        let query = try Self.query(record)
        let families = try await caller.manager.families(matching: query, locale: locale)
        return page.answer(families) { family in
            [
                "name": .string(family.name), "localizedName": .string(family.localizedName),
                "faces": .dictionaries(family.fonts.map(\.briefBusMembers)),
            ]
        }
    }

    func hiddenFonts(_ arguments: Arguments, _ caller: ServiceCaller) async throws -> [BusValue] {
        let options = try arguments.options(0, ["limit", "offset"])
        let page = try AnswerPage(options)
        return page.answer(try await caller.manager.hiddenFonts(), \.busMembers)
    }

    func open(_ arguments: Arguments, _ caller: ServiceCaller) async throws -> [BusValue] {
        let id = try arguments.string(0)
        let isConfined = caller.identity.isSandboxed && !caller.isUser
        if isConfined, let found = try await caller.manager.backend.registered(named: id).first(where: { $0.id == id }),
            found.provider != caller.manager.provider
        {
            // A sandbox shows the enabled fonts of others that the program may read.
            throw FontError.noBytes(of: id)
        }
        var file = try await caller.manager.openBytes(ofRegistration: id)
        // The owner of a file may change its permissions by a descriptor, and then the stored bytes.
        if isConfined { file = try await openedFiles.sealedCopy(of: file, name: id, for: caller.identity.id) }
        guard let descriptor = BusDescriptor(duplicating: file.descriptor) else {
            throw BusFailure("org.freedesktop.DBus.Error.LimitsExceeded", "Too many files are open.")
        }
        return [.descriptor(descriptor)]
    }

    func info(_ arguments: Arguments, _ caller: ServiceCaller) async throws -> [BusValue] {
        let opened = try Self.opened(try arguments.descriptor(0), name: "file")
        let file = try await openedFiles.inspect(opened, name: "file", for: caller.identity.id)
        return [
            .dictionary([
                "format": .string(file.format.rawValue), "size": .int64(Int64(file.size)),
                "sha256": .string(file.sha256),
                "faces": .dictionaries(file.faces.map { $0.shownMembers(file: nil).busMembers }),
            ])
        ]
    }

    /// The maximum number of files of one `Validate` call; each may take seconds.
    private static let filesPerValidation = 64

    func validate(_ arguments: Arguments, _ caller: ServiceCaller) async throws -> [BusValue] {
        let files = try arguments.files(0)
        guard files.count <= Self.filesPerValidation else {
            throw BusFailure.invalidArguments(
                "A call can check at most \(Self.filesPerValidation) files. Check the others in further calls.")
        }
        let results = try await openedFiles.check(files, as: FileValidation.self, for: caller.identity.id)
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
