import Foundation

/// The folders of the user's files (XDG Base Directory Specification).
///
/// They follow the environment as the paths of the registry do: `HOME` comes before the home of the list of users, which
/// another one's programs cannot write.
package struct UserFolders: Sendable, Hashable {
    /// `$XDG_CONFIG_HOME`.
    package let configuration: String
    /// `$XDG_DATA_HOME`.
    package let data: String
    /// `$XDG_STATE_HOME`.
    package let state: String

    /// The folders of the user who runs the program.
    package static let ofUser = UserFolders(environment: ProcessInfo.processInfo.environment)

    init(environment: [String: String]) {
        // The specification has relative paths ignored.
        func absolute(_ name: String) -> String? { environment[name].flatMap { $0.hasPrefix("/") ? $0 : nil } }
        let home = absolute("HOME") ?? NSHomeDirectory()
        configuration = absolute("XDG_CONFIG_HOME") ?? home + "/.config"
        data = absolute("XDG_DATA_HOME") ?? home + "/.local/share"
        state = absolute("XDG_STATE_HOME") ?? home + "/.local/state"
    }
}
