import FontRegistry
import Foundation
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import FontctlCommands

/// The command `adopt`: what it asks, shows and does.
@Suite struct AdoptTests {
    private let home: PrivateHome
    private let session: Session

    init() throws { (home, session) = try Session.inNewHome() }

    /// Puts a font into the user's font folder.
    @discardableResult
    private func put(_ font: SyntheticFont, _ name: String) throws -> String {
        try home.put(font.build(), at: home.paths.userFonts + "/" + name)
    }

    @Test func duplicatesAreShown() async throws {
        let first = try put(SyntheticFont(family: "Lora", salt: 2) { $0.revision = 2 }, "a.ttf")
        let copy = try put(SyntheticFont(family: "Lora", salt: 2) { $0.revision = 2 }, "b.ttf")
        let older = try put(SyntheticFont(family: "Lora", salt: 1), "c.ttf")
        let hidden = try put(SyntheticFont(family: "Hid"), "d/.hid.ttf")
        let remark = "older revision 1 of Lora-Regular; 2 is enabled: \(first)"
        let trial = await session("adopt", "--dry-run")
        #expect(trial.status == 0 && trial.errors.isEmpty)
        func fields(_ line: String) -> [String] {
            line.split(separator: #/ {2,}/#).map(String.init)
        }
        #expect(
            trial.lines.map(fields) == [
                ["would be registered", "Lora-Regular", first], ["same bytes", copy],
                ["would be registered, disabled", "Lora-Regular", older, remark],
                ["would be registered, disabled", "Hid-Regular", hidden, "its file is hidden"],
            ])
        #expect(await session("list").output.isEmpty)
        let done = await session("adopt", "--yes")
        #expect(done.status == 0, "\(done.errors)")
        #expect(done.lines.last == "4 files moved to the trash; `fontctl undo` restores them")
        #expect(done.lines.dropLast().map { fields($0).last ?? "" } == [first, copy, remark, "its file is hidden"])
        #expect(await session("list").lines.count == 3)
        #expect(await session("undo", "--list").output.contains("  adopt  "))
        let undone = await session("undo")
        #expect(undone.lines.count == 7 && undone.lines[0].hasPrefix("brought back  "))
        #expect(await session("list").output.isEmpty)
        #expect(access(first, F_OK) == 0 && access(hidden, F_OK) == 0)
    }

