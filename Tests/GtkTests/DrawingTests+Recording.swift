internal import CAdwaita
internal import CPango
internal import Foundation
internal import Testing

@testable internal import Gtk

extension DrawingTests {
    /// GTK plays what a widget drew again, at the scale of the screen, also after the list gave the fonts up.
    ///
    /// cairo keeps some files open by itself, so there are more of them here.
    @Test @UI func whatWasDrawnKeepsItsFonts() throws {
        let path = try font()
        var copies: [URL] = []
        defer { for copy in copies { try? FileManager.default.removeItem(at: copy) } }
        var records: [OpaquePointer] = []
        defer { for record in records { cairo_surface_destroy(record) } }
        for _ in 0..<16 {
            let copy = try copy(path)
            copies.append(copy)
            let map = try #require(self.map(copy.path))
            let text = map.text("Ab")
            text.set(Face(family: map.families.first, size: 20))
            var extents = cairo_rectangle_t(x: 0, y: 0, width: 100, height: 40)
            let record = try #require(cairo_recording_surface_create(CAIRO_CONTENT_COLOR_ALPHA, &extents))
            records.append(record)
            let cairo = try #require(cairo_create(record))
            Context(pointer: cairo).draw(text, x: 0, y: 0)
            Context(pointer: cairo).draw(text, x: 50, y: 0)
            cairo_destroy(cairo)
        }
        for record in records {
            let drawn = pixels { context in
                context.scale(x: 2, y: 2)
                cairo_set_source_surface(context.pointer, record, 0, 0)
                cairo_paint(context.pointer)
                #expect(cairo_status(context.pointer) == CAIRO_STATUS_SUCCESS)
            }
            #expect(drawn.contains { $0 != 0 })
        }
    }
}
