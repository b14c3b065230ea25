internal import Foundation
internal import Testing

@testable internal import Gtk

extension DrawingTests {
    /// FreeType refuses such outlines when they are drawn; the error of cairo would take the window with it.
    @Test @UI func brokenOutlinesLeaveThePictureAsItIs() throws {
        let file = try copy(try font())
        defer { try? FileManager.default.removeItem(at: file) }
        var bytes = try Data(contentsOf: file)
        let outlines = try #require(table("glyf", in: bytes))
        bytes.replaceSubrange(outlines, with: Data(repeating: 0x7F, count: outlines.count))
        try bytes.write(to: file)
        let broken = try #require(map(file.path)).text("ab")
        broken.set(Face(family: "DejaVu Sans", size: 20))
        #expect(!broken.isDrawable)
        let drawn = pixels { context in
            context.draw(broken, x: 2, y: 2)
            context.drawOutlines(broken, x: 2, y: 2)
            context.set(.black)
            context.fillRectangle(x: 0, y: 0, width: 5, height: 5)
        }
        #expect(drawn.count { $0 != 0 } == 25, "the rectangle alone, opaque and black")

        let sound = try #require(map(try font())).text("ab")
        sound.set(Face(family: "DejaVu Sans", size: 20))
        #expect(sound.isDrawable)
        sound.width = 1
        sound.ellipsis = .end
        #expect(sound.isDrawable)
        sound.string = "c"
        #expect(sound.isDrawable)
    }

    /// The place of a table in a font (OpenType, “Table Directory”).
    private func table(_ tag: String, in font: Data) -> Range<Int>? {
        func number(_ place: Int, _ count: Int) -> Int { font[place..<place + count].reduce(0) { $0 << 8 | Int($1) } }
        for record in 0..<number(4, 2) {
            let place = 12 + record * 16
            guard font[place..<place + 4].elementsEqual(tag.utf8) else { continue }
            let start = number(place + 8, 4)
            return start..<start + number(place + 12, 4)
        }
        return nil
    }
}
