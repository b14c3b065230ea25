import FontModel
import FontRegistry
import Foundation
import TestSupport
import Testing

@testable import FontService

/// A provider cannot change the fonts of another, whatever target it passes (docs/reliability.md, R33).
@Suite(.fewAtOnce, .timeLimit(.minutes(60))) struct ForeignFontTests {
    private let home: PrivateHome
    private let gate: ConsentGate

    init() throws {
        home = try PrivateHome()
        gate = ConsentGate(policy: PolicyFile(home.paths)) { _, _ in ConsentAnswer(isAgreed: true) }
        try PolicyFile(home.paths).change { $0.consent = .busName("org.example.Consent") }
    }

    private func manager(_ running: RunningProgram) async throws -> FontManager {
        let caller = try running.identity()
        let question = ConsentQuestion(caller, scope: .persistent, fonts: [])
        let rules = try await gate.requireInstall(by: caller, question)
        return FontManager(provider: caller.id, quota: rules.quota, facts: caller.facts, context: home.context)
    }

    /// Tries every operation on another provider's font and returns those that succeeded.
    private func escapes(_ fonts: FontManager, _ theirs: Registration) async throws -> [String] {
        var escapes: [String] = []
        let path = try #require(theirs.path)
        let targets: [FontTarget] = [
            .id(theirs.id), .any(theirs.id), .name(theirs.faces[0].postscriptName), .file(theirs.file), .file(path),
            .any(path),
        ]
        for scope in [nil, FontScope.persistent, .session] {
            for target in targets {
                if try await fonts.unregister([target], scope: scope).errors.map(\.code) != [.notRegistered] {
                    escapes.append("unregister \(target)")
                }
                for isEnabled in [true, false]
                where try await fonts.setEnabled(isEnabled, [target], scope: scope).errors.map(\.code) != [
                    .notRegistered
                ] {
                    escapes.append("enable \(isEnabled) \(target)")
                }
            }
        }
        if try await !fonts.unregister(matching: FontQuery()).outcomes.allSatisfy({ $0.status == .failed }) {
            escapes.append("unregister all")
        }
        let rival = try home.write(SyntheticFont(family: theirs.faces[0].family, salt: 9) { $0.revision = 9 })
        let outcome = try await fonts.register(
            [.file(rival)], scope: .persistent, options: RegistrationOptions(replaces: true, allowsDowngrade: true)
        ).summary()
        if outcome.errors.map(\.code) != [.duplicatedName] { escapes.append("replace") }
        if try await fonts.registered().contains(where: { $0.provider == theirs.provider }) { escapes.append("list") }
        if try await !fonts.registered(provider: theirs.provider).isEmpty { escapes.append("list by provider") }
        return escapes
    }

    private func check(_ owner: RunningProgram, _ stranger: RunningProgram) async throws {
        let (own, foreign) = (try await manager(owner), try await manager(stranger))
        try #require(own.provider != foreign.provider)
        let file = try home.write(SyntheticFont(family: "Theirs"))
        let outcome = try await own.register(URL(filePath: file), scope: .persistent)
        let theirs = try #require(outcome.registration)
        let generation = try await own.generation()
        #expect(try await escapes(foreign, theirs) == [])
        #expect(try await own.registered() == [theirs])
        #expect(try await own.generation() == generation)
        // The same content registered by the provider itself is its own, and unregistering it does not affect the
        // other's.
        let same = try await foreign.register(URL(filePath: file), scope: .persistent)
        #expect(same.status == .registered)
        #expect(try await foreign.unregister([.file(file)]).isSuccess)
        #expect(try await own.registered() == [theirs])
        #expect(FileManager.default.fileExists(atPath: try #require(theirs.path)))
        #expect(try await own.unregister([.file(file)]).isSuccess)
    }

    @Test(.enabled(if: ownUnit == nil, "The tests run in a unit of systemd, and so would both programs."))
    func twoPrograms() async throws {
        let (one, other) = (try home.program("one"), try home.program("other"))
        try await check(try RunningProgram([one]), try RunningProgram([other]))
    }

    @Test(.enabled(if: FlatpakSandbox.isPossible, "Needs bwrap, and leave to make namespaces."))
    func aProgramAndTwoFlatpaks() async throws {
        func flatpak(_ id: String) throws -> RunningProgram {
            try home.flatpak("[Application]\nname=\(id)\n[Instance]\ninstance-id=INSTANCE\n")
        }
        let program = try RunningProgram([try home.program("one")])
        let (reader, other) = (try flatpak("org.example.Reader"), try flatpak("org.example.Other"))
        for (owner, stranger) in [(program, reader), (reader, program), (reader, other)] {
            try await check(owner, stranger)
        }
    }
}
