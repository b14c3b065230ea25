public import FontModel

/// Every path the registry uses, as one value; nothing reads the environment behind its back.
///
/// The layout is that of the XDG base directories:
///
/// | path | holds |
/// | --- | --- |
/// | `<data>/fontd/` | the store |
/// | `<data>/fonts/fontd/` | what fontconfig sees of persistent registrations |
/// | `<data>/fonts/fontd-session/<runtime>/` | what fontconfig sees of session registrations |
/// | `<data>/fonts/.fontd-exec/` | the fonts of programs that `fontctl exec` runs |
/// | `<runtime>/fontd/` | which session it is |
/// | `<config>/fontd/` | what the user lets providers do |
public struct FontPaths: Sendable, Hashable {
    /// `$XDG_DATA_HOME`, else `$HOME/.local/share`.
    public var dataHome: String
    /// `$XDG_CONFIG_HOME`, else `$HOME/.config`.
    public var configHome: String
    /// `$XDG_RUNTIME_DIR`; nil where there is none, and then there is no session scope.
    public var runtimeDirectory: String?

    public init(dataHome: String, configHome: String, runtimeDirectory: String?) {
        self.dataHome = dataHome
        self.configHome = configHome
        self.runtimeDirectory = runtimeDirectory
    }

    /// The paths that an environment names.
    ///
    /// Relative values are ignored, as the XDG base directory specification asks.
    /// - Parameter environment: Variables by name: `HOME`, `XDG_DATA_HOME`, `XDG_CONFIG_HOME`, `XDG_RUNTIME_DIR`.
    /// - Throws: 301 with ``FontError/StoreFault/unavailable`` if there is neither a home nor a data home.
    public init(environment: [String: String]) throws(FontError) {
        func absolute(_ name: String) -> String? {
            environment[name].flatMap { $0.hasPrefix("/") ? Self.withoutTrailingSlash($0) : nil }
        }
        let home = absolute("HOME")
        guard let dataHome = absolute("XDG_DATA_HOME") ?? home.map({ $0 + "/.local/share" }),
            let configHome = absolute("XDG_CONFIG_HOME") ?? home.map({ $0 + "/.config" })
        else {
            throw FontError(
                .registrationFailed,
                "There is no home folder for the font store. Set HOME, or XDG_DATA_HOME and XDG_CONFIG_HOME, to an absolute path.",
                cause: .store(.unavailable, detail: "HOME is not set"))
        }
        self.init(dataHome: dataHome, configHome: configHome, runtimeDirectory: absolute("XDG_RUNTIME_DIR"))
    }

    private static func withoutTrailingSlash(_ path: String) -> String {
        path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    }

    /// The folder that holds the store.
    public var store: String { dataHome + "/fontd" }
    /// Providers, registrations, faces and the change log.
    public var database: String { store + "/registry.sqlite" }
    /// Font bytes by content hash.
    public var objects: String { store + "/objects" }
    /// Files on their way in.
    public var staging: String { store + "/staging" }
    /// The content hashes of fonts that brought down the process that checked them; deleting it has them tried again.
    public var refused: String { store + "/refused" }
    /// The counter that watchers watch.
    public var generationFile: String { store + "/generation" }
    /// What takes its place when an operation is over.
    public var nextGenerationFile: String { generationFile + ".new" }
    /// The lock that every writer takes.
    public var lock: String { store + "/lock" }
    /// The lock of the process that is to make the delayed touches of persistent registrations; other folders' have a suffix.
    public var touchLock: String { store + "/bell" }
    /// What font providers announced over the bus.
    public var announcements: String { store + "/announcements.json" }
    /// The user's font folder.
    public var userFonts: String { dataHome + "/fonts" }
    /// What fontconfig sees of persistent registrations.
    public var persistentProjection: String { userFonts + "/fontd" }
    /// The folder of everything that ends with the session.
    public var sessionRoot: String? { runtimeDirectory.map { $0 + "/fontd" } }
    /// What fontconfig sees of session registrations.
    ///
    /// In the user's font folder, since Flatpak and Firefox's content sandbox let nothing else through, and named by the
    /// runtime directory: what an ended session left can be told from what another one shows.
    public var sessionProjection: String? {
        runtimeDirectory.map { directory in
            ([userFonts, "fontd-session"] + directory.split(separator: "/").map(String.init).filter { $0 != ".." })
                .joined(separator: "/")
        }
    }
    /// What `fontctl exec` shows to one program; a folder that fontconfig passes over unless it is named.
    public var scopedFonts: String { userFonts + "/.fontd-exec" }
    /// Says which session the session registrations belong to.
    public var sessionMarker: String? { sessionRoot.map { $0 + "/session" } }
    /// What the user lets providers do; see ``PolicyFile``.
    public var policyFile: String { configHome + "/fontd/policy.json" }

    /// The folder that fontconfig sees for a scope; nil for process scope and where there is no runtime directory.
    public func projection(of scope: FontScope) -> String? {
        switch scope {
        case .process: nil
        case .session: sessionProjection
        case .persistent: persistentProjection
        }
    }
}
