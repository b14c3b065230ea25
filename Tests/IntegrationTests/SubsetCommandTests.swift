import FontRegistry
import FontSpecimens
import Foundation
import Inspection
import TestSupport
import Testing

extension RealPrograms {
    /// `fontctl subset`: copies for pages and books, which obey the licences of fonts.
    @Suite(
        .disabled(if: Programs.areSanitized, "The sanitizer's own memory is beyond any limit."),
        .timeLimit(.minutes(60)))
    struct SubsetCommandTests {
        private let home: PrivateHome
        private static let license = """
            Copyright 2011 The Lora Project Authors, with Reserved Font Name "Lora".

            SIL OPEN FONT LICENSE Version 1.1
            PERMISSION & CONDITIONS
            "Reserved Font Name" refers to any names specified as such after the copyright statement(s).
            """

        init() throws { home = try PrivateHome() }

        private func path(_ name: String) -> String { home.root + "/" + name }

        private func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: path(name)) }

        private func subset(_ arguments: String...) throws -> Command.Result {
            try home.run(Programs.fontctl, ["subset"] + arguments)
        }

        private func info(_ name: String) throws -> String {
            try home.fontctl("info", "--json", path(name)).output
        }

        @Test func aReservedNameIsForTheOriginal() throws {
            try home.write(Array(Self.license.utf8), as: "lora/OFL.txt")
            let font = try home.write(SyntheticFont(family: "Lora"), as: "lora/Lora.ttf")
            let refused = try subset(font, "--text", "AB", "--output", path("a.ttf"))
            #expect(refused.status == 1 && refused.errors.contains("reserves the name “Lora”"), "\(refused.errors)")
            #expect(!exists("a.ttf"))
            for family in ["Lora Reader", "New LORA", "LoraX"] {
                #expect(try subset(font, "--rename", family, "--output", path("a.ttf")).status == 1)
            }
            // The advice, followed.
            let advice = try #require(refused.errors.firstMatch(of: #/--rename "(.*?)"/#)?.1)
            let renamed = try subset(
                font, "--text", "AB", "--rename", String(advice), "--output", path("a.ttf"), "--json")
            #expect(renamed.status == 0 && renamed.output.contains(#""modified":true"#), "\(renamed)")
            #expect(renamed.output.contains(#""license":"OFL-1.1-RFN","reservedNames":["Lora"]"#))
            #expect(try !info("a.ttf").contains(#"Lora-"#))
            #expect(try home.fontctl("register", path("a.ttf")).output.contains("ReaderSerif-Regular"))
            // Packing the whole font changes nothing, also if it is registered without the file beside it.
            try home.fontctl("register", font)
            let packed = try subset("Lora", "--output", path("a.woff2"), "--json")
            #expect(packed.status == 0 && packed.output.contains(#""modified":false"#), "\(packed)")
            #expect(try subset("Lora", "--text", "A", "--output", path("b.ttf")).status == 1)
        }

        @Test(.enabled(if: Command.find("woff2_decompress") != nil, "Requires woff2_decompress (Debian's woff2)."))
        func aPackedFontHasTheNamesOfTheFont() throws {
            let font = try home.write(
                SyntheticFont(family: "Plain") { $0.rawNames = [.windows(13, "The license.")] }, as: "plain.ttf")
            let bytes = try Data(contentsOf: URL(filePath: font))
            let refused = try subset(font, "--text", "A", "--output", font)
            #expect(refused.status == 1 && refused.errors.contains("Specify another file."), "\(refused)")
            #expect(try Data(contentsOf: URL(filePath: font)) == bytes)
            #expect(try subset(font, "--output", path("plain.woff2")).status == 0)
            _ = try home.run("woff2_decompress", [path("plain.woff2")])
            func names(_ path: String) throws -> String {
                let output = try home.fontctl("info", "--json", path).output
                return try String(#require(output.firstMatch(of: #/"names":\[.*?\]/#)).0)
            }
            #expect(try names(path("plain.ttf")) == names(font))
            try home.fontctl("register", "--unwrap", path("plain.woff2"))
            #expect(try home.match("Plain") == "Plain-Regular")
        }

        /// A file that is packed for the web is unwrapped in the worker, with the licence beside it.
        @Test func aPackedFileIsUnwrapped() throws {
            let bytes = SyntheticFont(family: "Lora").build()
            let woff = try home.write(SampleFile.woff(wrapping: bytes), as: "web/Lora.woff")
            let plain = try home.write(bytes, as: "plain/Lora.ttf")
            #expect(try subset(plain, "--output", path("given/web/Lora.woff2")).status == 0)
            for file in [woff, path("given/web/Lora.woff2")] {
                let whole = try subset(file, "--output", path("whole.ttf"), "--json")
                #expect(whole.status == 0 && whole.output.contains(#""modified":false"#), "\(whole)")
                let part = try subset(file, "--text", "AB", "--output", path("part.ttf"), "--json")
                #expect(part.status == 0 && part.output.contains(#""modified":true"#), "\(part)")
                #expect(part.output.contains("\"file\":\"\(file)\""), "the source is the file that was named: \(part)")
                #expect(try info("part.ttf").contains("Lora-Regular"))
                let shown = try home.run(Programs.fontctl, ["preview", file, "--output", path("part.png")])
                #expect(shown.status == 0, "\(shown)")
                let itself = try subset(file, "--output", path("given/web/Lora.woff2"))
                #expect((itself.status == 1) == file.hasSuffix("2"), "\(itself)")
            }
            try home.write(Array(Self.license.utf8), as: "web/OFL.txt")
            let refused = try subset(woff, "--text", "AB", "--output", path("no.ttf"))
            #expect(refused.status == 1 && refused.errors.contains("reserves the name “Lora”"), "\(refused)")
            #expect(refused.errors.contains(woff) && !refused.errors.contains("/fontctl-"), "\(refused)")
            #expect(!exists("no.ttf"))
            let cut = try home.write(Array(SampleFile.woff(wrapping: bytes).prefix(60)), as: "web/cut.woff")
            let damaged = try subset(cut, "--output", path("no.ttf"))
            #expect(damaged.status == 1 && damaged.errors.contains(cut) && !exists("no.ttf"), "\(damaged)")
        }

        @Test func allReservedNamesAreStated() throws {
            let license = Self.license.replacing("Name \"Lora\"", with: "Names \"Lora\", \"Vera\" and \"Mira\"")
            try home.write(Array(license.utf8), as: "lora/OFL.txt")
            let font = try home.write(SyntheticFont(family: "Lora"), as: "lora/Lora.ttf")
            let refused = try subset(font, "--text", "AB", "--output", path("a.ttf"))
            let names = ["Lora", "Vera", "Mira"].filter { refused.errors.contains("“\($0)”") }
            #expect(refused.errors.contains("reserves the names “") && names.count == 3, "\(refused)")
        }

        /// A font in an archive is named by its path, or by that of the archive if it is the only one, and has the licences
        /// of the archive.
        @Test func aFontInAnArchiveIsCopied() throws {
            let bytes = SyntheticFont(family: "Lora").build()
            let bold = SyntheticFont(family: "Lora", style: "Bold").build()
            let one = try home.write(ZIPFile([.init("Lora/Lora.ttf", bytes)]).bytes, as: "one.zip")
            let two = try home.write(ZIPFile([.init("Bold.ttf", bold), .init("Lora.ttf", bytes)]).bytes, as: "two.zip")
            for file in [one, one + "/Lora/Lora.ttf", two + "/Lora.ttf"] {
                let result = try subset(file, "--text", "AB", "--output", path("a.ttf"))
                #expect(result.status == 0 && !result.errors.contains("/fontctl-"), "\(result)")
                #expect(try info("a.ttf").contains("Lora-Regular"))
            }
            let several = try subset(two, "--output", path("no.ttf"))
            #expect(several.status == 1 && several.errors.contains("such as \(two)/Bold.ttf."), "\(several)")
            let free = try home.write(
                ZIPFile([.init("OFL.txt", Array(Self.license.utf8)), .init("Lora.ttf", bytes)]).bytes, as: "free.zip")
            let refused = try subset(free, "--text", "AB", "--output", path("no.ttf"))
            #expect(refused.status == 1 && refused.errors.contains("reserves the name “Lora”"), "\(refused)")
            #expect(!exists("no.ttf"))
        }

        /// The bytes of a disabled or hidden font are there.
        @Test(arguments: [false, true]) func whatProgramsDoNotSeeIsCopied(_ isHidden: Bool) throws {
            try home.put(SyntheticFont(family: "Other").build(), at: home.paths.userFonts + "/Other.ttf")
            let font = SyntheticFont(family: "Plain")
            if isHidden {
                try home.put(font.build(), at: home.paths.userFonts + "/Plain.ttf")
            } else {
                try home.fontctl("register", try home.write(font))
            }
            try home.fontctl("disable", "Plain-Regular")
            for name in ["Plain-Regular", "Plain"] {
                let result = try subset(name, "--text", "A", "--output", path("a.ttf"))
                #expect(result.status == 0 && result.errors.contains("Programs do not see “\(name)”."), "\(result)")
                #expect(result.errors.contains("`fontctl enable "), "\(result)")
                #expect(try info("a.ttf").contains("Plain-Regular"))
                let shown = try home.run(Programs.fontctl, ["preview", name, "--output", path("a.png")])
                #expect(shown.status == 0 && shown.output.contains("Plain-Regular"), "\(shown)")
            }
        }

        @Test func permissionsAreObeyed() throws {
            let restricted = try home.write(SyntheticFont(family: "Two") { $0.fsType = 2 })
            let result = try subset(restricted, "--output", path("a.woff2"))
            #expect(result.status == 1 && result.errors.contains("OS/2.fsType") && !exists("a.woff2"))
            let whole = try home.write(SyntheticFont(family: "Whole") { $0.fsType = 0x100 })
            let part = try subset(whole, "--text", "A", "--output", path("a.ttf"))
            #expect(part.status == 1 && part.errors.contains("Omit --text.") && !exists("a.ttf"), "\(part.errors)")
            #expect(try subset(whole, "--output", path("a.ttf")).status == 0)
        }

        @Test func whatTheFontLacksIsNamed() throws {
            let font = try home.write(SyntheticFont(family: "Latin"))
            let result = try subset(font, "--text", "Aあ\n", "--output", path("a.ttf"))
            #expect(result.status == 0 && result.errors.contains("The font lacks: あ"), "\(result.errors)")
            #expect(result.errors.contains("license of Latin is unknown"))
            let none = try subset(font, "--text", "あ", "--output", path("b.ttf"))
            #expect(none.status == 1 && none.errors.contains("none of the characters") && !exists("b.ttf"))
            #expect(try subset(font, "--output", path("b.doc")).status == 64)
            #expect(try subset(font, "--rename", "語", "--output", path("b.ttf")).status == 64)
            #expect(try subset("Nothing", "--output", path("b.ttf")).errors.contains("(101)"))
        }

        @Test(.enabled(if: SharedFonts.fonts != nil, "Requires the collection of real fonts (FONTD_TEST_FONTS)."))
        func realFamilies() throws {
            let fonts = try #require(SharedFonts.fonts)
            for (file, isReserved) in [
                ("lora/Lora-Regular.ttf", true), ("lora/Lora[wght].ttf", true),
                ("source-sans-3/SourceSans3-Regular.otf", true),
                ("klee-one/KleeOne-Regular.subset.ttf", false), ("inter/Inter-Bold.otf", false),
            ] where FileManager.default.fileExists(atPath: "\(fonts)/\(file)") {
                let plain = try subset("\(fonts)/\(file)", "--text", "Ae", "--output", path("a.woff2"), "--json")
                #expect(plain.status == (isReserved ? 1 : 0), "\(file): \(plain)")
                if !isReserved { #expect(plain.output.contains(#""modified":true"#)) }
                let renamed = try subset(
                    "\(fonts)/\(file)", "--text", "Ae", "--rename", "Reader Serif", "--output", path("a.ttf"))
                #expect(renamed.status == 0, "\(file): \(renamed)")
                let validation = try home.run(Programs.fontctl, ["validate", path("a.ttf")])
                #expect(validation.status == 0, "\(file): \(validation)")
            }
        }

        @Test(.enabled(if: !BadFont.all.isEmpty, "Requires the collection of damaged fonts (FONTD_TEST_FONTS)."))
        func damagedFontsAreCopiedOrRefused() throws {
            let request = FontSubset(index: 0, characters: [0x41, 0x62], family: "New", isPacked: true)
            for font in BadFont.all {
                let bytes = try #require(FileManager.default.contents(atPath: font.path))
                guard !bytes.isEmpty, bytes.count <= FontLimits.fileSize else { continue }
                do throws(FontError) {
                    let reply = try DrawingProcess.answer(
                        to: request.encoded, as: .subset, files: [.file(font.path)],
                        program: Programs.preview)
                    #expect(throws: Never.self) { try Result<SubsetFont, SubsettingFailure>(encoded: reply) }
                } catch {
                    #expect(error.code == .invalidFontData, "\(font.name): \(error)")
                }
            }
        }
    }
}
