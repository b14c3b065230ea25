import FontCatalog
import FontModel
import FontRegistry
import Foundation
import TestSupport
import Testing

/// Metadata of publishers become facts of families, and what the files contradict is named.
@Suite struct ImportTests {
    /// A family whose metadata are right.
    private static let kobo = SyntheticFont(family: "Kobo Hand") { font in
        font.localizedNames = [
            .init(0, language: 0x409, "Copyright 2026 The Kobo Project Authors (https://example.org)")
        ]
    }

    private static let koboMetadata = """
        name: "Kobo Hand"
        designer: "Ada, Example Type, Inc."
        license: "OFL"
        category: "SERIF"
        category: "HANDWRITING"
        date_added: "2021-06-08"
        fonts {
          name: "Kobo Hand"
          style: "normal"
          weight: 400
          filename: "KoboHand-Regular.ttf"
          post_script_name: "KoboHand-Regular"
          full_name: "Kobo Hand Regular"
          copyright: "Copyright 2026 The Kobo Project Authors (https://example.org)"
        }
        subsets: "menu" # no language
        source {
          repository_url: "https://example.org/kobo"
          commit: "8b0532731b63ad8a445ca341d8d7d941079b83ab"
          files { source_file: "fonts/KoboHand-Regular.ttf" dest_file: "KoboHand-Regular.ttf" }
        }
        languages: "ja_Jpan"
        languages: "en_Latn"
        languages: "sr_Latn"
        primary_script: "Jpan"
        sample_text { styles: "A " 'sample' }
        stroke: "SANS_SERIF"
        classifications: "MONOSPACE"
        aliases: "Kobo"
        """

