import Foundation
import Glibc
import TestSupport
import Testing

@testable import FontRegistry

/// A store of a development version is refused with advice, and no operation changes it.
@Suite(.fewAtOnce, .timeLimit(.minutes(60))) struct DevelopmentStoreTests {
    private let home: PrivateHome

    init() async throws {
        home = try PrivateHome()
        let user = try home.user()
        try await user.add(try home.write(SyntheticFont(family: "Plain")), .persistent, .init(tag: "kept"))
        try await user.add(try home.write(SyntheticFont(family: "Off")), .persistent, .init(isEnabled: false))
    }

    private func bytes() throws -> Data { try Data(contentsOf: URL(filePath: home.paths.database)) }

    @Test(arguments: 1...8) func noByteIsChanged(_ version: Int) async throws {
        try home.paths.takeToDevelopment(version)
        let (before, inventory) = (try bytes(), try home.inventory())
        let file = try home.write(SyntheticFont(family: "New"))
        for ask: @Sendable (FontManager) async throws -> Void in [
            { _ = try await $0.registered() }, { _ = try await $0.resolve("Plain-Regular") },
            { try await $0.add(file) }, { _ = try await $0.unregister([.name("Plain-Regular")]) },
            { _ = try await $0.undo() }, { _ = try await $0.prune() },
            // A repair moves a damaged database aside, but not this one.
            { _ = try await $0.diagnose(repair: false) }, { _ = try await $0.diagnose(repair: true) },
        ] {
            let fonts = try home.user()
            let error = await #expect(throws: FontError.self) { try await ask(fonts) }
            #expect(error?.storeFault == .developmentStore, "\(String(describing: error))")
            #expect(error?.recovery == [.exportAndImport])
            #expect(error?.message.contains(home.paths.store) == true)
        }
        #expect(try bytes() == before)
        #expect(try home.inventory() == inventory)
    }

    @Test func itsFontsAreTakenOverByAnExport() async throws {
        let export = URL(filePath: home.root + "/given/fonts.tar")
        try await home.user().export(to: export)
        let before = try await home.user().registered()
        try home.paths.takeToDevelopment()
        for (number, folder) in [home.paths.store, home.paths.persistentProjection].enumerated() {
            try #require(rename(folder, home.root + "/moved-\(number)") == 0)
        }
        let imported = try await home.user().importFonts(try FontExport(contentsOf: export))
        #expect(imported.isSuccess, "\(imported)")
        #expect(try await home.user().registered().map(\.id).sorted() == before.map(\.id).sorted())
        #expect(try await home.user().diagnose(repair: false).isHealthy)
    }

    /// Its identifier is intact, and its tables are not.
    @Test func aDamagedOneIsDamage() async throws {
        try home.paths.takeToDevelopment()
        let size = try bytes().count
        let handle = try FileHandle(forUpdating: URL(filePath: home.paths.database))
        try handle.seek(toOffset: 100)
        try handle.write(contentsOf: Data(repeating: 0xFF, count: size - 100))
        try handle.close()
        let fonts = try home.user()
        let error = await #expect(throws: FontError.self) { try await fonts.registered() }
        #expect(error?.storeFault == .damaged, "\(String(describing: error))")
        #expect(try await fonts.diagnose(repair: true).isHealthy)
        #expect(try await fonts.registered().count == 2)
    }

    /// The number of a development version alone, in a database of this program, is a damaged number.
    @Test(arguments: 2...8) func aDamagedNumberMakesNone(_ version: Int) async throws {
        try home.spoilDatabase("PRAGMA user_version = \(version)")
        let fonts = try home.user()
        let error = await #expect(throws: FontError.self) { try await fonts.registered() }
        #expect(error?.storeFault == .damaged, "\(String(describing: error))")
        #expect(try await fonts.diagnose(repair: true).isHealthy)
        #expect(try await fonts.registered().count == 2)
    }
}
