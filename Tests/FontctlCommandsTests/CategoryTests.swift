import Foundation
import TestSupport
import Testing

@testable import FontctlCommands

/// `fontctl families --category`, and what the JSON of families has for readers.
@Suite struct CategoryTests {
    private let home: PrivateHome
    private let session: Session

    init() throws { (home, session) = try Session.inNewHome() }

    private func families(_ arguments: String...) async throws -> [String: [String: Any]] {
        let result = await session.run(["families", "--json"] + arguments)
        #expect(result.status == 0, "\(result.errors)")
        let families = try #require(try result.json["families"] as? [[String: Any]])
        return Dictionary(families.compactMap { family in (family["family"] as? String).map { ($0, family) } }) {
            a, _ in a
        }
    }

    @Test func familiesHaveTheFactsForReaders() async throws {
        for font in [
            SyntheticFont.variable(family: "Axis"), SyntheticFont(family: "Literata"),
            SyntheticFont(family: "Literata", style: "Bold") { $0.weight = 700 },
            SyntheticFont(family: "Plain") { $0.isFixedPitch = true },
        ] {
            #expect(await session("register", try home.write(font)).status == 0)
        }
        let families = try await families()
        #expect(families["Literata"]?["category"] as? String == "serif")
        #expect(families["Literata"]?["evidence"] as? String == "known")
        #expect(families["Literata"]?["synthetic"] as? [String] == ["italic"])
        #expect(families["Literata"]?["badges"] as? [String] == ["web-match"])
        #expect(families["Literata"]?["variable"] as? Bool == false)
        #expect(families["Axis"]?["variable"] as? Bool == true)
        #expect(families["Axis"]?["synthetic"] as? [String] == ["italic"])
        #expect(families["Plain"]?["category"] as? String == "monospace")
        #expect(families["Plain"]?["evidence"] as? String == "advances")
        #expect(families["Plain"]?["languages"] as? [String] != nil)
        #expect(families["Plain"]?["sampleText"] as? String == "Plain")
        let formats = (families["Axis"]?["faces"] as? [[String: Any]])?.map { $0["format"] as? String }
        #expect(formats == ["truetype", "truetype", "truetype"])
        #expect(try await self.families("--category", "serif").keys.sorted() == ["Literata"])
        #expect(await session("families", "--category", "monospace").output.hasPrefix("Plain  1 face"))
        #expect(await session("families", "--category", "pretty").status == 64)
    }

    /// The families of reader apps, of which the files reveal the category without the table of known families.
    @Test(.enabled(if: SharedFonts.fonts != nil)) func realFamiliesHaveTheirCategories() async throws {
        _ = await session("register", try #require(SharedFonts.fonts), "--replace")
        let families = try await families()
        for (category, names) in [
            ("serif", ["Lora", "Literata", "Merriweather", "Source Serif 4"]),
            ("sans-serif", ["Lato", "Montserrat", "Nunito Sans", "Source Sans 3", "Inter"]),
            ("monospace", ["JetBrains Mono"]), ("handwriting", ["Klee One"]),
        ] {
            for name in names { #expect(families[name]?["category"] as? String == category, "\(name)") }
        }
    }
}
