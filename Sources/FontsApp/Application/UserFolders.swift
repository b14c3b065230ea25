internal import Foundation

/// The folders of the user's files (XDG Base Directory Specification).
enum UserFolders {
    /// `$XDG_CONFIG_HOME`.
    static var configuration: String { folder("XDG_CONFIG_HOME", ".config") }
    /// `$XDG_DATA_HOME`.
    static var data: String { folder("XDG_DATA_HOME", ".local/share") }
    /// `$XDG_STATE_HOME`.
    static var state: String { folder("XDG_STATE_HOME", ".local/state") }

    private static func folder(_ variable: String, _ other: String) -> String {
        // The specification has relative paths ignored.
        let value = ProcessInfo.processInfo.environment[variable].flatMap { $0.hasPrefix("/") ? $0 : nil }
        return value ?? NSHomeDirectory() + "/" + other
    }
}
