public import FontModel
import Glibc

/// The paths that the registry uses; no other code reads them from the environment.
///
/// The layout follows the XDG base directories:
///
/// | path | contents |
/// | --- | --- |
/// | `<data>/fontd/` | the store |
/// | `<data>/fonts/fontd/` | the projection of persistent registrations |
/// | `<data>/fonts/fontd-session/<runtime>/` | the projection of session registrations |
/// | `<data>/fonts/.fontd-exec/` | the fonts of programs that `fontctl exec` runs |
/// | `<runtime>/fontd/` | the marker of the session |
/// | `<config>/fontd/` | the user's policy for providers |
/// | `<config>/fontconfig/conf.d/70-fontd.conf` | the rules for hidden files and fonts |
/// | `<data>/user-tmpfiles.d/fontd-hidden.conf` | the rules that remove hidden files at login |
/// | `<cache>/fontd/facts` | what lists remember of font files |
///
/// The fonts of all users have ``system``: a store in `/var/lib/fontd/`, a projection in
/// `/usr/local/share/fonts/fontd/`, rules in `/etc/fonts/conf.d/`, and a policy in `/etc/fontd/` that applies below each
/// user's own.
public struct FontPaths: Sendable, Hashable {
    /// `$XDG_DATA_HOME`, else `$HOME/.local/share`.
    public let dataHome: String
    /// `$XDG_CONFIG_HOME`, else `$HOME/.config`.
    public let configHome: String
    /// `$XDG_RUNTIME_DIR`, or nil if there is none; then there is no session scope.
    public var runtimeDirectory: String?
    /// The user's home, which has the older font folder `.fonts`; nil if there is none.
    public var home: String?
    /// `$XDG_CACHE_HOME`, else `$HOME/.cache`, where lists remember facts of fonts; nil to remember none.
    public var cacheHome: String?
    /// The file with the administrator's policy for all users, below the user's own; nil if there is none.
    package var machinePolicy: String?
    /// The only user who may change the store of all users; nil for a user's own store.
    package let administrator: UInt32?

    /// The folder of the store.
    public let store: String
    /// The folder of font bytes by content hash.
    package let objects: String
    /// The folder of the texts of licences that came with fonts in archives and folders.
    package let licenses: String
    /// The folder of the bytes of unregistered fonts, which are kept to undo the operation.
    package let removed: String
    /// The folder of files that are being registered.
    package let staging: String
    /// The file with the content hashes of fonts on which a worker failed; if it is deleted, they are checked again.
    package let refused: String
    /// The file with the generation, for watchers.
    package let generationFile: String
    /// The file that replaces the generation file at the end of an operation.
    package let nextGenerationFile: String
    /// The lock that every writer takes.
    package let lock: String
    /// The lock of the process that makes the delayed touches of persistent registrations; locks of other folders have
    /// a suffix.
    package let touchLock: String
    /// The font folder of the user, or that of all users.
    public let userFonts: String
    /// The folder in which fontconfig finds persistent registrations.
    public let persistentProjection: String
    /// The folder of the fonts of all sessions.
    package let sessionFonts: String
    /// The file with the rules that hide fonts from programs; see `RejectRules`.
    package let rejectRules: String
    /// The folder and the file of fontconfig's rules that the user's configuration includes once they exist.
    package let fontconfigPlaces: [String]
    /// The file with the rules that remove hidden fonts at login, see `RejectRules`; nil in the store of all users.
    package let loginRules: String?
    /// The file with the user's policy for providers; see `PolicyFile`.
    public let policyFile: String

    /// Whether these are the paths of the user who runs the tests of this process, whose store tests do not change.
    package internal(set) var areOfTestRunner = false

    /// The paths of the fonts of all users, which root registers.
    public static let system = FontPaths(
        dataHome: "/var/lib", configHome: "/etc", fontFolder: "/usr/local/share/fonts",
        ruleFolder: "/etc/fonts/conf.d", administrator: 0)

    public init(dataHome: String, configHome: String, runtimeDirectory: String?) {
        self.init(dataHome: dataHome, configHome: configHome)
        self.runtimeDirectory = runtimeDirectory
    }

