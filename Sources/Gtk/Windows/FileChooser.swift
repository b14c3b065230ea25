internal import CAdwaita
internal import CGio

/// The dialog of the desktop for files: in a sandbox that of the portal.
@UI
package final class FileChooser: Object {
    package nonisolated let reference: Reference

    private var pending: Once<Bool>?

    package enum Purpose: UInt32 {
        case open, save, folder
    }

    /// Which files are shown.
    package struct Filter {
        package let name: String
        /// Patterns such as `*.ttf`; both cases are found.
        package let suffixes: [String]
        package let types: [String]

        /// - Parameters:
        ///   - suffixes: Ends of names without the dot.
        ///   - types: MIME types.
        package init(_ name: String, suffixes: [String] = [], types: [String] = []) {
            self.name = name
            self.suffixes = suffixes
            self.types = types
        }
    }

    /// - Parameter accept: The text of the button, with “_” before its key.
    package init(_ purpose: Purpose, title: String, parent: (any Window)?, accept: String? = nil) {
        reference = Reference(
            adopting: gtk_file_chooser_native_new(
                title, parent?.cast(), GtkFileChooserAction(purpose.rawValue), accept, nil))
        gtk_native_dialog_set_modal(cast(), 1)
    }

    package var selectsSeveral: Bool {
        get { gtk_file_chooser_get_select_multiple(cast()) != 0 }
        set { gtk_file_chooser_set_select_multiple(cast(), newValue ? 1 : 0) }
    }

    /// The folder that is shown at first.
    package func set(folder: String) {
        let file = AnyObjectHandle(Reference(adopting: g_file_new_for_path(folder)))
        gtk_file_chooser_set_current_folder(cast(), file.cast(), nil)
    }

    /// The name that is proposed for a file that is saved.
    package func set(name: String) { gtk_file_chooser_set_current_name(cast(), name) }

    package func add(_ filter: Filter) {
        let handle = AnyObjectHandle(Reference(adopting: gtk_file_filter_new()))
        gtk_file_filter_set_name(handle.cast(), filter.name)
        for suffix in filter.suffixes { gtk_file_filter_add_suffix(handle.cast(), suffix) }
        for type in filter.types { gtk_file_filter_add_mime_type(handle.cast(), type) }
        gtk_file_chooser_add_filter(cast(), handle.cast())
    }

    /// Shows the dialog; the answer is empty if it was cancelled.
    package func files() async -> [File] {
        let isAccepted = await withCheckedContinuation(isolation: UI.shared) { continuation in
            let once = Once<Bool>(continuation)
            pending = once
            connect("response") { arguments in once.resume(arguments.int(0) == Int(GTK_RESPONSE_ACCEPT.rawValue)) }
            gtk_native_dialog_show(cast())
        }
        guard isAccepted else { return [] }
        let list = AnyObjectHandle(Reference(adopting: gtk_file_chooser_get_files(cast())))
        return (0..<g_list_model_get_n_items(list.cast())).compactMap { index in
            guard let file = g_list_model_get_item(list.cast(), index) else { return nil }
            defer { g_object_unref(file) }
            return File(OpaquePointer(file))
        }
    }

    /// Takes the dialog away, as if it had been cancelled.
    package func cancel() {
        gtk_native_dialog_destroy(cast())
        // GTK sends no response.
        pending?.resume(false)
    }
}

/// Folders of the user that the desktop knows (user-dirs.dirs of xdg-user-dirs).
package enum UserDirectory {
    /// The folder for downloads; nil if the user has none.
    package static var downloads: String? {
        g_get_user_special_dir(G_USER_DIRECTORY_DOWNLOAD).map { String(cString: $0) }
    }
    /// The home, by `$HOME` first.
    package static var home: String { String(cString: g_get_home_dir()) }
}

/// A file or folder, as dialogs and drops name it.
package struct File: Hashable, Sendable {
    /// The path; nil for what is on no mounted file system, such as `http:`.
    package let path: String?
    package let uri: String

    package init(path: String) {
        let file = g_file_new_for_path(path)
        self.init(file)
        g_object_unref(UnsafeMutableRawPointer(file))
    }

    init(_ file: OpaquePointer?) {
        path = g_file_get_path(file).map { path in
            defer { g_free(path) }
            return String(cString: path)
        }
        uri =
            g_file_get_uri(file).map { uri in
                defer { g_free(uri) }
                return String(cString: uri)
            } ?? ""
    }
}
