import FontClient
import FontPictures
import Foundation
import TestSupport
import Testing

/// The same call draws fonts with the store and through the service.
@Suite(
    .needsBus, .fewAtOnce,
    .timeLimit(.minutes(60)))
struct PictureCallTests {
    private let service: PrivateService
    private let home: PrivateHome

    init() throws {
        service = try PrivateService()
        home = service.home
    }

    @Test func picturesAreThoseOfTheStore() async throws {
        let regular = try home.write(SyntheticFont(family: "Page"))
        let bold = try home.write(SyntheticFont(family: "Page", style: "Bold"), as: "bold.ttf")
        let variable = try home.write(SyntheticFont(family: "Flex") { $0.axes = [.weight] }, as: "flex.ttf")
        #expect(try service.fontctl("register", regular, bold, variable).status == 0)
        let loose = URL(filePath: try home.write(SyntheticFont(family: "Loose"), as: "loose.ttf"))
        let overBus = try await service.open()
        let inStore = FontManager(provider: "user", authority: .user, context: home.context)
        let rows: [(fonts: [String], files: [URL], options: PictureOptions)] = [
            (["Page"], [], PictureOptions()),
            (["Page"], [], PictureOptions(format: .svg, text: "AB\nC", showsStyles: true, isDark: true)),
            (["Flex"], [], PictureOptions(text: "AB", isWaterfall: true, axes: ["wght": 560])),
            (["Page-Bold"], [loose], PictureOptions(format: .svg, text: "AB", size: 20)),
            (
                ["Page"], [loose],
                PictureOptions(text: "AB\nC", features: [.init("smcp"), .init("liga", value: 0)], isVertical: true)
            ),
        ]
        for (fonts, files, options) in rows {
            let drawn = try await overBus.picture(of: fonts, files: files, options: options)
            var given = PassedFonts()
            for file in files {
                given.fonts += try PreviewFont.fonts(
                    ofFile: file.path(percentEncoded: false), areStyles: options.showsStyles)
            }
            let expected = try await inStore.drawnPicture(
                of: fonts, given, options, by: Command.product("fontd-preview")
            ).picture
            #expect(drawn.bytes == expected.bytes && !drawn.bytes.isEmpty, "\(fonts)")
            #expect(drawn.width == expected.width && drawn.height == expected.height)
            #expect(drawn.fonts.map(\.postscriptName) == expected.fonts.map(\.postscriptName), "\(fonts)")
            #expect(drawn.fonts.map(\.path) == expected.fonts.map(\.path))
            #expect(drawn.missing == expected.missing && drawn.leftOut == 0)
        }
        let document = try await overBus.picture(of: ["Page"], options: PictureOptions(format: .pdf, text: "AB"))
        #expect(document.bytes.starts(with: Array("%PDF-".utf8)))
    }

    /// The service passes the bytes of a font of the program's own that no program sees, as in a sandbox.
    @Test func disabledFontsAreDrawnWithoutTheStore() async throws {
        let font = SyntheticFont(family: "Off")
        let overBus = try await service.open()
        let file = try home.write(font)
        _ = try await overBus.register(URL(filePath: file), scope: .persistent)
        _ = try await overBus.setEnabled(false, [.name("Off-Regular")], scope: .persistent)
        try FileManager.default.removeItem(atPath: file)
        var sheet = PreviewSheet(try await overBus.previewFonts(named: "Off", areStyles: false))
        #expect(sheet.fonts.first?.withheld != nil && sheet.fonts.count == 1)
        try await sheet.prepare(axes: [], text: "AB", isBrief: false, by: overBus)
        let drawn = try await sheet.picture(.svg, by: overBus).drawn(by: Command.product("fontd-preview"))
        let loose = try home.write(font, as: "loose.ttf")
        var expected = PreviewSheet(try PreviewFont.fonts(ofFile: loose, areStyles: false))
        try await expected.prepare(axes: [], text: "AB", isBrief: false, by: overBus)
        let same = try await expected.picture(.svg, by: overBus).drawn(by: Command.product("fontd-preview"))
        #expect(drawn.picture.bytes == same.picture.bytes && !drawn.picture.bytes.isEmpty)
    }

