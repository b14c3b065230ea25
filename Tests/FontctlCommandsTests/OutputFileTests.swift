import FontRegistry
import Foundation
import TestSupport
import Testing

@testable import FontctlCommands

/// What the files that commands write replace.
@Suite struct OutputFileTests {
    private let home: PrivateHome
    private let session: Session

    init() throws { (home, session) = try Session.inNewHome() }

    private func bytes(_ path: String) throws -> [UInt8] { Array(try Data(contentsOf: URL(filePath: path))) }

    @Test func aPageReplacesNoFontAndNoArchive() async throws {
        let font = SyntheticFont(family: "Lora").build()
        let archive = ZIPFile([.init("Lora.ttf", font)]).bytes
        let page = home.root + "/given/page.html"
        for (name, bytes) in [("Lora.ttf", font), ("Lora.zip", archive)] {
            let file = try home.write(bytes, as: name)
            // A mistyped name, and a link from an earlier time.
            try FileManager.default.createSymbolicLink(atPath: page, withDestinationPath: file)
            let refused = await session("preview", file, "--output", "page.html")
            #expect(refused.status == 1 && refused.errors.contains("(306)"), "\(refused)")
            #expect(try self.bytes(file) == bytes)
            try FileManager.default.removeItem(atPath: page)
            try Data(bytes).write(to: URL(filePath: page))
            #expect(await session("preview", file, "--output", "page.html").status == 1)
            #expect(try self.bytes(page) == bytes)
            try FileManager.default.removeItem(atPath: page)
        }
        // Earlier pages are replaced.
        for _ in 0..<2 { #expect(await session("preview", "Lora.ttf", "--output", "page.html").status == 0) }
    }

    @Test func aFontReplacesNoneThatIsInUse() async throws {
        let file = try home.write(SyntheticFont(family: "Lora"))
        #expect(await session("register", file).status == 0)
        let manager = try home.user()
        let shown = try #require(try await manager.registered().first?.path)
        let before = try bytes(shown)
        let link = home.root + "/link.ttf"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: shown)
        for path in [shown, link] {
            await #expect(throws: FontError.self) { try await OutputFile.write(font: [1], to: path, by: manager) }
        }
        #expect(await session("disable", "Lora").status == 0)
        if let hidden = try await manager.registered().first?.path, FileManager.default.fileExists(atPath: hidden) {
            await #expect(throws: FontError.self) { try await OutputFile.write(font: [1], to: hidden, by: manager) }
        }
        #expect(await session("enable", "Lora").status == 0)
        let after = try #require(try await manager.registered().first?.path)
        #expect(try bytes(after) == before)
        // An earlier copy is replaced.
        let copy = try home.write(SyntheticFont(family: "Copy"), as: "copy.ttf")
        try await OutputFile.write(font: before, to: copy, by: manager)
        #expect(try bytes(copy) == before)
    }
}
