import FontRegistry
import Foundation
import TestSupport
import Testing

/// A database with any number of flipped bits is read without a crash, and a repair restores every registration.
///
/// See docs/reliability.md, R21.
@Suite(.fewAtOnce, .timeLimit(.minutes(60))) struct FlippedBitTests {
    /// The number of databases per level; docs/reliability.md, R21 requires 500.
    private static let rounds =
        ProcessInfo.processInfo.environment["FONTD_DAMAGE_ROUNDS"].flatMap(Int.init) ?? 5

    @Test(arguments: 1...20)
    func everyRegistrationComesBack(_ level: Int) async throws {
        let home = try PrivateHome()
        let user = try home.user()
        for number in 0..<6 {
            try await user.add(
                try home.write(SyntheticFont(family: "Kept \(number)")), .persistent,
                RegistrationOptions(isEnabled: number != 5, tag: "tag \(number)"))
        }
        try await user.add(try home.write(.variable(family: "Axis")))
        let whole = try Data(contentsOf: URL(filePath: home.paths.database))
        let registered = try await Self.registrations(user)
        for round in 0..<Self.rounds {
            // Level n damages n - 1 percent of the bytes of one page or of the file; level 1 flips a single bit.
            let page = round / 2 * 7 % (whole.count / 4_096) * 4_096
            let area = round.isMultiple(of: 2) ? page..<(page + 4_096) : 0..<whole.count
            let damaged = Damage.bitFlips(
                [UInt8](whole), count: max(1, area.count * (level - 1) / 100), seed: UInt64(level * 1_000 + round),
                in: area)
            try Data(damaged).write(to: URL(filePath: home.paths.database))
            await useEverything(of: home)
            let diagnosis = try await home.user().diagnose(repair: true)
            #expect(diagnosis.isHealthy, "\(diagnosis.findings)")
            let found = try await Self.registrations(home.user())
            #expect(found == registered, "\(round): \(diagnosis.findings)")
            try whole.write(to: URL(filePath: home.paths.database))
        }
    }

    /// Returns the registrations by id, without their dates and places.
    private static func registrations(_ manager: FontManager) async throws -> [String: [String]] {
        Dictionary(
            uniqueKeysWithValues: try await manager.registered().map {
                ($0.id, [$0.file, $0.isEnabled ? "enabled" : "disabled"] + $0.tags)
            })
    }

    /// Runs every query; a query may fail but must not trap.
    private func useEverything(of home: PrivateHome) async {
        guard let fonts = try? home.user() else { return }
        _ = try? await fonts.registered()
        _ = try? await fonts.resolve("Kept 3-Regular")
        _ = try? await fonts.resolve("Axis-Bold")
        let query = FontQuery(languages: ["en"], characters: "A")
        _ = try? await fonts.fonts(matching: FontQuerySet(including: [query], options: .includeDisabled))
        _ = try? await fonts.providers()
        _ = try? await fonts.generation()
        var changes = fonts.changes(since: 0).makeAsyncIterator()
        _ = try? await changes.next()
        _ = try? await fonts.add(home.root + "/given/Kept2-Regular-0.ttf")
        _ = try? await fonts.diagnose(repair: false)
    }
}
