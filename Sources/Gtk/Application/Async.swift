internal import CAdwaita
internal import CGio

/// The end of an operation of GIO that goes on in the background.
@UI
final class Completion {
    private let finish: @UI (_ source: UnsafeMutableRawPointer?, _ result: OpaquePointer?) -> Void

    private init(_ finish: @escaping @UI (UnsafeMutableRawPointer?, OpaquePointer?) -> Void) { self.finish = finish }

    /// The pointer for `callback`, which frees it.
    static func retained(
        _ finish: @escaping @UI (_ source: UnsafeMutableRawPointer?, _ result: OpaquePointer?) -> Void
    ) -> UnsafeMutableRawPointer {
        Unmanaged.passRetained(Completion(finish)).toOpaque()
    }

    /// GLib's callback, with the pointer as its data.
    nonisolated static let callback: GAsyncReadyCallback = { source, result, data in
        guard let data else { return }
        UI.assumeIsolated((source.map { UnsafeMutableRawPointer($0) }, result, data)) { source, result, data in
            Unmanaged<Completion>.fromOpaque(data).takeRetainedValue().finish(source, result)
        }
    }
}

/// Takes an error that a function of GLib gave.
func take(_ error: UnsafeMutablePointer<GError>?) -> String? {
    guard let error else { return nil }
    defer { g_error_free(error) }
    return String(cString: error.pointee.message)
}