    /// Creates the paths that follow from the folders, without a session scope.
    ///
    /// - Parameters:
    ///   - fontFolder: The folder for fonts; nil for `<data>/fonts`.
    ///   - ruleFolder: The folder of fontconfig's rules; nil for `<config>/fontconfig/conf.d`.
    ///   - administrator: The only user who may change a store of all users; nil for a user's own store.
    package init(
        dataHome: String, configHome: String, fontFolder: String? = nil, ruleFolder: String? = nil,
        administrator: UInt32? = nil
    ) {
        self.dataHome = dataHome
        self.configHome = configHome
        self.administrator = administrator
        store = dataHome + "/fontd"
        objects = store + "/objects"
        licenses = store + "/licenses"
        removed = store + "/removed"
        staging = store + "/staging"
        refused = store + "/refused"
        generationFile = store + "/generation"
        nextGenerationFile = generationFile + ".new"
        lock = store + "/lock"
        touchLock = store + "/bell"
        userFonts = fontFolder ?? dataHome + "/fonts"
        persistentProjection = userFonts + "/fontd"
        sessionFonts = userFonts + "/fontd-session"
        let ruleFolder = ruleFolder ?? configHome + "/fontconfig/conf.d"
        rejectRules = ruleFolder + "/70-fontd.conf"
        fontconfigPlaces = [ruleFolder] + (administrator == nil ? [configHome + "/fontconfig/fonts.conf"] : [])
        loginRules = administrator == nil ? dataHome + "/user-tmpfiles.d/fontd-hidden.conf" : nil
        policyFile = configHome + "/fontd/policy.json"
    }

    /// Creates the paths from environment variables.
    ///
    /// Relative values are ignored, as the XDG Base Directory Specification requires.
    /// - Parameter environment: The variables by name: `HOME`, `XDG_DATA_HOME`, `XDG_CONFIG_HOME`, `XDG_CACHE_HOME`,
    ///   `XDG_RUNTIME_DIR`.
    /// - Throws: `FontError` with code ``FontError/Code/registrationFailed`` (301) and
    ///   ``FontError/StoreFault/unavailable`` if the data or configuration folder has no path.
    public init(environment: [String: String]) throws(FontError) {
        func absolute(_ name: String) -> String? {
            environment[name].flatMap { $0.hasPrefix("/") ? Self.normal($0) : nil }
        }
        let home = absolute("HOME")
        // The home of a container's user may be the root.
        func inHome(_ name: String) -> String? { home.map { Self.normal($0 + "/" + name) } }
        guard let dataHome = absolute("XDG_DATA_HOME") ?? inHome(".local/share"),
            let configHome = absolute("XDG_CONFIG_HOME") ?? inHome(".config")
        else { throw .noHome }
        self.init(dataHome: dataHome, configHome: configHome)
        runtimeDirectory = absolute("XDG_RUNTIME_DIR")
        self.home = home
        cacheHome = absolute("XDG_CACHE_HOME") ?? inHome(".cache")
        machinePolicy = Self.system.policyFile
    }

    /// Returns an absolute path without empty parts and `.`, as fontconfig has it.
    package static func normal(_ path: String) -> String {
        if isNormal(path) { return path }
        let parts = path.split(separator: "/").filter { $0 != "." }
        return "/" + parts.joined(separator: "/")
    }

    /// Whether an absolute path has neither empty parts nor `.`, as nearly all paths.
    private static func isNormal(_ path: String) -> Bool {
        var length = 0
        var isDot = false
        for (place, byte) in path.utf8.enumerated() {
            if byte != UInt8(ascii: "/") {
                guard place > 0 else { return false }
                length += 1
                isDot = length == 1 && byte == UInt8(ascii: ".")
            } else {
                guard place == 0 || length > 0, !isDot else { return false }
                length = 0
            }
        }
        return length > 0 && !isDot
    }

    /// The variables that name base folders.
    package static let variables = ["HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_RUNTIME_DIR"]

    /// Returns the variable that moves a path to another folder.
    ///
    /// - Parameter value: Returns the value of a variable.
    package static func variable(
        of path: String, value: (String) -> String? = { getenv($0).map { String(cString: $0) } }
    ) -> String {
        let folders = [("XDG_DATA_HOME", ".local/share"), ("XDG_CONFIG_HOME", ".config"), ("XDG_CACHE_HOME", ".cache")]
        let lengths = folders.map { name, inHome in
            let set = value(name).flatMap { $0.hasPrefix("/") ? $0 : nil }
            guard let folder = (set ?? value("HOME").map { $0 + "/" + inHome }).map(normal) else { return -1 }
            return path == folder || path.hasPrefix(folder + "/") ? folder.utf8.count : -1
        }
        // The innermost of them; the store is in the first one.
        let place = lengths.indices.reduce(0) { lengths[$1] > lengths[$0] ? $1 : $0 }
        return folders[place].0
    }

