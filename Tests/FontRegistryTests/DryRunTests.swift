import FontRegistry
import Foundation
import TestSupport
import Testing

@testable import FontStore

/// A dry run has the outcomes of the operation and changes nothing.
@Suite(.fewAtOnce, .timeLimit(.minutes(60))) struct DryRunTests {
    enum Operation: String, CaseIterable, Sendable {
        case register, registerMany, registerAtomically, replace, forSession, again, disable, enable, unregister
        case unregisterAll, undo
    }

    private let home: PrivateHome
    private let fonts: FontManager
    private let earlier: Registration
    private let hidden: Registration

    init() async throws {
        home = try PrivateHome()
        fonts = try home.user()
        earlier = try await fonts.add(try home.write(SyntheticFont(family: "Earlier")))
        hidden = try await fonts.add(
            try home.write(SyntheticFont(family: "Hidden")), .persistent, RegistrationOptions(isEnabled: false))
        try await fonts.add(try home.write(SyntheticFont(family: "Tonight")), .session)
    }

    private func carryOut(_ operation: Operation, isDryRun: Bool) async throws -> FontSummary {
        func register(
            _ fonts: [SyntheticFont], _ scope: FontScope = .persistent, _ options: RegistrationOptions = .init()
        ) async throws -> FontSummary {
            var options = options
            options.isDryRun = isDryRun
            let files = try fonts.map { try home.write($0) }
            return try await self.fonts.register(files.map { URL(filePath: $0) }, scope: scope, options: options)
                .summary()
        }
        let new = SyntheticFont(family: "New")
        switch operation {
        case .register: return try await register([new])
        case .registerMany:
            // The third has the name of the second.
            return try await register([new, SyntheticFont(family: "Twin"), SyntheticFont(family: "Twin", salt: 1)])
        case .registerAtomically:
            return try await register(
                [new, SyntheticFont(family: "Earlier", salt: 1)], .persistent, RegistrationOptions(isAtomic: true))
        case .replace:
            return try await register(
                [SyntheticFont(family: "Earlier", salt: 1)], .persistent, RegistrationOptions(replaces: true))
        case .forSession: return try await register([new], .session)
        case .again: return try await register([SyntheticFont(family: "Earlier")])
        case .disable: return try await fonts.setEnabled(false, [.id(earlier.id)], isDryRun: isDryRun)
        case .enable: return try await fonts.setEnabled(true, [.id(hidden.id)], isDryRun: isDryRun)
        case .unregister: return try await fonts.unregister([.id(earlier.id)], isDryRun: isDryRun)
        case .undo: return try await fonts.undo(isDryRun: isDryRun)
        case .unregisterAll:
            return try await fonts.unregister(
                [.name("Earlier-Regular"), .name("Tonight-Regular"), .name("Nobody")], isDryRun: isDryRun)
        }
    }

    @Test(arguments: Operation.allCases)
    func itReportsWhatTheOperationThenDoesAndChangesNothing(_ operation: Operation) async throws {
        // The operation writes its sources, which are no change of the registry.
        _ = try await carryOut(operation, isDryRun: true)
        let (before, database) = (try home.inventory(of: home.root), try Data(contentsOf: home.database))
        let registered = try await fonts.registered()
        let reported = try await carryOut(operation, isDryRun: true)
        #expect(try home.inventory(of: home.root) == before)
        #expect(try Data(contentsOf: home.database) == database)
        #expect(try await fonts.registered() == registered)
        let generation = try await fonts.generation()
        #expect(reported.generation == generation)
        let done = try await carryOut(operation, isDryRun: false)
        #expect(reported.statuses == done.statuses)
        #expect(reported.codes == done.codes)
        #expect(reported.outcomes.map(\.registration?.id) == done.outcomes.map(\.registration?.id))
        #expect(reported.outcomes.map(\.registration?.path) == done.outcomes.map(\.registration?.path))
    }

    @Test func nothingIsCreatedWhereThereIsNoStore() async throws {
        let home = try PrivateHome()
        let file = try home.write(SyntheticFont())
        let before = try home.inventory(of: home.root)
        let options = RegistrationOptions(isDryRun: true)
        for scope in [FontScope.persistent, .session] {
            #expect(try await home.user().outcome(of: .file(file), scope, options).status == .registered)
        }
        #expect(try await home.user().unregister([.file(file)], isDryRun: true).codes == [201])
        #expect(try await home.user().prune(isDryRun: true) == PruneReport())
        #expect(try home.inventory(of: home.root) == before)
    }

    @Test func pruningReportsWhatItWouldRemove() async throws {
        let orphan = String(repeating: "cd", count: 32)
        for folder in [home.paths.objects + "/cd", home.paths.staging + "/killed"] {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        }
        try Data("orphan".utf8).write(to: URL(filePath: home.paths.objects + "/cd/" + orphan))
        _ = try SidecarFile(home.paths).append([Sidecar(sha256: orphan, registrations: [])])
        // The session of the third font ends; any reader hides its font.
        try Data("another".utf8).write(to: URL(filePath: try #require(home.paths.sessionMarker)))
        #expect(try await home.user().registered().count == 2)
        let before = try home.inventory(of: home.root)
        let reported = try await fonts.prune(isDryRun: true)
        #expect(try home.inventory(of: home.root) == before)
        #expect(reported.removedObjects.contains(orphan))
        #expect(reported.endedSessionRegistrations.map { $0.faces[0].family } == ["Tonight"])
        #expect(reported.removedFolders == [home.paths.staging + "/killed"])
        #expect(try await fonts.prune() == reported)
    }

    @Test func processScopeChangesNothingEither() async throws {
        let file = try home.write(SyntheticFont(family: "Local"))
        let options = RegistrationOptions(isDryRun: true)
        #expect(try await fonts.outcome(of: .file(file), .process, options).status == .registered)
        #expect(try await fonts.registered(scope: .process) == [])
        let local = try await fonts.add(file, .process)
        #expect(try await fonts.setEnabled(false, [.id(local.id)], isDryRun: true).statuses == [.disabled])
        #expect(try await fonts.unregister([.id(local.id)], isDryRun: true).statuses == [.unregistered])
        #expect(try await fonts.registered(scope: .process) == [local])
    }
}

extension PrivateHome {
    fileprivate var database: URL { URL(filePath: paths.database) }
}
