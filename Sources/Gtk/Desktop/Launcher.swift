internal import CAdwaita
internal import CGio

/// Other programs of the desktop.
@UI
package enum Launcher {
    /// Opens an address, or a file or folder, by the program for it.
    ///
    /// - Returns: The text of what went wrong.
    package static func open(uri: String) async -> String? {
        await withCheckedContinuation(isolation: UI.shared) { continuation in
            let completion = Completion.retained { _, result in
                var error: UnsafeMutablePointer<GError>?
                let isOpen = g_app_info_launch_default_for_uri_finish(result, &error) != 0
                continuation.resume(returning: isOpen ? nil : take(error) ?? "")
            }
            g_app_info_launch_default_for_uri_async(uri, nil, nil, Completion.callback, completion)
        }
    }

    /// Shows a file in its folder, by the desktop's file manager; without one the folder is opened.
    ///
    /// - Returns: The text of what went wrong.
    package static func showInFolder(_ file: File) async -> String? {
        if let bus = await BusConnection.session() {
            do throws(BusConnection.Failure) {
                _ = try await bus.call(
                    "org.freedesktop.FileManager1", "/org/freedesktop/FileManager1", "org.freedesktop.FileManager1",
                    "ShowItems", [.strings([file.uri]), .string("")])
                return nil
            } catch {
                // No file manager that knows the interface.
            }
        }
        guard let end = file.uri.lastIndex(of: "/") else { return await open(uri: file.uri) }
        return await open(uri: String(file.uri[...end]))
    }

    /// A program as its desktop entry describes it.
    package struct Program: Hashable, Sendable {
        package let name: String
        /// The icon for `Image.set(entryIcon:)`.
        package let icon: String?
    }

    /// The program of a desktop entry, by the entry's name without `.desktop`; nil if there is none.
    package static func program(_ identifier: String) -> Program? {
        guard let info = g_desktop_app_info_new(identifier + ".desktop") else { return nil }
        let handle = AnyObjectHandle(Reference(adopting: info))
        let icon = g_app_info_get_icon(handle.cast()).flatMap { g_icon_to_string($0) }.map { text in
            defer { g_free(text) }
            return String(cString: text)
        }
        return Program(name: String(cString: g_app_info_get_display_name(handle.cast())), icon: icon)
    }
}

/// The network, as far as the desktop knows it.
@UI
package enum Network {
    private static var monitor: OpaquePointer? { g_network_monitor_get_default() }

    /// Whether there may be costs for each byte.
    package static var isMetered: Bool { g_network_monitor_get_network_metered(monitor) != 0 }
    package static var isAvailable: Bool { g_network_monitor_get_network_available(monitor) != 0 }

    package static func onChange(_ handler: @escaping @UI () -> Void) {
        AnyObjectHandle(Reference(retaining: monitor)).connect("network-changed") { _ in handler() }
    }
}
