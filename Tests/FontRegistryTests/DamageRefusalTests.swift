import Foundation
import TestSupport
import Testing

@testable import FontRegistry

/// A repair brings back what was acknowledged, and nothing that was refused while the store was damaged.
@Suite(.fewAtOnce, .timeLimit(.minutes(60))) struct DamageRefusalTests {
    enum Operation: Sendable { case register, registerMany, importFonts, replace }

    private let home: PrivateHome

    init() throws { home = try PrivateHome() }

    private func carryOut(_ operation: Operation, _ user: FontManager) async throws -> FontSummary {
        var fonts = [SyntheticFont(family: "Refused")]
        var options = RegistrationOptions()
        switch operation {
        case .register: break
        case .registerMany: fonts = (0..<20).map { SyntheticFont(family: "Refused \($0)") }
        case .replace:
            fonts = [SyntheticFont(family: "Kept", salt: 1)]
            options.replaces = true
        case .importFonts:
            let other = try PrivateHome()
            try await other.user().add(try other.write(fonts[0]))
            try await other.user().export(to: URL(filePath: home.root + "/all.tar"))
            return try await user.importFonts(FontExport(contentsOf: URL(filePath: home.root + "/all.tar")))
        }
        let files = try fonts.map { URL(filePath: try home.write($0)) }
        return try await user.register(files, scope: .persistent, options: options).summary()
    }

    @Test(arguments: [
        "state", "content", "face", "coverage", "lookup", "registration", "folder", "placement", "change", "provider",
        "disabledByUser", "operation", "keptContent",
    ])
    func withoutATable(_ table: String) async throws { try await expectNothingElse(table, .register) }

    @Test(arguments: [Operation.registerMany, .importFonts, .replace])
    func byAnyOperation(_ operation: Operation) async throws { try await expectNothingElse("provider", operation) }

    private func expectNothingElse(_ table: String, _ operation: Operation) async throws {
        let kept = try await home.user().add(try home.write(SyntheticFont(family: "Kept")))
        try home.spoilDatabase("DROP TABLE \(table)")
        let user = try home.user()
        let summary = try? await carryOut(operation, user)
        let isAcknowledged = summary?.isSuccess == true
        let repaired = try await user.diagnose(repair: true)
        #expect(repaired.isHealthy, "\(repaired.findings)")
        let present = Set(try await home.user().registered().map(\.sha256))
        let expected = Set(summary?.registrations.map(\.sha256) ?? [])
        if isAcknowledged {
            #expect(present.isSuperset(of: expected))
        } else {
            #expect(present == [kept.sha256])
            #expect(home.shownFiles.count == 1)
        }
    }
}

extension PrivateHome {
    /// The files in the font folders of persistent scope.
    fileprivate var shownFiles: [String] {
        ((try? FileManager.default.subpathsOfDirectory(atPath: paths.persistentProjection)) ?? []).filter {
            $0.hasSuffix(".ttf")
        }
    }
}
