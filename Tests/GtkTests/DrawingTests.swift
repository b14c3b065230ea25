internal import CAdwaita
internal import CGio
internal import CPango
internal import Foundation
internal import Testing

@testable internal import Gtk

@Suite(.enabled(if: Display.isThere, "there is no display")) struct DrawingTests {
    /// The file of one of Debian's fonts.
    private func font(_ family: String = "DejaVu Sans") throws -> String {
        let pattern = FcPatternCreate()
        FcPatternAddString(pattern, FC_FAMILY, family)
        FcPatternAddString(pattern, FC_STYLE, family.hasSuffix("Mono") ? "Book" : "Bold")
        let set = FcObjectSetCreate()
        FcObjectSetAdd(set, FC_FILE)
        let fonts = try #require(FcFontList(nil, pattern, set))
        defer {
            FcFontSetDestroy(fonts)
            FcObjectSetDestroy(set)
            FcPatternDestroy(pattern)
        }
        try #require(fonts.pointee.nfont > 0, "fonts-dejavu-core is not installed")
        var file: UnsafeMutablePointer<FcChar8>?
        #expect(FcPatternGetString(fonts.pointee.fonts[0], FC_FILE, 0, &file) == FcResultMatch)
        return String(cString: try #require(file))
    }

    /// The bytes of a picture that a function draws.
    @UI private func pixels(_ draw: (Context) -> Void) -> [UInt8] {
        let surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, 200, 60)
        let cairo = cairo_create(surface)
        if let cairo { draw(Context(pointer: cairo)) }
        cairo_destroy(cairo)
        cairo_surface_flush(surface)
        defer { cairo_surface_destroy(surface) }
        guard let data = cairo_image_surface_get_data(surface) else { return [] }
        return [UInt8](UnsafeBufferPointer(start: data, count: Int(cairo_image_surface_get_stride(surface)) * 60))
    }

    @Test @UI func aMapHasTheFontsOfItsFileAlone() throws {
        let (path, family) = (try font(), "DejaVu Sans")
        let map = try #require(FontMap(path: path))
        #expect(map.families.first == family)
        let text = map.text("ab")
        text.set(Face(family: family, size: 20))
        #expect(text.size.width > 0 && text.size.height > 0 && text.baseline > 0)
        #expect(text.missingCharacters == 0)
        // Nothing else is taken for what the font lacks.
        text.string = "\u{10FFFD}"
        #expect(text.missingCharacters == 1)
        let drawn = pixels { context in
            context.fill(.white)
            context.set(.black)
            text.string = "ab"
            context.draw(text, x: 2, y: 2)
        }
        #expect(drawn.contains(0))
        let outlines = pixels { context in
            context.fill(.white)
            context.set(.black)
            context.drawOutlines(text, x: 2, y: 2)
        }
        #expect(outlines.contains(0))
    }

    /// A file stays open, and so goes on to be drawn when it has no name any more.
    @Test @UI func aFileWithoutNameIsDrawn() throws {
        let (path, family) = (try font(), "DejaVu Sans")
        let copy = FileManager.default.temporaryDirectory.appending(path: "fontd-gtk-\(UUID().uuidString).ttf")
        try Data(contentsOf: URL(filePath: path)).write(to: copy)
        let map = try #require(FontMap(path: copy.path))
        try FileManager.default.removeItem(at: copy)
        let text = map.text("ab")
        text.set(Face(family: family, size: 20))
        #expect(text.missingCharacters == 0)
        #expect(pixels { $0.draw(text, x: 0, y: 0) }.contains { $0 != 0 })
    }

    /// cairo remembers files by their names.
    @Test @UI func theNumberOfADescriptorMayBeAnotherFilesLater() throws {
        func width(_ family: String) throws -> (width: Double, descriptor: Int32) {
            let descriptor = open(try font(family), O_RDONLY | O_CLOEXEC)
            let map = try #require(FontMap(adopting: descriptor))
            let text = map.text("iiii")
            text.set(Face(family: family, size: 20))
            #expect(pixels { $0.draw(text, x: 0, y: 0) }.contains { $0 != 0 })
            return (text.size.width, descriptor)
        }
        let narrow = try width("DejaVu Sans")
        let wide = try width("DejaVu Sans Mono")
        #expect(wide.width > narrow.width * 1.3)
    }

    @Test @UI func descriptorsAreClosedWithTheirMap() throws {
        let path = try font()
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        do {
            let map = try #require(FontMap(adopting: descriptor))
            #expect(fcntl(descriptor, F_GETFD) >= 0)
            _ = map.families
        }
        #expect(fcntl(descriptor, F_GETFD) < 0)
    }

    @Test(arguments: ["/nowhere/x.ttf", "/dev/null", "/"]) @UI func whatIsNoFileOfFontsIsRefused(_ path: String) {
        #expect(FontMap(path: path) == nil)
    }

    @Test @UI func aFileWithoutFontsIsRefused() throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "fontd-gtk-\(UUID().uuidString).ttf")
        try Data("no font".utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        #expect(FontMap(path: file.path) == nil)
    }

    @Test @UI func aTextIsBrokenAndCut() throws {
        let text = DrawingArea().text("The quick brown fox jumps over the lazy dog")
        text.set(Face(size: 12, features: ["liga": 0]))
        let line = text.size
        text.width = 80
        #expect(text.size.height > line.height * 2)
        text.set(lines: 1)
        text.ellipsis = .end
        #expect(text.size.height < line.height * 1.5)
        text.set(isCentered: true)
        text.set(lineSpacing: 1.5)
        text.language = "de"
        #expect(text.size.width <= 81)
    }

    @Test @UI func anAreaIsDrawnByItsFunction() async {
        let area = DrawingArea()
        area.setContentSize(width: 120, height: 40)
        var size: (Double, Double)?
        area.onDraw { context, width, height in
            context.saving {
                context.clip(x: 0, y: 0, width: width, height: height)
                context.translate(x: 1, y: 1)
                context.scale(x: 2, y: 2)
                context.set(area.foreground)
                context.fillRectangle(x: 0, y: 0, width: 5, height: 5)
                context.strokeRectangle(x: 0, y: 0, width: 5, height: 5)
                context.line(fromX: 0, y: 0, toX: 5, y: 5)
            }
            size = (width, height)
        }
        let window = shown(area)
        await until { size != nil }
        #expect(size.map { $0.0 >= 120 && $0.1 >= 40 } == true)
        // The function captures the area, which would keep both alive.
        area.onDraw { _, _, _ in }
        window.destroy()
    }

    @Test @UI func picturesAreReadAndDrawn() throws {
        // A red point.
        let png: [UInt8] = try #require(
            Data(
                base64Encoded:
                    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4z8DwHwAFAAH/iZk9HQAAAABJRU5ErkJggg=="
            ).map { [UInt8]($0) })
        let texture = try #require(Texture(png))
        #expect(texture.width == 1 && texture.height == 1)
        #expect(Texture([1, 2, 3]) == nil)
        #expect(pixels { $0.draw(texture, x: 0, y: 0) }[0..<4] == [0, 0, 255, 255])
        let picture = Picture(texture, description: "A red point")
        picture.set(canShrink: false)
        picture.set(nil)
        let image = Image(icon: "list-add-symbolic", size: 32)
        image.set(entryIcon: "org.example.None")
        #expect(image.role == .presentation)
    }

    @Test @UI func pagesArePrintedIntoAFile() async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "fontd-gtk-\(UUID().uuidString).pdf")
        defer { try? FileManager.default.removeItem(at: file) }
        var drawn: [Int] = []
        let operation = PrintOperation(title: "Test") { width, height in
            #expect(width > 100 && height > 100)
            return 2
        } draw: { page, context, width, _ in
            drawn.append(page)
            context.set(.black)
            context.fillRectangle(x: 0, y: 0, width: width, height: 10)
        }
        #expect(await operation.export(path: file.path) == .printed)
        #expect(drawn == [0, 1])
        #expect(try Data(contentsOf: file).starts(with: Data("%PDF".utf8)))
    }

    @Test @UI func aFileThatCannotBeWrittenIsAFailure() async {
        let operation = PrintOperation(title: "Test") { _, _ in
            1
        } draw: { _, _, _, _ in
        }
        guard case .failed(let text) = await operation.export(path: "/nowhere/x.pdf") else {
            Issue.record("it was printed")
            return
        }
        #expect(!text.isEmpty)
    }
}