    @Test func googleFonts() async throws {
        let site = try ImportSite()
        try site.home.write(Self.kobo, as: "ofl/kobohand/KoboHand-Regular.ttf")
        try site.home.write(ImportSite.license, as: "ofl/kobohand/OFL.txt")
        try site.write(Self.koboMetadata, as: "ofl/kobohand/METADATA.pb")
        try site.write(
            "<p>A <b>hand</b>\nfor &amp; by\u{1B} people.</p>", as: "ofl/kobohand/DESCRIPTION.en_us.html")
        let result = try await site.build()
        #expect(result.refused.isEmpty && result.wrong.isEmpty)
        let document = try site.document("kobo-hand")
        #expect(document.designers == ["Ada", "Example Type, Inc."] && document.category == "handwriting")
        #expect(document.languages == ["en", "ja", "sr-Latn"] && document.scripts == ["Jpan", "Latn"])
        #expect(document.classifications == ["monospace", "sans-serif"] && document.aliases == ["Kobo"])
        #expect(document.description == ["en": "A hand for & by\\u{1b} people."])
        #expect(
            document.source?.url == "https://example.org/kobo" && document.source?.commit?.hasPrefix("8b05") == true)
        #expect(document.license.spdx == "OFL-1.1" && document.license.texts.map(\.name) == ["OFL.txt"])
        // The file states when it was changed; when it was added is another day.
        #expect(document.revised == "2024-01-01")
        let before = try Data(contentsOf: URL(filePath: site.out + "/metadata/timestamp.json"))
        #expect(try await site.build().publication?.isChanged == false)
        #expect(try Data(contentsOf: URL(filePath: site.out + "/metadata/timestamp.json")) == before)
        // Of other metadata, nothing is known.
        try await site.build(.fontist)
        #expect(try site.document("kobo-hand").aliases.isEmpty)
    }

    /// The kinds of mistakes that the metadata of Source Serif 4 once had, and others.
    @Test func wrongClaimsAreNamed() async throws {
        let site = try ImportSite()
        try site.home.write(
            SyntheticFont.variable(family: "Source Serif 4"), as: "sourceserif4/SourceSerif4[wght].ttf")
        try site.home.write(ImportSite.license, as: "sourceserif4/OFL.txt")
        try site.write(
            """
            name: "Source Serif Four"
            designer: "UNKNOWN"
            license: "APACHE2"
            category: "SANS_SERIF"
            fonts {
              style: "italic" weight: 1000 filename: "SourceSerif4[wght].ttf"
              post_script_name: "SourceSerif4Roman-Regular" full_name: "Source Serif" copyright: "\\302\\251 2014"
            }
            fonts { style: "italic" weight: 400 filename: "SourceSerif4-Italic[wght].ttf" }
            axes { tag: "opsz" min_value: 8.0 max_value: 60.0 }
            axes { tag: "wght" min_value: 200.0 max_value: 900.0 }
            """, as: "sourceserif4/METADATA.pb")
        let result = try await site.build()
        #expect(result.refused.isEmpty && result.wrongClaims.allSatisfy { $0.metadata.hasSuffix("/METADATA.pb") })
        #expect(result.wrong.contains("category: sans-serif, serif"))
        let claims = Dictionary(grouping: result.wrongClaims, by: \.claim).mapValues { $0[0] }
        #expect(
            Set(claims.keys) == [
                "name", "license", "category", "file", "style", "weight", "postscriptName", "fullName", "copyright",
                "axis opsz", "axis wght",
            ])
        #expect(claims["name"]?.actual == "Source Serif 4" && claims["license"]?.actual == "OFL-1.1")
        #expect(claims["axis opsz"]?.actual == nil && claims["axis wght"]?.actual == "100…900")
        #expect(claims["file"]?.claimed == "SourceSerif4-Italic[wght].ttf" && claims["file"]?.actual == nil)
        #expect(claims["style"]?.file?.hasSuffix("/SourceSerif4[wght].ttf") == true)
        let document = try site.document("source-serif-4")
        #expect(document.category == "serif" && document.license.spdx == "OFL-1.1" && document.designers.isEmpty)
    }

    @Test func unreadableMetadataAreNamed() async throws {
        let site = try ImportSite()
        try site.home.write(Self.kobo, as: "kobo/KoboHand-Regular.ttf")
        try site.home.write(ImportSite.license, as: "kobo/OFL.txt")
        for text in ["name: \"Kobo", "name: 1", "fonts: \"x\"", String(repeating: "a{", count: 1_000)] {
            try site.write(text, as: "kobo/METADATA.pb")
            let result = try await site.build()
            #expect(result.families.map(\.id) == ["kobo-hand"])
            #expect(result.refused.map(\.error.code) == [.insufficientInfo])
            #expect(result.refused.first?.error.file?.hasSuffix("/METADATA.pb") == true)
        }
        // Fields that are new, and a family of nothing but a name, are no mistakes.
        try site.write("name: \"Kobo Hand\" is_noto: false new { of: [1, 2] }", as: "kobo/METADATA.pb")
        #expect(try await site.build().refused.isEmpty)
    }

    @Test func fontsource() async throws {
        let site = try ImportSite()
        let metadata = """
            {"id": "kobo-hand", "family": "Kobo Hand", "subsets": ["latin", "latin-ext"], "weights": [400],
             "styles": ["normal"], "defSubset": "latin", "variable": false, "lastModified": "2025-09-22",
             "category": "serif", "license": {"type": "OFL-1.1", "url": "https://openfontlicense.org"},
             "source": "https://example.org/kobo", "type": "other",
             "variants": {"400": {"normal": {"latin": {"url":
               {"ttf": "https://example.net/kobo/KoboHand-Regular.ttf", "woff2": "http://example.net/x.woff2"}}}}}}
            """
        try site.write(metadata, as: "kobo/metadata.json")
        try site.home.write(ImportSite.license, as: "kobo/LICENSE")
        try site.home.write(Self.kobo, as: "kobo/files/KoboHand-Regular.ttf")
        for name in ["kobo-hand-latin-400-normal", "latin-ext-400-normal"] {
            try site.home.write(Self.kobo.with { $0.salt = UInt32(name.utf8.count) }, as: "kobo/files/\(name).ttf")
        }
        let result = try await site.build()
        #expect(
            result.refused.count == 2 && result.refused.allSatisfy { $0.error.message.contains("of the subset latin") })
        #expect(result.wrong == ["category: serif, handwriting"])
        let document = try site.document("kobo-hand")
        #expect(document.files.count == 1 && document.revised == "2025-09-22")
        let urls = try #require(document.files.first?.urls)
        #expect(urls.count == 2 && urls.last == "https://example.net/kobo/KoboHand-Regular.ttf")
        #expect(document.source?.url == "https://example.org/kobo")
    }

    @Test func fontist() async throws {
        let site = try ImportSite()
        let bytes = Self.kobo.build()
        let path = try site.home.write(bytes, as: "KoboHand-Regular.ttf")
        let hash = try FontFile(data: Data(bytes)).sha256
        func formula(_ hash: String, license: String) -> String {
            """
            ---
            name: Kobo
            description: Kobo Hand
            homepage: https://example.org
            resources:
              KoboHand-Regular.ttf:
                urls:
                - https://example.net/KoboHand-Regular.ttf
                - https://mirror.example.net/a/KoboHand-Regular.ttf?raw
                - https://mirror.example.net/Other.ttf
                sha256: \(hash)
                file_size: '\(bytes.count)'
            fonts:
            - name: Kobo Hand
              styles:
              - family_name: Kobo Hand
                type: Regular
                full_name: Kobo Hand
                post_script_name: KoboHand-Regular
                version: '1.000'
                copyright: Copyright 2026 The Kobo Project Authors (https://example.org)
                font: KoboHand-Regular.ttf
            spdx_license: OFL-1.1-no-RFN
            \(license)
            """
        }
        let text = ImportSite.license.split(separator: 10).map { "  " + String(decoding: $0, as: UTF8.self) }
            .joined(separator: "\n")
        try site.write(formula(hash, license: "open_license: |-\n\(text)"), as: "kobo.yml")
        try site.write("on: [push", as: "other.yml")
        let result = try await site.build()
        #expect(result.refused.isEmpty && result.wrong.isEmpty)
        let document = try site.document("kobo-hand")
        #expect(document.homepage == "https://example.org" && !document.license.requiresAgreement)
        #expect(document.license.spdx == "OFL-1.1" && document.license.texts.map(\.name) == ["LICENSE.txt"])
        #expect(
            document.files.first?.urls.dropFirst() == [
                "https://example.net/KoboHand-Regular.ttf", "https://mirror.example.net/a/KoboHand-Regular.ttf?raw",
            ])

        // Another file than the one that was meant gets no addresses.
        let agreement = "requires_license_agreement: |-\n  Ask me first."
        try site.write(formula(String(repeating: "0", count: 64), license: agreement), as: "kobo.yml")
        let refused = try await site.build(.fontist)
        #expect(refused.families.isEmpty && refused.refused.contains { $0.error.file?.hasSuffix("/other.yml") == true })
        let allowed = try await site.build(allowing: ["LicenseRef-unknown"])
        #expect(allowed.wrongClaims.contains { $0.claim == "sha256" && $0.file == path && $0.actual == hash })
        let closed = try site.document("kobo-hand")
        #expect(closed.license.requiresAgreement && closed.files.map(\.urls.count) == [1])
    }

    @Test func webfontList() async throws {
        let site = try ImportSite()
        try site.home.write(Self.kobo, as: "fonts/x1y2.ttf")
        try site.home.write(ImportSite.license, as: "fonts/OFL.txt")
        try site.write(
            """
            {"kind": "webfonts#webfontList", "items": [
              {"family": "Other", "files": {"regular": "https://fonts.gstatic.com/s/other/v1/z.ttf"}},
              {"family": "Kobo Hand", "variants": ["700italic"], "version": "v18", "lastModified": "2025-01-02",
               "files": {"700italic": "http://fonts.gstatic.com/s/kobo/v18/x1y2.ttf"}, "category": "handwriting",
               "kind": "webfonts#webfont", "axes": [{"tag": "wght", "start": 100, "end": 900}]}]}
            """, as: "webfonts.json")
        let result = try await site.build(.webfonts)
        #expect(result.refused.isEmpty)
        #expect(result.wrong == ["axis wght: 100…900, -", "style: italic, normal", "weight: 700, 400"])
        let document = try site.document("kobo-hand")
        #expect(document.revised == "2025-01-02" && document.category == "handwriting")
        #expect(document.files.first?.urls.last == "https://fonts.gstatic.com/s/kobo/v18/x1y2.ttf")
    }

    @Test func theFontsOfThisMachine() async throws {
        let folder = try PrivateHome()
        defer { withExtendedLifetime(folder) {} }
        let site = try ImportSite(fontFolders: [folder.root + "/given"])
        try folder.write(Self.kobo, as: "kobo/KoboHand-Regular.ttf")
        try folder.write(ImportSite.license, as: "kobo/OFL.txt")
        let packaged = try folder.write(SyntheticFont(family: "Packaged"), as: "truetype/Packaged.ttf")
        try folder.write(SyntheticFont(family: "Bare"), as: "truetype/Bare.ttf")
        // The copyright file of Debian's DejaVu has the licence of Bitstream Vera.
        let result = try await site.build(
            from: .system(packages: { paths in paths.contains(packaged) ? [packaged: "fonts-dejavu-core"] : [:] }))
        #expect(result.catalog.id == "system" && result.families.map(\.id) == ["kobo-hand", "packaged"])
        #expect(result.refused.map(\.family) == ["Bare"])
        let license = try site.document("packaged").license
        #expect(license.texts.map(\.name) == ["copyright"] && license.spdx == "Bitstream-Vera")
    }

    @Test(arguments: ["", "-o", "Fonts", "fonts lato", "../x", "a;b", "x"]) func whatNamesNoPackage(_ name: String)
        async throws
    {
        let site = try ImportSite()
        let error = await #expect(throws: FontError.self) { try await site.build(from: .debian([name])) }
        #expect(error?.code == .insufficientInfo)
    }
}
