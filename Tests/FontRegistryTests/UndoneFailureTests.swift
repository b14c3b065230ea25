import FontRegistry
import Foundation
import Glibc
import TestSupport
import Testing

/// An operation that is committed but cannot be published is undone: it gives an error and leaves the earlier state.
@Suite(.fewAtOnce, .timeLimit(.minutes(60))) struct UndoneFailureTests {
    enum Operation: String, CaseIterable, Sendable {
        case register, registerMany, registerAtomically, replace, disable, enable, unregister, forSession, undo
    }

    /// The step after a commit that is blocked: writing the next generation or appending the sidecars.
    enum Step: CaseIterable, Sendable {
        case number, sidecars

        /// Blocks the step until the returned function is called.
        func bar(_ home: PrivateHome) throws -> () throws -> Void {
            let paths = home.paths
            let place = self == .number ? paths.nextGenerationFile : paths.store + "/sidecars.jsonl"
            let kept = place + ".kept"
            let files = FileManager.default
            let wasThere = files.fileExists(atPath: place)
            if wasThere { try files.moveItem(atPath: place, toPath: kept) }
            let program = Process()
            let leash = Pipe()
            switch self {
            case .number: try files.createDirectory(atPath: place, withIntermediateDirectories: true)
            case .sidecars:
                // A folder would be refused before the commit. A running program cannot be written, not even by root.
                try home.copyProgram("/bin/cat", to: place)
                (program.executableURL, program.standardInput) = (URL(filePath: place), leash)
                try program.run()
            }
            return {
                try leash.fileHandleForWriting.close()
                if self == .sidecars { program.waitUntilExit() }
                try files.removeItem(atPath: place)
                if wasThere { try files.moveItem(atPath: kept, toPath: place) }
            }
        }
    }

    private let home: PrivateHome
    private let fonts: FontManager
    private let earlier: Registration
    private let hidden: Registration

    init() async throws {
        home = try PrivateHome()
        fonts = try home.manager(authority: .user)
        earlier = try await fonts.add(try home.write(SyntheticFont(family: "Earlier")))
        hidden = try await fonts.add(
            try home.write(SyntheticFont(family: "Hidden")), .persistent, RegistrationOptions(isEnabled: false))
        try await fonts.add(try home.write(SyntheticFont(family: "Tonight")), .session)
        // The last operation, for `undo`.
        let gone = try await fonts.add(try home.write(SyntheticFont(family: "Gone")))
        try await fonts.unregister([.id(gone.id)])
    }

    private func carryOut(_ operation: Operation) async throws -> FontSummary {
        let new = try home.write(SyntheticFont(family: "New"))
        func register(_ files: [String], _ scope: FontScope = .persistent, _ options: RegistrationOptions = .init())
            async throws -> FontSummary
        {
            try await fonts.register(files.map { URL(filePath: $0) }, scope: scope, options: options).summary()
        }
        switch operation {
        case .register: return try await register([new])
        case .registerMany:
            return try await register(try (0..<20).map { try home.write(SyntheticFont(family: "New \($0)")) })
        case .registerAtomically:
            return try await register(
                [new, try home.write(SyntheticFont(family: "Newer"))], .persistent,
                RegistrationOptions(isAtomic: true))
        case .replace:
            return try await register(
                [try home.write(SyntheticFont(family: "Earlier", salt: 1))], .persistent,
                RegistrationOptions(replaces: true))
        case .disable: return try await fonts.setEnabled(false, [.id(earlier.id)])
        case .enable: return try await fonts.setEnabled(true, [.id(hidden.id)])
        case .unregister: return try await fonts.unregister([.id(earlier.id)])
        case .forSession: return try await register([new], .session)
        case .undo: return try await fonts.undo()
        }
    }

    @Test(arguments: Operation.allCases, Step.allCases)
    func unpublishableChangesAreRolledBack(_ operation: Operation, _ step: Step) async throws {
        let registrations = try await fonts.registered()
        let (shown, stored) = (home.projected, home.storedObjects)
        let generation = try await fonts.generation()
        let (recorded, kept) = (try await fonts.undoableOperations(), home.removed)
        let clear = try step.bar(home)

        let error = await #expect(throws: FontError.self) { try await carryOut(operation) }
        #expect(error?.code.rawValue == 301)
        #expect(error?.message.contains("recorded") == false, "\(String(describing: error))")
        #expect(Set(try await fonts.registered()) == Set(registrations))
        #expect(home.projected == shown)
        #expect(home.staged.isEmpty)

        #expect(try await fonts.undoableOperations() == recorded)
        #expect(home.removed == kept)

        // One generation for the commit and one for its reversal.
        #expect(try await fonts.generation() == generation + 2)

        // The next successful operation completes the cleanup, and nothing of the undone operation remains.
        try clear()
        let last = try await fonts.add(try home.write(SyntheticFont(family: "Last")))
        #expect(Set(try await fonts.registered()) == Set(registrations + [last]))
        #expect(Set(home.storedObjects) == Set(stored + [last.sha256]))
        #expect(try await fonts.diagnose(repair: false).findings.filter { $0.severity != .note } == [])
        // The same operation succeeds without the obstacle.
        #expect(try await fonts.undo().isSuccess, "undoing the last font")
        #expect(try await carryOut(operation).isSuccess)
    }

    enum Word: CaseIterable, Sendable { case disable, enable, unregister, registerAgain }

    /// A choice of the user for two fonts is undone for both if the change of one cannot be published.
    @Test(arguments: Word.allCases) func theUsersWordIsUndoneWithIt(_ word: Word) async throws {
        // One manager has the user's authority, the other is the same provider without it.
        let (user, provider) = (fonts, try home.manager())
        let (file, targets) = (hidden.file, [FontTarget.id(hidden.id), .id(earlier.id)])
        if word != .disable { #expect(try await user.setEnabled(false, targets).isSuccess) }
        let clear = try Step.sidecars.bar(home)
        let error = await #expect(throws: FontError.self) {
            switch word {
            case .disable: _ = try await user.setEnabled(false, targets)
            case .enable: _ = try await user.setEnabled(true, targets)
            case .unregister: _ = try await user.unregister(targets)
            case .registerAgain: _ = try await user.register([URL(filePath: file)], scope: .persistent).summary()
            }
        }
        #expect(error?.code.rawValue == 301)
        try clear()
        if word == .disable {
            // The provider can still enable and disable both.
            #expect(try await provider.setEnabled(false, [targets[1]]).statuses == [.disabled])
            #expect(try await provider.setEnabled(true, targets).statuses == [.enabled, .enabled])
        } else {
            #expect(try await provider.setEnabled(true, targets).codes == [302, 302])
        }
        #expect(try await user.diagnose(repair: false).findings.filter { $0.severity != .note } == [])
    }

    @Test func aFolderThatCannotBeMadeTakesTheRegistrationBack() async throws {
        let home = try PrivateHome()
        let fonts = try home.manager()
        // A file in place of the first font folder.
        try FileManager.default.createDirectory(
            atPath: home.paths.persistentProjection, withIntermediateDirectories: true)
        let place = home.paths.persistentProjection + "/0001"
        try Data("in the way".utf8).write(to: URL(filePath: place))
        let file = try home.write(SyntheticFont())
        let error = await #expect(throws: FontError.self) { try await fonts.add(file) }
        #expect(error?.code.rawValue == 301)
        #expect(error?.message.contains("0001") == true, "\(String(describing: error))")
        #expect(try await fonts.registered().isEmpty)
        #expect(home.storedObjects.isEmpty)
        #expect(try String(contentsOfFile: place, encoding: .utf8) == "in the way")
        try remove(place)
        try await fonts.add(file)
        #expect(try await fonts.has("Synthetic-Regular"))
    }

    /// A reader of the log gets both the change and its reversal.
    @Test func theLogTellsBoth() async throws {
        let generation = try await fonts.generation()
        let clear = try Step.sidecars.bar(home)
        await #expect(throws: FontError.self) { try await carryOut(.register) }
        try clear()
        try await fonts.add(try home.write(SyntheticFont(family: "Last")))
        var changes = fonts.changes(since: generation).makeAsyncIterator()
        var told: [String] = []
        for _ in 0..<3 {
            let change = try await changes.nextChange()
            told.append("\(change.kind) \(change.faces.map(\.face.family).joined())")
        }
        #expect(told == ["added New", "removed New", "added Last"])
    }
}
