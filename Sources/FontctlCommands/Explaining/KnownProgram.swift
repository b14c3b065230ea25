import FontRegistry

/// A program, or the programs of a toolkit, of which it is known when they show a font that was registered, replaced or
/// disabled while they run.
///
/// The values are measured: `docs/reach.md` has the table, which `make reach` writes. Emacs, which reads the fonts once,
/// was measured by hand.
enum KnownProgram: String, Sendable, CaseIterable {
    case chromium, firefox, webkitgtk, libreoffice, java, emacs, gtk, qt, pango, matplotlib, lualatex, flatpak

    /// The time at which a running program shows a change.
    enum Following: String, Sendable {
        /// When it is started again: it reads the fonts once.
        case restart
        /// Within half a minute.
        case polling
        /// Within seconds if the desktop's settings daemon or the desktop helper reports new fonts, otherwise when it is
        /// started again.
        case settingsDaemon = "settings-daemon"
        /// When its own list of fonts is made anew.
        case ownList = "own-list"
        /// With every run, as it does not keep running.
        case everyRun = "every-run"
    }

    var following: Following {
        switch self {
        case .chromium, .webkitgtk, .libreoffice, .java, .emacs, .qt, .pango, .flatpak: .restart
        case .firefox: .polling
        case .gtk: .settingsDaemon
        case .matplotlib: .ownList
        case .lualatex: .everyRun
        }
    }

    /// The name for people.
    var name: String {
        switch self {
        case .chromium: "Chromium"
        case .firefox: "Firefox"
        case .webkitgtk: "WebKitGTK"
        case .libreoffice: "LibreOffice"
        case .java: "Java"
        case .emacs: "Emacs"
        case .gtk: "GTK"
        case .qt: "Qt"
        case .pango: "Pango"
        case .matplotlib: "matplotlib"
        case .lualatex: "LuaLaTeX"
        case .flatpak: "Flatpak"
        }
    }

    /// The time at which the program shows a new font, as a sentence.
    var rule: String {
        switch following {
        case .restart:
            "\(name) programs read the fonts when they start: a running one shows the change after a restart."
        case .polling: "\(name) looks for changed fonts itself: it shows the change within half a minute."
        case .settingsDaemon:
            "\(name) programs show the change within seconds if GNOME's settings daemon or fontd's desktop helper runs, otherwise, and with GTK 4 on Wayland, after a restart."
        case .ownList: "\(name) keeps a list of fonts of its own, which it does not make anew for a change."
        case .everyRun: "\(name) finds the fonts anew with every run."
        }
    }

    /// The other words for it on a command line.
    private var synonyms: [String] {
        switch self {
        case .chromium: ["chrome", "google-chrome", "brave", "electron", "edge", "vivaldi"]
        case .firefox: ["firefox-esr"]
        case .webkitgtk: ["webkit", "epiphany"]
        case .libreoffice: ["soffice", "writer"]
        case .gtk: ["gtk3", "gtk4", "gnome"]
        case .qt: ["qt5", "qt6", "kde"]
        case .lualatex: ["luatex", "latex"]
        case .java, .emacs, .pango, .matplotlib, .flatpak: []
        }
    }

    /// The names of its program files, which another word may follow after a dash; empty for a toolkit.
    private var executables: [String] {
        switch self {
        case .chromium: ["chromium", "chrome", "brave", "msedge", "vivaldi", "electron", "code"]
        case .firefox: ["firefox"]
        case .libreoffice: ["soffice.bin"]
        case .java: ["java"]
        case .emacs: ["emacs"]
        case .webkitgtk, .gtk, .qt, .pango, .matplotlib, .lualatex, .flatpak: []
        }
    }

    /// - Returns: Nil for a word that stands for no known program.
    init?(word: String) {
        let word = word.lowercased()
        guard let known = Self.allCases.first(where: { $0.rawValue == word || $0.synonyms.contains(word) }) else {
            return nil
        }
        self = known
    }

    /// Whether a process runs the program.
    func runs(_ program: RunningProgram) -> Bool { isFile(named: program.executable) }

    /// Whether a file with a name is one of the program's.
    private func isFile(named name: String) -> Bool {
        executables.contains { name == $0 || name.hasPrefix($0 + "-") }
    }

    /// Whether a file with a name is that of any known program.
    static func knows(_ name: String) -> Bool { allCases.contains { $0.isFile(named: name) } }
}

extension [RunningProgram] {
    /// Returns the running programs that started before a change and read fonts only when they start, without the
    /// processes that they started themselves.
    ///
    /// - Parameter known: The programs to look for.
    func toRestart(
        since changedAt: Double, among known: [KnownProgram] = KnownProgram.allCases
    ) -> [RunningProgram] {
        let known = known.filter { $0.following == .restart }
        let affected = filter { program in program.startedAt < changedAt && known.contains { $0.runs(program) } }
        let executables = [Int32: String](
            affected.map { ($0.user.processIdentifier, $0.executable) }, uniquingKeysWith: { first, _ in first })
        return affected.filter { executables[$0.parent] != $0.executable }
            .sorted { $0.user.processIdentifier < $1.user.processIdentifier }
    }

    /// The programs with their process ids, on one line.
    var listText: String { map { "\($0.user.program) (pid \($0.user.processIdentifier))" }.joined(separator: ", ") }
}
