import FontRegistry
import Foundation
import TestSupport
import Testing

/// After damage between two installations, the later one works and survives a reload (docs/reliability.md, R24).
///
/// The cases are those of Android's `UpdatableFontDirTest`: the damage, and a file or a family installed before and
/// after it.
@Suite(.fewAtOnce, .timeLimit(.minutes(60))) struct DamageMatrixTests {
    enum Damage: String, CaseIterable, Sendable {
        case oneSidecar, allSidecars, oneFont, allFonts, wholeFolders, folderContents
    }

    enum Kind: String, CaseIterable, Sendable {
        case file, family

        func write(_ family: String, in home: PrivateHome) throws -> [String] {
            switch self {
            case .file: [try home.write(SyntheticFont(family: family))]
            case .family:
                try ["Regular", "Bold", "Italic"].map { style in
                    try home.write(SyntheticFont(family: family, style: style), as: "\(family)-\(style).ttf")
                }
            }
        }
    }

    @Test(arguments: Damage.allCases, [(Kind.file, Kind.file), (.file, .family), (.family, .file), (.family, .family)])
    func aLaterInstallationWorks(_ damage: Damage, _ kinds: (before: Kind, after: Kind)) async throws {
        let home = try PrivateHome()
        let user = try home.user()
        func install(_ kind: Kind, _ family: String) async throws -> [Registration] {
            let files = try kind.write(family, in: home).map { URL(filePath: $0) }
            let summary = try await user.register(files, scope: .persistent).summary()
            #expect(summary.isSuccess, "\(summary.errors)")
            return summary.registrations
        }
        let before = try await install(kinds.before, "Before")
        try inflict(damage, on: before, home)

        let after = try await install(kinds.after, "After")
        // A reload: a new manager as in another process, then the self-check.
        for _ in 0..<2 {
            let next = try home.user()
            let found = try await next.registered().map(\.id)
            #expect(Set(found).isSuperset(of: after.map(\.id)))
            for registration in after {
                #expect(try await next.resolve(registration.faces[0].postscriptName).match?.path == registration.path)
            }
            #expect(try await next.diagnose(repair: true).isHealthy)
        }
        let shown = try home.filesSeenByPrograms
        #expect(Set(shown).isSuperset(of: after.compactMap(\.path)))
    }

    private func inflict(_ damage: Damage, on registrations: [Registration], _ home: PrivateHome) throws {
        let objects = home.paths.objects
        func object(_ registration: Registration) -> String {
            "\(objects)/\(registration.sha256.prefix(2))/\(registration.sha256)"
        }
        let sidecars = home.paths.store + "/sidecars.jsonl"
        switch damage {
        case .oneSidecar:
            let lines = try String(contentsOfFile: sidecars, encoding: .utf8).split(separator: "\n")
            try Data(lines.dropFirst().joined(separator: "\n").utf8).write(to: URL(filePath: sidecars))
        case .allSidecars: try remove(sidecars)
        case .oneFont: try remove(object(registrations[0]))
        case .allFonts: for registration in registrations { try remove(object(registration)) }
        case .wholeFolders:
            try remove(objects)
            try remove(home.paths.persistentProjection)
        case .folderContents:
            for registration in registrations {
                try remove(object(registration))
                try remove(try #require(registration.path))
            }
        }
    }
}
