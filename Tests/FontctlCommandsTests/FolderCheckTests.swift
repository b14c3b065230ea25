import Foundation
import TestSupport
import Testing

@testable import FontctlCommands

/// `validate` of folders and archives.
@Suite struct FolderCheckTests {
    private let home: PrivateHome
    private let session: Session

    init() throws {
        (home, session) = try Session.inNewHome()
        try home.write(SyntheticFont(family: "Lora"), as: "fonts/a/Lora.ttf")
        try home.write(SyntheticFont(family: "Other"), as: "fonts/b/Other.ttf")
        try home.write(Array("a text".utf8), as: "fonts/README.txt")
    }

    private var folder: String { home.root + "/given/fonts" }

    private func results(_ paths: String...) async throws -> [[String: Any]] {
        try #require(try await session.run(["validate", "--json"] + paths).json["results"] as? [[String: Any]])
    }

    @Test func allFontsOfAFolderAreChecked() async throws {
        let well = await session("validate", folder)
        #expect(well.status == 0, "\(well)")
        #expect(well.output.contains("valid    \(folder)/a/Lora.ttf\n"), "\(well.output)")
        let files = try await results(folder).map { $0["file"] as? String }
        #expect(files == ["\(folder)/a/Lora.ttf", "\(folder)/b/Other.ttf"])
        let cut = try home.write(Array(SyntheticFont(family: "Cut").build().prefix(200)), as: "fonts/b/Cut.ttf")
        let ill = await session("validate", folder, folder + "/a/Lora.ttf")
        #expect(ill.status == 1)
        #expect(ill.output.contains("invalid  \(cut) (104)\n"), "\(ill.output)")
        #expect(ill.errors.contains("1 file of 4 cannot be registered."), "\(ill.errors)")
        #expect(try await results(folder).map { $0["valid"] as? Bool } == [true, false, true])
    }

    @Test func whyCountsFilesThatAreNoFonts() async throws {
        #expect(await session("why", folder).lines.first == "\(folder) is a folder with 2 fonts.")
        try home.write(Array(SyntheticFont(family: "Cut").build().prefix(200)), as: "fonts/b/Cut.ttf")
        let answer = await session("why", folder)
        #expect(
            answer.lines.first == "\(folder) is a folder with 3 files. 1 file cannot be registered.", "\(answer)")
        #expect(await session("register", folder).status == 1)
        #expect(
            await session("why", folder).lines.first
                == "\(folder) is a folder with 3 files. 1 file cannot be registered. 2 of its fonts are registered."
        )
        let json = try await session("why", folder, "--json").json
        #expect(json["fonts"] as? Int == 2 && json["unusableFiles"] as? Int == 1, "\(json)")
    }

    @Test func aFolderWithoutFontsIsAFailure() async throws {
        let empty = home.root + "/given/empty"
        try FileManager.default.createDirectory(atPath: empty, withIntermediateDirectories: true)
        let result = await session("validate", empty)
        #expect(result.status == 1 && result.output.contains("invalid  \(empty) (101)\n"), "\(result)")
        #expect(result.output.contains("There is no TrueType or OpenType font in this folder."))
    }

    @Test func theFontsInAnArchiveAreChecked() async throws {
        let cut = Array(SyntheticFont(family: "Cut").build().prefix(200))
        let zip = ZIPFile([.init("Lora.ttf", SyntheticFont(family: "Lora").build()), .init("Cut.ttf", cut)])
        let path = try home.write(zip.bytes, as: "fonts/fonts.zip")
        #expect(try await results(path).map { $0["file"] as? String } == ["\(path)/Cut.ttf", "\(path)/Lora.ttf"])
        #expect(try await results(path).map { $0["code"] as? Int } == [104, nil])
        #expect(try await results(folder).count == 4)
        let other = try home.write(ZIPFile([.init("a.txt", [0x41])]).bytes, as: "texts.zip")
        let none = await session("validate", other)
        #expect(none.status == 1 && none.output.contains("invalid  \(other) (103)\n"), "\(none)")
        #expect(none.output.contains("This is a ZIP archive, not a font file."), "\(none)")
        // A folder does not fail because of an archive that cannot be read.
        try home.write(Array(zip.bytes.dropLast(30)), as: "fonts/fonts.zip")
        let unread = await session("validate", folder)
        #expect(unread.status == 0 && unread.errors.contains("Not read: \(path): "), "\(unread)")
        let document = try await session("validate", folder, "--json").json
        #expect((document["unread"] as? [[String: Any]])?.map { $0["file"] as? String } == [path])
    }
}
