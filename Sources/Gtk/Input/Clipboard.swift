internal import CAdwaita
internal import CGio

/// The clipboard of the desktop.
@UI
package enum Clipboard {
    private static var clipboard: OpaquePointer? {
        gdk_display_get_default().flatMap { gdk_display_get_clipboard($0) }
    }

    package static func copy(_ text: String) {
        if let clipboard { gdk_clipboard_set_text(clipboard, text) }
    }

    /// The text in the clipboard; nil if there is none.
    package static func text() async -> String? {
        guard let clipboard else { return nil }
        return await withCheckedContinuation(isolation: UI.shared) { continuation in
            let completion = Completion.retained { source, result in
                let text = gdk_clipboard_read_text_finish(source.map { OpaquePointer($0) }, result, nil)
                defer { g_free(text) }
                continuation.resume(returning: text.map { String(cString: $0) })
            }
            gdk_clipboard_read_text_async(clipboard, nil, Completion.callback, completion)
        }
    }
}
