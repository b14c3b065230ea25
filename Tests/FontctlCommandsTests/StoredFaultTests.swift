import FontRegistry
import Foundation
import Glibc
import TestSupport
import Testing

@testable import FontctlCommands

/// Commands that list, describe and write registered fonts tell missing and damaged stored files, and the advice works.
@Suite(.fewAtOnce) struct StoredFaultTests {
    private let home: PrivateHome
    private let session: Session
    private let file: String

    init() async throws {
        (home, session) = try Session.inNewHome()
        file = try home.write(SyntheticFont(family: "Hurt"))
        #expect(await session("register", file, try home.write(SyntheticFont(family: "Well"))).status == 0)
    }

    /// What happens to the files of a font.
    enum Damage {
        /// The stored file is removed.
        case removed
        /// The stored file is shortened, and with it the file that programs open.
        case cut
        /// The header has other bytes, and the size is the same.
        case overwritten
        /// The file that programs open is removed.
        case hidden
    }

    private func hurt() async throws -> Registration {
        try #require(try await home.user().registered().first { $0.faces[0].family == "Hurt" })
    }

    private func damage(_ damage: Damage) async throws {
        let font = try await hurt()
        let (object, shown) = (home.paths.object(font.sha256), try #require(font.path))
        switch damage {
        case .removed: try FileManager.default.removeItem(atPath: object)
        case .hidden: try FileManager.default.removeItem(atPath: shown)
        case .cut, .overwritten:
            #expect(chmod(object, 0o600) == 0)
            let handle = try FileHandle(forUpdating: URL(filePath: object))
            if damage == .cut {
                try handle.truncate(atOffset: 100)
            } else {
                try handle.write(contentsOf: Data(repeating: 0xA5, count: 128))
            }
            try handle.close()
        }
    }

    /// Runs the commands of the last line of `why`.
    private func followAdvice() async throws {
        try await session.follow(try #require(await session("why", "Hurt-Regular").lines.last))
    }

    @Test(arguments: [(Damage.removed, "missing"), (.cut, "damaged"), (.hidden, "not-shown")], [true, false])
    func listSaysWhatIsCertain(_ given: (damage: Damage, fault: String), _ hasOriginal: Bool) async throws {
        try await damage(given.damage)
        if !hasOriginal { try FileManager.default.removeItem(atPath: file) }
        let word = given.fault.replacing("-", with: " ")
        for isTerminal in [false, true] {
            session.configure { $0.console.isOutputTerminal = isTerminal }
            let list = await session("list")
            #expect(list.status == 0 && list.errors.contains("fontctl doctor --repair"), "\(list)")
            #expect(list.errors.contains("Hurt-Regular") && !list.errors.contains("Well"), "\(list)")
            // A font that programs only do not see is not called lost.
            #expect(list.errors.contains("stored files") == (given.damage != .hidden), "\(list)")
            #expect(list.errors.contains("shows them again") == (given.damage == .hidden), "\(list)")
            let lines = list.lines.filter { $0.contains(" \(word) ") || $0.hasSuffix(" \(word)") }
            #expect(lines.count == 1 && lines[0].contains("Hurt"), "\(list)")
        }
        session.configure { $0.console.isOutputTerminal = false }
        let entries = try await session("list", "--json").json["registrations"] as? [[String: Any]] ?? []
        #expect(entries.compactMap { $0["fault"] as? String } == [given.fault])
        _ = await session("doctor", "--repair")
        let repaired = await session("list")
        #expect(repaired.errors.isEmpty, "\(repaired)")
        // Without the original, only a font whose bytes were cut is lost.
        let isLost = given.damage == .cut && !hasOriginal
        #expect(repaired.lines.count == (isLost ? 1 : 2), "\(repaired)")
    }

    @Test func aDisabledFontMayBeMissing() async throws {
        #expect(await session("disable", "Hurt").status == 0)
        try FileManager.default.removeItem(atPath: home.paths.object(try await hurt().sha256))
        #expect(await session("list").output.contains("  disabled, missing  "))
    }

    /// After a repair the last line does not advise the same command again.
    @Test func whatCouldNotBeRepairedIsTold() async throws {
        let cache = home.root + "/cache"
        try FileManager.default.removeItem(atPath: cache)
        try Data().write(to: URL(filePath: cache))
        let found = await session("doctor")
        #expect(found.lines.last == "`fontctl doctor --repair` would repair: cache-stale", "\(found)")
        let repaired = await session("doctor", "--repair")
        #expect(repaired.lines.last == "could not be repaired: cache-stale", "\(repaired)")
        try FileManager.default.removeItem(atPath: cache)
        #expect(await session("doctor", "--repair").lines.last == "healthy")
    }

    /// `list` reads no file, `why` reads the one font.
    @Test(arguments: [true, false]) func whyReadsTheBytes(_ hasOriginal: Bool) async throws {
        try await damage(.overwritten)
        if !hasOriginal { try FileManager.default.removeItem(atPath: file) }
        #expect(await session("list").errors.isEmpty)
        let why = await session("why", "Hurt-Regular")
        #expect(why.status == 1 && why.output.contains("The stored file of Hurt-Regular is damaged"), "\(why)")
        try await followAdvice()
        let json = try await session("why", "--json", "Hurt-Regular").json
        #expect(json["situation"] as? String == (hasOriginal ? "shown" : "not-found"))
    }

    @Test(arguments: [Damage.removed, .cut, .overwritten]) func cssLeavesOutWhatCannotBeUsed(_ kind: Damage)
        async throws
    {
        try await damage(kind)
        let fault = kind == .removed ? "is missing" : "is damaged"
        for options in [[], ["--inline"]] {
            let sheet = await session.run(["css", "Hurt", "Well"] + options)
            #expect(sheet.status == 1 && sheet.output.contains("\"Well\""), "\(sheet)")
            // The copy that programs open may be intact.
            #expect(sheet.output.contains("\"Hurt\"") == (kind == .removed), "\(sheet)")
            #expect(sheet.errors.contains(fault) && sheet.errors.contains("fontctl doctor --repair"), "\(sheet)")
            #expect(!sheet.errors.contains("No font of the family"), "\(sheet)")
        }
        let failures = try await session("css", "--json", "Hurt", "Well").json["failures"] as? [[String: Any]]
        #expect((failures?.first?["message"] as? String)?.contains("Hurt-Regular") == true)
        #expect(failures?.count == 1)
        #expect(await session("css", "Well").status == 0)
    }

    @Test(arguments: [Damage.removed, .cut, .overwritten]) func licensesGoOnWithTheOthers(_ kind: Damage) async throws {
        try await damage(kind)
        let page = await session("licenses", "Hurt", "Well")
        #expect(page.status == 1 && page.output.contains("Well\n===="), "\(page)")
        #expect(page.errors.contains("Hurt-Regular") && page.errors.contains("fontctl doctor --repair"), "\(page)")
        let document = try await session("licenses", "--json", "Hurt", "Well").json
        let failures = document["failures"] as? [[String: Any]]
        #expect(failures?.count == 1)
        // All fonts are not read.
        #expect(await session("licenses").errors.contains("Hurt-Regular") == (kind != .overwritten))
        #expect(await session("licenses", "Well").status == 0)
    }
}