    /// Sources are files by path, by descriptor and as data; each backend draws the same.
    @Test func sourcesNeedNoRegistration() async throws {
        let font = SyntheticFont(family: "Loose") { $0.addFeature("smcp", showing: "W", for: "A") }
        let path = try home.write(font, as: "loose.ttf")
        let overBus = try await service.open()
        func draw(_ source: FontSource, _ text: String, _ features: [FontFeatureSetting] = []) async throws
            -> FontPicture
        {
            try await overBus.picture(of: [source], options: PictureOptions(text: text, features: features))
        }
        let handle = try FileHandle(forReadingFrom: URL(filePath: path))
        let opened = try #require(OpenedFile(duplicating: handle.fileDescriptor))
        let wide = try await draw(.url(URL(filePath: path)), "W")
        #expect(wide.fonts.map(\.path) == [path] && wide.fonts.map(\.postscriptName) == ["Loose-Regular"])
        for (source, name) in [
            (FontSource.url(URL(filePath: path)), path), (.data(Data(font.build()), name: "memory"), "memory"),
            (.opened(opened, name: "given"), "given"),
        ] {
            let drawn = try await draw(source, "A", [.init("smcp")])
            #expect(drawn.bytes == wide.bytes && drawn.fonts.map(\.path) == [name])
            #expect(try await draw(source, "A").bytes != wide.bytes)
        }
        // Nothing is registered.
        #expect(try await overBus.registered().isEmpty)
        let given = try await PassedFonts(
            [(name: "given", file: opened)], areStyles: false, readingBy: home.context)
        let inStore = FontManager(provider: "user", authority: .user, context: home.context)
        let local = try await inStore.drawnPicture(
            of: [], given, PictureOptions(text: "W"), by: Command.product("fontd-preview")
        ).picture
        #expect(local.bytes == wide.bytes && local.fonts.map(\.path) == ["given"])
    }

    /// An option is checked before the backend is asked, and the errors of the service keep their codes.
    @Test func errorsAreTyped() async throws {
        let fonts = try await service.open()
        let file = URL(filePath: try home.write(SyntheticFont(family: "Page")))
        #expect(try service.fontctl("register", file.path(percentEncoded: false)).status == 0)
        let page = URL(filePath: try home.write(Array("<html>".utf8), as: "page.ttf"))
        let rows: [(fonts: [String], files: [URL], options: PictureOptions, code: FontError.Code)] = [
            ([], [], PictureOptions(), .insufficientInfo),
            (["Page"], [], PictureOptions(size: 0.5), .insufficientInfo),
            (["Page"], [], PictureOptions(text: ""), .insufficientInfo),
            (["Page"], [], PictureOptions(size: 20, isWaterfall: true), .insufficientInfo),
            (["Page"], [], PictureOptions(axes: ["wght": 400]), .insufficientInfo),
            (["Page"], [], PictureOptions(features: [.init("abc")]), .insufficientInfo),
            (["Page"], [], PictureOptions(features: [.init("smcp", value: 65_536)]), .insufficientInfo),
            (["Page"], [], PictureOptions(features: Array(repeating: .init("smcp"), count: 65)), .insufficientInfo),
            (["None"], [], PictureOptions(), .fileNotFound),
            ([], [URL(filePath: home.root + "/none.ttf")], PictureOptions(), .fileNotFound),
            ([], [page], PictureOptions(), .unrecognizedFormat),
            ([], [file], PictureOptions(format: .pdf), .missingEntitlement),
            ([], Array(repeating: file, count: 16), PictureOptions(), .exceededResourceLimit),
        ]
        for (names, files, options, code) in rows {
            let error = await #expect(throws: FontError.self) {
                _ = try await fonts.picture(of: names, files: files, options: options)
            }
            #expect(error?.code == code, "\(names) \(files.count) \(options)")
        }
    }
}
