import FontModel
import FontSpecimens
import Foundation
import Glibc
import Inspection
import TestSupport
import Testing

@testable import FontFiles
@testable import FontPictures
@testable import FontRegistry

extension RealPrograms {
    /// Pictures of fonts that need not be registered, drawn by the installed process.
    @Suite(
        .fewAtOnce, .disabled(if: Programs.areSanitized, "The sanitizer's own memory is beyond any limit."),
        .timeLimit(.minutes(60)))
    struct SpecimenDrawingTests {
        private let home: PrivateHome
        /// A font in which `smcp` shows a W for an A.
        private let font = SyntheticFont(family: "Small") { $0.addFeature("smcp", showing: "W", for: "A") }

        init() throws { home = try PrivateHome() }

        private func request(
            _ text: String, _ features: [FontFeatureSetting] = [], format: Specimen.Format = .png,
            sizes: [Double] = [24],
            isVertical: Bool = false
        ) -> Specimen {
            let rows = sizes.map { size in
                Specimen.Row(
                    [.init(text: text, size: size, faces: [.init(file: 0, index: 0)], features: features)],
                    isVertical: isVertical)
            }
            return Specimen(format: format, rows: rows)
        }

        // MARK: fontctl

        @Test func theCommandTurnsFeaturesOn() throws {
            let path = try home.write(font)
            func draw(_ options: String...) throws -> Data {
                let output = home.root + "/x.png"
                try home.fontctl(["preview", path, "--output", output] + options)
                return try #require(FileManager.default.contents(atPath: output))
            }
            let other = try draw("--text", "W")
            #expect(try draw("--text", "A") != other)
            #expect(try draw("--text", "A", "--feature", "smcp") == other)
            #expect(try draw("--text", "A", "--feature", "smcp", "--feature", "-smcp") == draw("--text", "A"))
        }

        @Test func theCommandDrawsVerticalLines() throws {
            let path = try home.write(SyntheticFont(family: "Kana") { $0.characters = [0x3042...0x3044] })
            func size(_ options: String...) throws -> (width: Int, height: Int) {
                let result = try home.fontctl(
                    ["preview", path, "--text", "あいうあいう", "--output", home.root + "/x.svg", "--json"] + options)
                let facts = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any]
                return (try #require(facts?["width"] as? Int), try #require(facts?["height"] as? Int))
            }
            let (across, down) = (try size(), try size("--vertical"))
            #expect(across.width > 2 * across.height && down.height > 2 * down.width)
            // The sizes of a waterfall are lines beside each other.
            let sizes = try size("--vertical", "--waterfall")
            #expect(sizes.width > 3 * down.width && sizes.height > down.height)
        }

        @Test(.enabled(if: Command.find("pdffonts") != nil, "Requires pdffonts (Debian's poppler-utils)."))
        func aDocumentEmbedsTheFontWithItsText() throws {
            try home.fontctl("register", try home.write(font))
            let output = home.root + "/x.pdf"
            try home.fontctl(
                "preview", "Small", "--text", "BAB", "--feature", "smcp", "--waterfall", "--output", output)
            let fonts = try home.run("pdffonts", [output]).output.split(separator: "\n").dropFirst(2)
            // Name, type, encoding, and whether it is embedded and a subset.
            #expect(fonts.contains { $0.contains("Small-Regular") && $0.contains(#/ yes +yes /#) }, "\(fonts)")
            let words = try home.run("pdftotext", [output, "-"]).output.split(whereSeparator: \.isWhitespace)
            #expect(words == Array(repeating: "BAB", count: 12), "\(words)")
        }

        // MARK: Requests

        /// A file by path, by descriptor and as data gives the same picture, and one request has several sizes.
        @Test func requestsAreDrawnFromAnySource() async throws {
            let path = try home.write(font)
            let opened = try SourceFile(opening: path).file
            let sizes = [8.0, 24, 72]
            let expected = try await request("W", sizes: sizes).drawn(
                with: [.data(Data(font.build()), name: "w")], by: Programs.preview)
            #expect(expected.height > 100 && expected.used == [[0], [0], [0]] && expected.missing.isEmpty)
            for source in [FontSource.url(URL(filePath: path)), .opened(opened, name: "open")] {
                let specimen = request("A", [.init("smcp")], sizes: sizes)
                #expect(try await specimen.drawn(with: [source], by: Programs.preview) == expected)
            }
            for format in Specimen.Format.allCases {
                for isVertical in [false, true] {
                    let specimen = request("A", format: format, isVertical: isVertical)
                    #expect(
                        try await !specimen.drawn(with: [.opened(opened, name: "f")], by: Programs.preview).bytes
                            .isEmpty)
                }
            }
        }

