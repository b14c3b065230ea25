internal import CAdwaita
internal import CGio

/// A file of groups with keys: the state of an application between runs, without a settings service.
@UI
package final class KeyFile {
    private nonisolated(unsafe) let file: OpaquePointer

    /// An empty file.
    package init() {
        guard let file = g_key_file_new() else { fatalError("GLib made no key file") }
        self.file = file
    }

    /// Reads a file; one that is absent or damaged is as an empty one.
    package convenience init(path: String) {
        self.init()
        g_key_file_load_from_file(file, path, GKeyFileFlags(rawValue: 0), nil)
    }

    deinit { g_key_file_unref(file) }

    /// Writes the file by a new one that replaces it.
    ///
    /// - Returns: Whether it was written.
    @discardableResult
    package func save(path: String) -> Bool {
        guard let folder = g_path_get_dirname(path) else { return false }
        defer { g_free(folder) }
        return g_mkdir_with_parents(folder, 0o700) == 0 && g_key_file_save_to_file(file, path, nil) != 0
    }

    package func string(_ group: String, _ key: String) -> String? {
        guard let text = g_key_file_get_string(file, group, key, nil) else { return nil }
        defer { g_free(text) }
        return String(cString: text)
    }
    package func set(_ group: String, _ key: String, _ value: String?) {
        if let value {
            g_key_file_set_string(file, group, key, value)
        } else {
            g_key_file_remove_key(file, group, key, nil)
        }
    }

    /// A whole number; nil if the key is absent or something else.
    package func integer(_ group: String, _ key: String) -> Int? { string(group, key).flatMap { Int($0) } }
    package func set(_ group: String, _ key: String, _ value: Int) { set(group, key, "\(value)") }

    package func bool(_ group: String, _ key: String) -> Bool? {
        switch string(group, key) {
        case "true": true
        case "false": false
        default: nil
        }
    }
    package func set(_ group: String, _ key: String, _ value: Bool) { set(group, key, value ? "true" : "false") }

    package func strings(_ group: String, _ key: String) -> [String] {
        var count: gsize = 0
        guard let list = g_key_file_get_string_list(file, group, key, &count, nil) else { return [] }
        defer { g_strfreev(list) }
        return (0..<Int(count)).compactMap { index in list[index].map { String(cString: $0) } }
    }
    package func set(_ group: String, _ key: String, _ values: [String]) {
        var list: [UnsafePointer<CChar>?] = values.map { UnsafePointer(g_strdup($0)) }
        defer { for text in list { g_free(UnsafeMutableRawPointer(mutating: text)) } }
        g_key_file_set_string_list(file, group, key, &list, gsize(values.count))
    }
}
