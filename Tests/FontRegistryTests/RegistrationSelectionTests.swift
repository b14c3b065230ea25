import FontModel
import Testing

@testable import FontRegistry

/// The meanings of a typed text among registrations.
@Suite struct RegistrationSelectionTests {
    private func registration(
        _ id: String, _ family: String, _ style: String = "Regular", postscriptName: String? = nil,
        fullName: String? = nil, legacyFamily: String? = nil, localized: [String] = [],
        instances: [String] = [], file: String? = nil
    ) -> Registration {
        var face = FontFace(
            postscriptName: postscriptName ?? "\(family)-\(style)".filter { $0 != " " }, family: family, style: style,
            fullName: fullName ?? "\(family) \(style)",
            localizedNames: localized.map { LocalizedName(kind: .family, language: "ja", text: $0) },
            instances: instances.map {
                NamedInstance(
                    name: $0, postscriptName: "\(family)-\($0)", hasOwnPostScriptName: false, coordinates: [:],
                    isDefault: false)
            })
        face.legacyFamily = legacyFamily
        return Registration(
            id: id, sha256: id,
            record: RegistrationRecord(file: file ?? "/fonts/\(family)/\(id).ttf", provider: "user"), faces: [face])
    }

    /// Returns the kind of each reading with the ids of its registrations.
    private func readings(_ text: String, _ registrations: [Registration]) -> [String] {
        let selection =
            text.hasPrefix("/")
            ? RegistrationSelection(path: text, among: registrations)
            : RegistrationSelection(text, among: registrations)
        return selection.readings.map { "\($0.kind) \($0.registrations.map(\.id).joined(separator: " "))" }
    }

    @Test(arguments: [
        ("a1", ["id a1"]), ("Lora", ["family a1 a2"]), ("lora", ["family a1 a2"]),
        ("Lora-Bold", ["postscriptName a2"]), ("lora-bold", ["postscriptName a2"]),
        ("Lora Bold", [#"fullName(family: "Lora") a2"#]), ("LORA BOLD", [#"fullName(family: "Lora") a2"#]),
        ("lorabold", [#"fullName(family: "Lora") a2"#]), ("Noto*", ["pattern n1 n2"]), ("*-bold", ["pattern a2 f1"]),
        ("noto s?ns", ["pattern n1"]), ("Noto Sans", ["family n1"]), ("notosans", ["family n1"]),
        ("明朝", ["family n2"]), ("Flex-Bold", ["postscriptName f1"]), ("Flex Bold", [#"fullName(family: "Flex") f1"#]),
        ("Lato Black", ["family l1 l2"]), ("Nothing", []), ("Nothing*", []), ("", []), ("-", []),
        ("/fonts/Lora/a1.ttf", ["file a1"]), ("/fonts/Lora", ["folder a1 a2"]), ("/fonts/Lora/", ["folder a1 a2"]),
        ("/fonts/Lor", []), ("/fonts/*/n?.ttf", ["pattern n1 n2"]),
    ])
    func aTextMeans(_ text: String, _ meanings: [String]) {
        let registrations = [
            registration("a1", "Lora"), registration("a2", "Lora", "Bold"), registration("n1", "Noto Sans"),
            registration("n2", "Noto Serif", localized: ["明朝"]),
            registration("f1", "Flex", instances: ["Bold"]),
            registration("l1", "Lato", "Black", fullName: "Lato Blk", legacyFamily: "Lato Black").with {
                $0.style = "Blk"
            },
            registration("l2", "Lato", "Black Italic", legacyFamily: "Lato Black"),
        ]
        #expect(readings(text, registrations) == meanings)
    }

    @Test func aPostScriptNameThatIsAFamilyIsAmbiguous() {
        let registrations = [
            registration("g1", "Georgia", postscriptName: "Georgia", fullName: "Georgia"),
            registration("g2", "Georgia", "Bold"),
        ]
        #expect(readings("Georgia", registrations) == ["postscriptName g1", "family g1 g2"])
        // The only font of its family is meant either way.
        #expect(readings("Georgia", [registrations[0]]) == ["postscriptName g1"])
        // The case of a PostScript name counts as long as something else has the name.
        #expect(readings("georgia", registrations) == ["family g1 g2"])
    }

    @Test func aFullNameThatIsTheFamilyMeansTheFamily() {
        let registrations = [
            registration("d1", "DejaVu Sans", "Book", postscriptName: "DejaVuSans", fullName: "DejaVu Sans"),
            registration("d2", "DejaVu Sans", "Bold"),
        ]
        #expect(readings("DejaVu Sans", registrations) == ["family d1 d2"])
    }

    @Test func aFullNameInTwoFamiliesIsAmbiguous() {
        let registrations = [
            registration("x", "First", postscriptName: "X", fullName: "Display One"),
            registration("y", "Second", postscriptName: "Y", fullName: "Display One"),
        ]
        #expect(
            readings("display one", registrations) == [
                #"fullName(family: "First") x"#, #"fullName(family: "Second") y"#,
            ])
    }

    /// Paths are bytes: the same name composed and decomposed is that of two files.
    @Test(arguments: [("\u{E9}", "c"), ("e\u{301}", "d")])
    func aPathMeansTheFileWithItsBytes(_ name: String, _ id: String) {
        let registrations = [("\u{E9}", "c"), ("e\u{301}", "d")].flatMap { name, id in
            [
                registration("\(id)1", "Lora", file: "/fonts/\(name).ttf"),
                registration("\(id)2", "Lato", file: "/\(name)/Lato.ttf"),
                // A name that begins with a combining mark is one in the folder, too.
                registration("\(id)3", "Lato", file: "/\(name)/\u{301}.ttf"),
            ]
        }
        #expect(readings("/fonts/\(name).ttf", registrations) == ["file \(id)1"])
        #expect(readings("/\(name)", registrations) == ["folder \(id)2 \(id)3"])
        #expect(readings("/\(name)/", registrations) == ["folder \(id)2 \(id)3"])
    }

    @Test(arguments: [
        ("*", "", true), ("a*c", "abbbc", true), ("a*c", "abbbd", false), ("a*b*c", "a-b-b-c", true), ("?", "é", true),
        ("?", "", false), ("A?c", "aBC", true), ("**a", "bba", true), ("a*", "ba", false),
    ])
    func patterns(_ pattern: String, _ text: String, _ matches: Bool) throws {
        #expect(try #require(NamePattern(pattern)).matches(text) == matches)
    }

    @Test func aTextWithoutAWildcardIsNoPattern() { #expect(NamePattern("Lora") == nil) }
}

extension Registration {
    /// Returns a copy with a changed face.
    fileprivate func with(_ change: (inout FontFace) -> Void) -> Registration {
        var copy = self
        change(&copy.faces[0])
        return copy
    }
}