        @Test func requestsOutsideOfTheLimitsAreRefused() async throws {
            let path = try home.write(font)
            let source = FontSource.url(URL(filePath: path))
            let damaged = FontSource.data(Data(font.build().prefix(300)), name: "damaged")
            func code(_ specimen: Specimen, _ sources: [FontSource]) async -> FontError.Code? {
                await #expect(throws: FontError.self) { try await specimen.drawn(with: sources, by: Programs.preview) }?
                    .code
            }
            for change in [
                { $0.rows = [] }, { $0.rows[0].cells = [] }, { $0.rows[0].cells[0].faces = [] },
                { $0.rows[0].cells[0].size = .nan }, { $0.rows[0].cells[0].spacing = 1e4 },
                { $0.rows[0].cells[0].features = [.init("abc")] }, { $0.rows[0].cells[0].faces[0].file = 1 },
                { $0.rows[0].cells[0].faces[0].axes = ["wght": .infinity] },
                { $0.rows[0].cells[0].text = String(repeating: "x", count: Specimen.Limits.textLength + 1) },
            ] as [(inout Specimen) -> Void] {
                var specimen = request("A")
                change(&specimen)
                #expect(await code(specimen, [source]) == .insufficientInfo, "\(specimen)")
            }
            #expect(await code(request("A"), []) == .insufficientInfo)
            #expect(await code(request("A"), [damaged]) == .invalidFontData)
            #expect(await code(request("A"), [.url(URL(filePath: home.root + "/none.ttf"))]) == .fileNotFound)
            let large = request(String(repeating: "W", count: 50), sizes: [1_000])
            #expect(await code(large, [source]) == .exceededResourceLimit)
        }

        // MARK: Files that are not registered

        /// Draws fonts as a program with the store does, whose files another process reads.
        private func draw(_ sources: [FontSource], worker: String = Programs.worker) async throws -> FontPicture {
            var context = home.context
            context.workers = FontWorkers(program: worker)
            let given = try await PassedFonts(try await OpenedFonts.of(sources), areStyles: false, readingBy: context)
            let manager = FontManager(provider: "user", context: context)
            return try await manager.drawnPicture(
                of: [], given, PictureOptions(text: "AB"), by: Programs.preview
            ).picture
        }

        @Test func archivesAndTheirFontsAreDrawn() async throws {
            let fonts = ["Bold", "Regular"].map { SyntheticFont(family: "New", style: $0) }
            let entries = fonts.map { ZIPFile.Entry("New/\($0.style).ttf", $0.build()) }
            let archive = try home.put(ZIPFile(entries).bytes, at: home.root + "/given/New.zip")
            func source(_ path: String) -> FontSource { .url(URL(filePath: path)) }
            let all = try await draw([source(archive)])
            #expect(all.fonts.map(\.path) == [archive + "/New/Bold.ttf", archive + "/New/Regular.ttf"])
            let bold = try await draw([source(archive + "/New/Bold.ttf")])
            #expect(
                bold.fonts.map(\.postscriptName) == ["New-Bold"]
                    && bold.fonts.map(\.path) == [archive + "/New/Bold.ttf"])
            let loose = try home.write(fonts[0], as: "loose.ttf")
            #expect(try await draw([source(loose)]).bytes == bold.bytes)
            let folder = try await draw([source(home.root + "/given")])
            #expect(Set(folder.fonts.compactMap(\.path)) == Set(all.fonts.compactMap(\.path) + [loose]))
            for path in [archive + "/New/None.ttf", archive + "/New", home.root + "/none/None.ttf"] {
                let error = await #expect(throws: FontError.self) { try await draw([source(path)]) }
                #expect(error?.code == .fileNotFound, "\(path) \(String(describing: error))")
            }
            #expect(try await home.manager().registered().isEmpty)
        }

        /// The process that the context names reads the files, and no other.
        @Test func thisProcessReadsNoFile() async throws {
            let path = try home.write(SyntheticFont(family: "Fault Died"))
            let error = await #expect(throws: FontError.self) {
                try await draw([.url(URL(filePath: path))], worker: home.root + "/no-worker")
            }
            #expect(error?.code == .registrationFailed, "\(String(describing: error))")
            #expect(try await draw([.url(URL(filePath: path))]).fonts.count == 1)
        }

        /// The process gets no descriptor of the caller's, by which it could write.
        @Test func theProcessGetsACopy() throws {
            let path = try home.write(font)
            let file = try OpenedFile(open(path, O_RDWR | O_CLOEXEC), path: path)
            let items = try Specimen.sealed([(name: "a", file: file)])
            guard items.count == 1, case .opened(let copy) = items[0].kind else {
                Issue.record("no copy")
                return
            }
            #expect(try items[0].name == "a" && copy.bytes() == font.build())
            #expect(pwrite(copy.descriptor, [0], 1, 0) == -1 && errno == EPERM)
            #expect(ftruncate(copy.descriptor, 0) == -1)
            #expect(try Data(contentsOf: URL(filePath: path)) == Data(font.build()))
        }

        /// What the libraries make of a damaged font's tables for vertical text and features ends at most their process.
        @Test(.enabled(if: !BadFont.all.isEmpty, "Requires the collection of damaged fonts (FONTD_TEST_FONTS)."))
        func damagedFontsAreDrawnOrRefused() async throws {
            for bad in BadFont.all {
                let bytes = try #require(FileManager.default.contents(atPath: bad.path))
                guard !bytes.isEmpty, bytes.count <= FontLimits.fileSize else { continue }
                let specimen = request("Ab永「あ", [.init("smcp"), .init("aalt", value: 2)], isVertical: true)
                do throws(FontError) {
                    let drawn = try specimen.drawnHere(with: [.file(bad.path)], by: Programs.preview)
                    #expect(!drawn.bytes.isEmpty, "\(bad.name)")
                } catch {
                    #expect([.invalidFontData, .exceededResourceLimit].contains(error.code), "\(bad.name): \(error)")
                }
            }
        }
    }
}
