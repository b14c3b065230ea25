internal import CAdwaita
internal import CGio
internal import CPango
internal import Foundation
internal import Testing

@testable internal import Gtk

@Suite(.enabled(if: Display.isThere, "there is no display")) struct DrawingTests {
    /// The file of one of Debian's fonts.
    func font(_ family: String = "DejaVu Sans") throws -> String {
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

    /// The fonts of a file.
    @UI func map(_ path: String) -> FontMap? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        defer { close(descriptor) }
        return FontMap(copying: descriptor)
    }

    /// A copy of a file, which the test may change.
    func copy(_ path: String) throws -> URL {
        let copy = FileManager.default.temporaryDirectory.appending(path: "fontd-gtk-\(UUID().uuidString).ttf")
        try Data(contentsOf: URL(filePath: path)).write(to: copy)
        return copy
    }

    /// The appearance of a text.
    @UI private func look(_ map: FontMap, _ string: String) -> [UInt8] {
        let text = map.text(string)
        text.set(Face(family: map.families.first, size: 20))
        return pixels { $0.draw(text, x: 0, y: 0) }
    }

    /// The bytes of a picture that a function draws.
    @UI func pixels(_ draw: (Context) -> Void) -> [UInt8] {
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
        let map = try #require(self.map(path))
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

    @Test @UI func aFileWithoutNameIsDrawn() throws {
        let copy = try copy(try font())
        let map = try #require(self.map(copy.path))
        try FileManager.default.removeItem(at: copy)
        #expect(look(map, "ab").contains { $0 != 0 })
    }

    /// As `cp` onto a font of the system does it: other bytes in the same file, or none.
    @Test(arguments: [true, false]) @UI func aFileThatIsWrittenOverIsDrawnAsItWas(_ isCut: Bool) throws {
        let (path, copy) = (try font(), try copy(try font()))
        defer { try? FileManager.default.removeItem(at: copy) }
        let map = try #require(self.map(copy.path))
        let before = look(map, "ab")
        let file = try FileHandle(forWritingTo: copy)
        if isCut {
            try file.truncate(atOffset: 0)
        } else {
            try file.write(contentsOf: Data(repeating: 0xAB, count: try Data(contentsOf: copy).count))
        }
        try file.close()
        // Letters that were drawn before, and others, whose bytes are read now.
        #expect(look(map, "ab") == before)
        #expect(look(map, "QXZ&@") == look(try #require(self.map(path)), "QXZ&@"))
        #expect(self.map(copy.path) == nil)
    }

    /// A font that GTK itself has mapped; without the handler this ends the process.
    @Test func whatIsCutFromAMappedFileReadsAsZeros() throws {
        CutFiles.readAsZeros()
        let file = try copy(try font())
        defer { try? FileManager.default.removeItem(at: file) }
        let descriptor = open(file.path, O_RDWR | O_CLOEXEC)
        defer { close(descriptor) }
        let size = 8_192
        let bytes = try #require(mmap(nil, size, PROT_READ, MAP_PRIVATE, descriptor, 0))
        defer { munmap(bytes, size) }
        #expect(UnsafeRawBufferPointer(start: bytes, count: size).contains { $0 != 0 })
        #expect(ftruncate(descriptor, 0) == 0)
        #expect(UnsafeRawBufferPointer(start: bytes, count: size).allSatisfy { $0 == 0 })
    }

    @Test @UI func fontsOfOneFileShareACopyThatNobodyChanges() throws {
        let copy = try copy(try font())
        defer { try? FileManager.default.removeItem(at: copy) }
        let descriptor = open(copy.path, O_RDWR | O_CLOEXEC)
        defer { close(descriptor) }
        let sealed = try #require(SealedFile.copy(of: descriptor))
        #expect(sealed.size == Int(lseek(descriptor, 0, SEEK_END)))
        #expect(ftruncate(sealed.descriptor, 0) == -1 && errno == EPERM)
        #expect(pwrite(sealed.descriptor, [0], 1, 0) == -1 && errno == EPERM)
        let (one, other) = (try #require(FontMap(copying: descriptor)), try #require(FontMap(copying: descriptor)))
        #expect(one.file == other.file && SealedFile.copy(of: descriptor) === sealed)
        #expect(pwrite(descriptor, [0], 1, off_t(sealed.size)) == 1)
        let changed = try #require(FontMap(copying: descriptor))
        #expect(changed.file != one.file && changed.size == one.size + 1)
    }

    @Test @UI func fontsAreKeptUpToANumberAndToASize() throws {
        let path = try font()
        let map = try #require(self.map(path))
        let other = try #require(self.map(try font("DejaVu Sans Mono")))
        var kept = KeptFonts<Int>(most: 3, mostBytes: map.size + 1)
        // One file counts once, and what has no fonts counts, too.
        kept.keep(map, as: 1)
        kept.keep(self.map(path), as: 2)
        kept.keep(nil, as: 3)
        #expect(kept.use(1)?.fonts === map && kept.use(3) != nil)
        kept.keep(nil, as: 4)
        #expect(kept.use(2) == nil)
        #expect(kept.use(1)?.fonts === map && kept.use(3) != nil)
        // More bytes than may be kept: all others go, and the last one stays.
        kept.keep(other, as: 5)
        #expect(kept.use(1) == nil && kept.use(5)?.fonts === other)
        kept.removeAll()
        #expect(kept.use(5) == nil)
    }

    /// cairo remembers files by their names.
    @Test @UI func theNumberOfADescriptorMayBeAnotherFilesLater() throws {
        func width(_ family: String) throws -> Double {
            let map = try #require(self.map(try font(family)))
            let text = map.text("iiii")
            text.set(Face(family: family, size: 20))
            #expect(pixels { $0.draw(text, x: 0, y: 0) }.contains { $0 != 0 })
            return text.size.width
        }
        let narrow = try width("DejaVu Sans")
        let wide = try width("DejaVu Sans Mono")
        #expect(wide > narrow * 1.3)
    }

    @Test @UI func copiesGoWithTheirMap() async throws {
        let descriptor = open(try font(), O_RDONLY | O_CLOEXEC)
        defer { close(descriptor) }
        weak var copy: SealedFile?
        do {
            let map = try #require(FontMap(copying: descriptor))
            copy = SealedFile.copy(of: descriptor)
            #expect(look(map, "ab").contains { $0 != 0 } && copy != nil)
        }
        // Pango's thread may have the map for a moment more.
        await until { copy == nil }
    }

    @Test(arguments: ["/nowhere/x.ttf", "/dev/null", "/"]) @UI func whatIsNoFileOfFontsIsRefused(_ path: String) {
        #expect(map(path) == nil)
    }

    @Test @UI func aFileWithoutFontsIsRefused() throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "fontd-gtk-\(UUID().uuidString).ttf")
        try Data("no font".utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        #expect(map(file.path) == nil)
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

    /// A word that is wider than a line breaks between letters, and gets no hyphen, which would take the place of one.
    @Test @UI func noHyphensAreInvented() throws {
        let text = DrawingArea().text("n")
        text.set(Face(family: "DejaVu Sans Mono", size: 12))
        let letter = text.size
        text.string = "nnnnnnnn"
        text.width = letter.width * 4.5
        #expect(abs(text.size.height - 2 * letter.height) < letter.height / 2)
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