    @Test func aFileThatIsHiddenInPartStaysAndIsNamed() async throws {
        // Without another font of the system the whole file could not be hidden.
        let system = URL(filePath: try self.home.write(SyntheticFont(family: "Seen"))).deletingLastPathComponent()
        let home = try PrivateHome(fontFolders: [system.path(percentEncoded: false)])
        let session = Session(home)
        let file = try home.put(
            SyntheticCollection.faces(2, family: "Pair").build(), at: home.paths.userFonts + "/Pair.ttc")
        _ = try home.put(SyntheticFont(family: "Other").build(), at: home.paths.userFonts + "/Other.ttf")
        let name = try FontFile(contentsOf: file).faces[1].postscriptName
        #expect(await session("disable", name).status == 0)
        let left = try await session("adopt", "--dry-run", "--json").json["left"] as? [[String: Any]] ?? []
        #expect(left.compactMap { $0["file"] as? String } == [file])
        let done = await session("adopt", "--yes")
        #expect(
            done.status == 0 && done.errors.contains("\(file): Programs do not see a part of this file: \(name)."),
            "\(done)")
        #expect(access(file, F_OK) == 0)
        #expect(await session("list", "--enabled").lines.count == 1)
        // Following the advice hides the whole file, which is then adopted as disabled.
        let command = try #require(done.errors.split(separator: "`").first { $0.hasPrefix("fontctl disable ") })
        #expect(await session.run(command.split(separator: " ").dropFirst().map(String.init)).status == 0)
        #expect(await session("adopt", "--yes").status == 0)
        #expect(await session("list", "--disabled").lines.count == 2)
        #expect(await session("list", "--enabled").lines.count == 1)
        #expect(access(file, F_OK) != 0)
    }

    @Test func itAsks() async throws {
        try put(SyntheticFont(family: "Lora"), "a.ttf")
        let without = await session("adopt")
        #expect(without.status == 1 && without.errors.contains("`fontctl adopt --yes`"))
        let asked = Mutex("")
        let terminal = Session(home, isTerminal: true)
        for answer in [false, true] {
            terminal.configure { context in
                context.ask = { question in
                    asked.withLock { $0 = question }
                    return answer
                }
            }
            let result = await terminal("adopt")
            let question = asked.withLock { $0 }
            #expect(question == "Register these fonts, and move 1 file to the trash? [y/N] ")
            #expect(result.errors.hasPrefix("STATUS               FONT          FILE"), "\(result)")
            #expect(result.errors.contains("\nwould be registered  Lora-Regular  a.ttf"), "\(result)")
            #expect(result.status == (answer ? 0 : 1))
            #expect(await session("list").lines.count == (answer ? 1 : 0))
        }
        terminal.configure { context in
            context.ask = { _ in
                Issue.record("nothing is to be asked")
                return false
            }
        }
        for session in [terminal, session] {
            for arguments in [[], ["--dry-run"], ["--yes"]] as [[String]] {
                let nothing = await session.run(["adopt"] + arguments)
                #expect(nothing.status == 0 && nothing.output == "No fonts to adopt were found.\n")
            }
        }
    }

    @Test func whatStaysIsReported() async throws {
        let link = home.paths.userFonts + "/link.ttf"
        try put(SyntheticFont(family: "Lora"), "a.ttf")
        try FileManager.default.createSymbolicLink(
            atPath: link, withDestinationPath: try home.write(SyntheticFont(family: "Linked")))
        let woff = home.paths.userFonts + "/a.woff"
        try Data(SampleFile.woff.bytes).write(to: URL(filePath: woff))
        let result = await session("adopt", "--yes")
        #expect(result.status == 0)
        #expect(result.errors.contains("\(link): This is a link to "))
        #expect(result.errors.contains("Run `fontctl register --unwrap \(woff)`. (103)"))
        try Data(SyntheticFont(family: "Cut").build().prefix(600)).write(
            to: URL(filePath: home.paths.userFonts + "/cut.ttf"))
        #expect(await session("adopt", "--yes").status == 1)
    }

    @Test func archivesAreCounted() async throws {
        let zip = ZIPFile([.init("a.ttf", SyntheticFont(family: "Packed").build())]).bytes
        let first = try home.put(zip, at: home.paths.userFonts + "/a.zip")
        try home.put([0x1F, 0x8B, 8, 0], at: home.paths.userFonts + "/bitmap.pcf.gz")
        let one = await session("adopt", "--yes")
        #expect(one.status == 0, "\(one)")
        #expect(one.errors == "fontctl: 1 archive stays where it is. `fontctl register \(first)` reads it.\n")
        try home.put(zip, at: home.paths.userFonts + "/b.zip")
        try put(SyntheticFont(family: "Lora"), "a.ttf")
        let both = await session("adopt", "--dry-run")
        #expect(both.errors.contains("2 archives stay where they are. `fontctl register \(first)` reads the first"))
        let left = try await session("adopt", "--yes", "--json").json["left"] as? [[String: Any]]
        #expect(left?.count == 2 && left?.first?["file"] as? String == first, "\(left ?? [])")
        #expect(access(first, F_OK) == 0)
    }

    @Test(arguments: [40, 80]) func tablesFitTheTerminal(_ columns: Int) async throws {
        for (number, salt) in [(1, 1), (2, 2), (3, 2)] {
            let font = SyntheticFont(family: "Family With a Long Name", salt: UInt32(salt)) { $0.revision = 2 }
            try put(font, "a folder with a long name/and a file with one \(number).ttf")
        }
        let terminal = Session(home, isTerminal: true)
        terminal.configure { $0.console.outputColumns = { columns } }
        for command in [
            ["adopt", "--dry-run"], ["adopt", "--yes"], ["undo", "--list"], ["undo", "--quiet"], ["redo", "--list"],
        ] {
            let result = await terminal.run(command)
            let lines = result.lines.map { $0.replacing(#/\u{1B}\[\d+m/#, with: "") }
            #expect(result.status == 0 && (lines.count > 1 || command[1] == "--quiet"), "\(command): \(result)")
            #expect(lines.allSatisfy { $0.count <= columns }, "\(command): \(result)")
        }
    }

    @Test func foldersAreBelowTheCurrentOne() async throws {
        try home.write(SyntheticFont(family: "In"), as: "in/a.ttf")
        try put(SyntheticFont(family: "Out"), "a.ttf")
        #expect(await session("adopt", "--yes", "in").lines.count == 2)
        #expect(await session("list", "--quiet").lines == ["In-Regular"])
        let missing = await session("adopt", "--yes", "none")
        #expect(missing.status == 1 && missing.errors.contains("There is no such folder."))
    }

    @Test func whyNamesIt() async throws {
        let file = try put(SyntheticFont(family: "Hand"), "a.ttf")
        for query in ["Hand-Regular", file] {
            #expect(await session("why", query).output.contains("fontctl adopt"))
        }
        #expect(await session("unregister", "Hand-Regular").errors.contains("`fontctl adopt`"))
        #expect(await session("adopt", "--yes").status == 0)
        #expect(await session("disable", "Hand-Regular").status == 0)
    }
}
