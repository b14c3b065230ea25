import CLinux
import Foundation
import TestSupport
import Testing

@testable import FontRegistry

/// Answers for names that a process has looked up before, without another look at the database.
@Suite(.fewAtOnce, .timeLimit(.minutes(60))) struct KnownNameTests {
    private let home: PrivateHome
    private let fonts: FontManager
    private let store: RegistryStore

    init() throws {
        home = try PrivateHome()
        fonts = try home.manager()
        store = RegistryStore(home.context)
    }

    private var known: RegisteredMatch? { store.shown.knownMatch("Known-Regular") }

    private func find() throws -> RegisteredMatch? { try store.shown.find("Known-Regular") }

    /// Looks the name up until the answer is known: a look at the configuration counts for a second only.
    private func learn() throws -> RegisteredMatch {
        for _ in 0..<20 {
            let found = try #require(try find())
            guard let known else { continue }
            #expect(known.kind == found.kind && known.fonts == found.fonts)
            return known
        }
        return try #require(known, "no answer was known after 20 looks")
    }

    private static let isLocal = clx_is_local_filesystem(NSTemporaryDirectory()) != 0

    @Test(.enabled(if: isLocal, "needs a temporary folder on a disk of this machine"))
    func anAnswerIsKnownUntilTheFontIsDisabled() async throws {
        #expect(try find() == nil && known == nil)
        let registration = try await fonts.add(try home.write(SyntheticFont(family: "Known")))
        #expect(known == nil)
        #expect(try learn().fonts.map(\.path) == [registration.path])
        try await fonts.setEnabled(false, [.id(registration.id)])
        #expect(known == nil)
        #expect(try find() == nil)
        try await fonts.setEnabled(true, [.id(registration.id)])
        #expect(known == nil)
        _ = try learn()
    }

    @Test func theAnswerForADeletedFileIsNotKnown() async throws {
        let registration = try await fonts.add(try home.write(SyntheticFont(family: "Known")))
        _ = try find()
        try FileManager.default.removeItem(atPath: try #require(registration.path))
        #expect(known == nil)
        // The file comes back from the store.
        #expect(try find()?.fonts.count == 1)
    }

    @Test func fontsThatARuleHidesAreNotKnown() async throws {
        try await fonts.add(try home.write(SyntheticFont(family: "Known")))
        let rule = "<selectfont><rejectfont><glob>*/Known-*</glob></rejectfont></selectfont>"
        try Data("<fontconfig>\(rule)</fontconfig>".utf8)
            .write(to: URL(filePath: home.root + "/config/fontconfig/conf.d/60-reject.conf"))
        for _ in 0..<3 {
            #expect(try find() == nil)
            #expect(known == nil)
        }
    }

    @Test func largeFamiliesAreReadOnAnotherThread() async throws {
        let files = try (1...5).map { number in
            try home.write(SyntheticFont(family: "Many", style: "Style \(number)"))
        }
        for file in files { try await fonts.add(file) }
        for _ in 0..<3 {
            #expect(try store.shown.find("Many")?.fonts.count == 5)
            #expect(store.shown.knownMatch("Many") == nil)
        }
    }
}
