import FontRegistry
import TestSupport
import Testing

@testable import FontctlCommands

/// Lists count the styles that people see: those of static files, and the named instances of variable fonts.
@Suite struct SeenStyleTests {
    private let home: PrivateHome
    private let session: Session

    init() async throws {
        (home, session) = try Session.inNewHome()
        let fonts = [
            SyntheticFont.variable(family: "Flex"), SyntheticFont(family: "Flex", style: "Italic"),
            SyntheticFont(family: "Still"),
        ]
        for (place, font) in fonts.enumerated() {
            #expect(await session("register", try home.write(font, as: "\(place).ttf")).status == 0)
        }
    }

    @Test func everyCommandCountsTheSame() async throws {
        let families = await session("families").lines
        #expect(families.count == 2 && families[0].hasPrefix("Flex   4 faces  Light, "), "\(families)")
        let terminal = Session(home, isTerminal: true)
        let list = await terminal("list").lines
        #expect(list[0].contains("FAMILY  FACES  STYLES"), "\(list)")
        #expect(list[1].hasPrefix("Flex    4      Light, "), "\(list)")
        for style in ["Light", "Regular", "Bold", "Italic"] { #expect(list[1].contains(style)) }
        #expect(list.last == "5 faces in 2 families")
        #expect(await terminal("list", "Flex").lines.dropLast().last == list[1], "also of chosen fonts")
        #expect(await session("search", "Flex").output.contains("4 faces"))
        #expect(await session("status").output.contains("3 registrations, 5 faces\n"))
        #expect(await session("doctor").output.contains("; 3 registrations, 5 faces.\n"))
        let why = await session("why", "Flex")
        #expect(
            why.output.hasPrefix("Flex has 4 styles. Programs see all of them. Registered and enabled: 4."), "\(why)")
        #expect(why.output.contains("Flex-Light") && why.output.contains("Flex-Bold"))
        #expect(await session("disable", "Flex-Italic").status == 0)
        let hidden = await session("why", "Flex")
        #expect(
            hidden.output.hasPrefix("Flex has 4 styles. Programs see 3 of them. Registered: 4 (enabled: 3)."),
            "\(hidden)")
        #expect(await terminal("list").lines.contains { $0.contains("1 disabled") })
        #expect(await terminal("list").lines.last == "5 faces in 2 families, 1 disabled")
    }

    @Test func familiesAndFacesTakeNames() async throws {
        #expect(await session("families", "flex").lines.count == 1)
        #expect(await session("families", "Flex", "St*").lines.count == 2)
        #expect(await session("faces", "Still").lines.count == 1)
        #expect(await session("faces", "Flex").lines.count == 2)
        #expect(await session("faces", "Flex-Italic").lines.count == 1)
        #expect((try await session("families", "Flex", "--json").json["families"] as? [Any])?.count == 1)
        #expect((try await session("faces", "Flex*", "--json").json["faces"] as? [Any])?.count == 2)
        for command in ["families", "faces"] {
            let missing = await session(command, "Stil", "Flex")
            #expect(missing.status == 1 && !missing.output.isEmpty)
            #expect(
                missing.errors
                    == "fontctl: Stil: No available font has that name. Did you mean Still? (201)\n")
            #expect(try await session(command, "Nothing", "--json").json["missing"] as? [String] == ["Nothing"])
        }
        #expect(await session("families", "Flex", "--language", "qaa").status == 1)
    }
}