    /// Returns a sentence for each variable that is ignored because it is not an absolute path.
    ///
    /// - Parameter environment: The variables by name.
    package static func ignoredVariables(in environment: [String: String]) -> [Message] {
        variables.compactMap { name -> Message? in
            guard let value = environment[name], !value.isEmpty, !value.hasPrefix("/") else { return nil }
            return "\(name) is “\(value)”, which is not an absolute path, and is ignored. Set it to an absolute path."
        }
    }

    /// The database with providers, registrations, faces and the change log, or its copy for users who may not change
    /// the store.
    package var database: String { isReadOnly ? publishedDatabase : store + "/registry.sqlite" }
    /// The copy of the database that all users read; only the store of all users has one.
    ///
    /// The database itself is closed to them, since a user who may read it may lock it, which would stop all writers.
    package var publishedDatabase: String { store + "/published.sqlite" }
    /// The copy that replaces the published one at the end of an operation.
    package var nextPublishedDatabase: String { publishedDatabase + ".new" }
    /// The file with the font names that providers announced over the bus.
    package var announcements: String { store + "/announcements.json" }
    /// The folders in which users and other font managers put fonts.
    package var handFolders: [String] { [userFonts] + (home.map { [Self.normal($0 + "/.fonts")] } ?? []) }
    /// The folder of files that end with the session.
    package var sessionRoot: String? { runtimeDirectory.map { $0 + "/fontd" } }
    /// The folder in which fontconfig finds session registrations.
    ///
    /// It is in the user's font folder, since Flatpak and Firefox's content sandbox allow access to no other one. Its
    /// name contains the runtime directory, which separates files of an ended session from those of another one.
    public var sessionProjection: String? { runtimeDirectory.map(sessionFolder(of:)) }
    /// Returns the folder in which fontconfig finds the session registrations of a runtime directory.
    package func sessionFolder(of directory: String) -> String {
        ([sessionFonts] + directory.split(separator: "/").map(String.init).filter { $0 != ".." })
            .joined(separator: "/")
    }
    /// The folder of fonts that `fontctl exec` shows to one program, which fontconfig skips unless it is named.
    package var scopedFonts: String { userFonts + "/.fontd-exec" }
    /// The desktop's trash; see ``DesktopTrash``.
    package var trash: String { dataHome + "/Trash" }
    /// The file that identifies the session of the session registrations.
    package var sessionMarker: String? { sessionRoot.map { $0 + "/session" } }

    /// Returns the folder that fontconfig sees for a scope, or nil for process scope and if there is no runtime
    /// directory.
    public func projection(of scope: FontScope) -> String? {
        switch scope {
        case .process: nil
        case .session: sessionProjection
        case .persistent: persistentProjection
        }
    }
}

extension FontPaths {
    /// Whether a path is in the user's home, or is the data or configuration folder.
    package func isInHome(_ path: String) -> Bool {
        home.map { path.hasPrefix($0 == "/" ? $0 : $0 + "/") } ?? false || path == dataHome || path == configHome
    }

    /// Whether this is the store of all users, which all of them read.
    package var isOfAllUsers: Bool { administrator != nil }

    /// Whether this process may only read the store.
    package var isReadOnly: Bool { administrator.map { $0 != geteuid() } ?? false }

    /// Whether a path is in the store or among its persistent fonts.
    func contain(_ path: String) -> Bool {
        [store, persistentProjection].contains { path == $0 || path.hasPrefix($0 + "/") }
    }

    /// Returns the name of a user, or `#` and the number, as `sudo -u` takes it, for a user without a name.
    package static func name(of user: UInt32) -> String {
        getpwuid(user).map { String(cString: $0.pointee.pw_name) } ?? "#\(user)"
    }

    /// Returns the home folder of a user; nil for a user without an entry.
    package static func home(of user: UInt32) -> String? {
        getpwuid(user).map { String(cString: $0.pointee.pw_dir) }
    }

    /// Whether a folder is the store's folder, under any path.
    package func belong(toStore folder: String) -> Bool {
        folder == store || Fingerprint.Identity(of: folder).map { $0 == Fingerprint.Identity(of: store) } ?? false
    }
}

extension FontError {
    /// The error for an environment without a home.
    package static let noHome = FontError(
        .registrationFailed,
        "There is no home folder for the font store. Set HOME, or XDG_DATA_HOME and XDG_CONFIG_HOME, to an absolute path.",
        cause: .store(.unavailable, detail: "HOME is not set"))
}
