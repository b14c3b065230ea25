import FontRegistry
import Foundation
import ReaderFonts
import TestSupport
import Testing

/// The families of a picker, by facts of their files.
@Suite(.fewAtOnce) struct ReadingFamilyTests {
    /// The category of families for reading follows from their files without the table of known families.
    @Test(.enabled(if: SharedFonts.fonts != nil)) func filesRevealTheCategory() async throws {
        let home = try PrivateHome()
        let fonts = try home.manager()
        let shared = URL(filePath: try #require(SharedFonts.fonts))
        _ = try await fonts.register([shared], scope: .persistent, options: RegistrationOptions(replaces: true))
            .summary()
        let families = try await fonts.readingFamilies(known: [:])
        for (category, names) in [
            (FontCategory.serif, ["Lora", "Literata", "Merriweather", "Source Serif 4"]),
            (.sansSerif, ["Lato", "Montserrat", "Nunito Sans", "Source Sans 3", "Inter"]),
            (.monospace, ["JetBrains Mono"]),
        ] {
            for name in names {
                let family = try #require(families.first { $0.family.name == name }, "\(name)")
                #expect(family.category?.category == category, "\(name): \(String(describing: family.category))")
                #expect(family.category?.evidence != .known)
            }
        }
        let literata = try #require(families.first { $0.family.name == "Literata" })
        for language in ["el", "pl", "ru", "vi"] { #expect(literata.languages.contains(language), "\(language)") }
        let decided = try await fonts.readingFamilies(.display, overrides: ["LITERATA": .display])
        #expect(decided.map(\.family.name) == ["Literata"])
        #expect(decided.first?.category?.evidence == .user)
    }

    /// The outlines of fonts of the system are measured.
    @Test func outlinesOfTheSystemsFontsRevealSerifs() throws {
        for (name, category) in [
            ("DejaVuSerif", FontCategory.serif), ("DejaVuSans", .sansSerif), ("DejaVuSansMono", .monospace),
        ] {
            let file = "/usr/share/fonts/truetype/dejavu/\(name).ttf"
            guard FileManager.default.fileExists(atPath: file) else { continue }
            let bytes = try Data(contentsOf: URL(filePath: file))
            let measured = try #require(CategoryFacts.measured(bytes))
            #expect(measured.category(known: [:])?.category == category, "\(name): \(measured)")
        }
    }
}
