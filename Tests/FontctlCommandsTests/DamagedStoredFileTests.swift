import FontRegistry
import Foundation
import Glibc
import TestSupport
import Testing

@testable import FontctlCommands

/// A command that reads a registered font tells damage of its stored file from a defect of the font, and the advice works.
@Suite struct DamagedStoredFileTests {
    @Test(arguments: [true, false]) func theMessageNamesTheFontAndTheRepair(_ hasOriginal: Bool) async throws {
        let home = try PrivateHome()
        let session = Session(home)
        let file = try home.write(SyntheticFont(family: "Hurt"))
        let registration = try await home.user().register(URL(filePath: file), scope: .persistent).registration
        let path = try #require(registration?.path)
        #expect(chmod(path, 0o600) == 0)
        let handle = try FileHandle(forUpdating: URL(filePath: path))
        // The table directory: no reader can use the font.
        try handle.write(contentsOf: Data(repeating: 0xA5, count: 128))
        try handle.close()
        if !hasOriginal { try FileManager.default.removeItem(atPath: file) }
        for command in [["info", "Hurt-Regular"], ["info", "--json", "Hurt-Regular"]] {
            let result = await session.run(command)
            let told = result.output + result.errors
            #expect(result.status == ExitStatus.failed, "\(result)")
            #expect(told.contains("The stored file of Hurt-Regular is damaged"), "\(told)")
            #expect(told.contains("fontctl doctor --repair"), "\(told)")
        }
        #expect(await session("doctor", "--repair").status == 0)
        #expect(await session("info", "Hurt-Regular").status == (hasOriginal ? 0 : 1))
        #expect(try await home.user().registered().isEmpty != hasOriginal)
    }
}
