import FontModel

/// A store with the folders by which the environments of processes name it.
struct SeenStore {
    private let isOfAllUsers: Bool
    private let dataHome: String
    private let home: String?

    init(_ paths: FontPaths) {
        isOfAllUsers = paths.isOfAllUsers
        dataHome = FontPaths.normal(paths.dataHome)
        home = paths.home.map(FontPaths.normal)
    }

    /// Whether a process searches the fonts of the store, according to the environment with which it was started.
    ///
    /// A process whose environment cannot be read belongs to another user or is protected, and does not count.
    func isSeen(by process: Int32) -> Bool {
        if isOfAllUsers { return true }
        let environment = UserProcesses.contents(of: process, "environ")
        func value(of name: String) -> String? {
            // A relative path names no folder.
            guard let path = Self.value(of: name, in: environment), path.hasPrefix("/") else { return nil }
            return FontPaths.normal(path)
        }
        let (data, ownHome) = (value(of: "XDG_DATA_HOME"), value(of: "HOME"))
        if (data ?? ownHome.map { FontPaths.normal($0 + "/.local/share") }) == dataHome { return true }
        guard let home else { return false }
        // Flatpaks have a folder for data of their own, and snaps a home. They see the user's fonts.
        if ownHome == home, let data, data.hasPrefix(home + "/.var/app/") { return true }
        return value(of: "SNAP_REAL_HOME") == home || ownHome?.hasPrefix(home + "/snap/") ?? false
    }

    /// Returns the value of the first variable of a name, among variables that end with a zero byte.
    private static func value(of name: String, in environment: [UInt8]) -> String? {
        let key = Array((name + "=").utf8)
        var start = 0
        while start < environment.count {
            let end = environment[start...].firstIndex(of: 0) ?? environment.count
            if end - start >= key.count, environment[start..<start + key.count].elementsEqual(key) {
                return String(decoding: environment[start + key.count..<end], as: UTF8.self)
            }
            start = end + 1
        }
        return nil
    }
}
