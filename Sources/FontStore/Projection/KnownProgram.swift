package import FontModel

/// A program, or the programs of a toolkit, of which it is known how it finds fonts.
package struct KnownProgram: Sendable, Hashable {
    /// The word for it on a command line.
    package var id: String
    /// The name for people.
    package var name: String
    package var engine: FontEngine
    /// The other words for it.
    package var words: [String]
    /// The names of its program files, which another word may follow after a dash; empty for a toolkit.
    package var executables: [String]

    /// - Parameter executables: The names of its program files; nil if there is one with the name of the id.
    package init(
        _ id: String, _ name: String, _ engine: FontEngine, words: [String] = [], executables: [String]? = nil
    ) {
        self.id = id
        self.name = name
        self.engine = engine
        self.words = words
        self.executables = executables ?? [id]
    }

    /// Whether it stands for all programs of a toolkit.
    package var isToolkit: Bool { Self.toolkits.contains { $0.id == id } }

    /// The time at which the program shows a change, as a sentence.
    package var rule: Message {
        switch following {
        case .restart: "\(name) reads the fonts when it starts. If it is running, restart it to see the change."
        case .polling: "\(name) checks for changed fonts itself: it shows the change in about 30 s."
        case .seconds: "\(name) follows changes by fontd's plugin for Qt: it shows the change within seconds."
        case .settingsDaemon:
            "\(name) shows the change within seconds if GNOME's settings daemon or fontd's desktop helper runs. Otherwise, and with GTK 4 on Wayland, it shows the change after a restart."
        case .ownList: "\(name) keeps its own list of fonts, and does not update it after a change."
        case .everyRun: "\(name) reads the fonts each time it runs."
        case .unknown:
            "fontd cannot determine how \(name) finds fonts. If a change does not appear, restart \(name)."
        }
    }

    package var following: ExplainedFont.Following { engine.following }

    /// The programs that are known by name.
    package static let all: [KnownProgram] =
        toolkits + [
            .init("firefox", "Firefox", .gecko, words: ["librewolf"], executables: ["firefox", "librewolf"]),
            .init("thunderbird", "Thunderbird", .gecko),
            .init(
                "libreoffice", "LibreOffice", .libreoffice,
                words: ["soffice", "writer", "calc", "impress", "lowriter", "localc", "loimpress"],
                executables: ["soffice.bin"]),
            .init("emacs", "Emacs", .emacs),
            .init("epiphany", "Epiphany", .webkitgtk, words: ["gnome-web"]),
            .init("code", "Visual Studio Code", .chromium, words: ["vscode"], executables: ["code", "codium"]),
            .init("slack", "Slack", .chromium),
            .init("discord", "Discord", .chromium, executables: ["Discord", "discord"]),
            .init("element", "Element", .chromium, words: ["element-desktop"], executables: ["element-desktop"]),
            .init("signal", "Signal", .chromium, words: ["signal-desktop"], executables: ["signal-desktop"]),
            .init("obsidian", "Obsidian", .chromium),
            .init("spotify", "Spotify", .chromium),
            .init("teams", "Teams", .chromium, words: ["teams-for-linux"], executables: ["teams", "teams-for-linux"]),
            // GIMP and Inkscape are programs of GTK, but GIMP looks for changed fonts itself, and Inkscape keeps the list
            // that it read when it started.
            .init("gimp", "GIMP", .gimp),
            .init("inkscape", "Inkscape", .pango),
            .init("scribus", "Scribus", .scribus),
            .init("krita", "Krita", .qt),
            .init("kate", "Kate", .qt, words: ["kwrite"], executables: ["kate", "kwrite"]),
            .init("r", "R", .r, words: ["rscript", "rstudio"], executables: ["R", "Rscript"]),
            .init("kitty", "kitty", .fontconfig),
            .init("foot", "foot", .fontconfig, words: ["footclient"]),
            .init("alacritty", "Alacritty", .fontconfig),
            .init("wezterm", "WezTerm", .fontconfig, executables: ["wezterm-gui", "wezterm"]),
            .init("xterm", "xterm", .fontconfig),
            .init("blender", "Blender", .fontconfig),
        ] + runs

    private static let toolkits: [KnownProgram] = [
        .init(
            "chromium", "Chromium", .chromium,
            words: ["chrome", "google-chrome", "brave", "electron", "edge", "vivaldi", "opera"],
            executables: ["chromium", "chrome", "brave", "msedge", "vivaldi", "opera", "electron"]),
        .init("webkitgtk", "WebKitGTK", .webkitgtk, words: ["webkit"], executables: []),
        .init("java", "Java", .java, words: ["swing", "jdk"]),
        .init("gtk", "GTK", .gtk, words: ["gtk3", "gtk4", "gnome"], executables: []),
        .init("qt", "Qt", .qt, words: ["qt5", "qt6", "kde"], executables: []),
        .init("pango", "Pango", .pango, executables: []),
        .init("matplotlib", "matplotlib", .matplotlib, executables: []),
        .init("flatpak", "Flatpak", .flatpak, executables: []),
    ]

    /// The programs that end with their output.
    private static let runs: [KnownProgram] = [
        .init(
            "lualatex", "LuaLaTeX", .run, words: ["luatex", "latex"], executables: ["lualatex", "luatex", "luahbtex"]),
        .init("xelatex", "XeLaTeX", .run, words: ["xetex"], executables: ["xelatex", "xetex"]),
        .init("typst", "Typst", .run),
        .init("weasyprint", "WeasyPrint", .run),
        .init("imagemagick", "ImageMagick", .run, words: ["convert", "magick"], executables: ["convert", "magick"]),
        .init("ghostscript", "Ghostscript", .run, words: ["gs"], executables: ["gs"]),
        .init("rsvg", "rsvg-convert", .run, words: ["librsvg"], executables: ["rsvg-convert"]),
        .init("graphviz", "Graphviz", .run, words: ["dot"], executables: ["dot"]),
        .init("poppler", "Poppler", .run, words: ["pdftoppm", "pdftocairo"], executables: ["pdftoppm", "pdftocairo"]),
        .init("ffmpeg", "FFmpeg", .run),
        .init("mpv", "mpv", .run),
    ]

    /// Returns the program for a word: its id, another word for it, or the name of a program file of it.
    package init?(word: String) {
        let word = word.lowercased()
        guard let known = Self.all.first(where: { $0.id == word || $0.words.contains(word) }) ?? .of(executable: word)
        else { return nil }
        self = known
    }

    /// Returns the program for a word: a known one, or else a running one.
    ///
    /// - Throws: `fileNotFound` (101) if there is no such program.
    package static func named(
        _ word: String, among running: @autoclosure () -> [RunningProgram]
    ) throws(FontError) -> KnownProgram {
        if let known = KnownProgram(word: word) { return known }
        guard let process = running().first(where: { $0.executable == word }) else {
            throw FontError(
                .fileNotFound,
                "No known or running program has this name. Specify the toolkit: gtk, qt, chromium or java.", file: word
            )
        }
        return KnownProgram(process) ?? KnownProgram(word, word, .none)
    }

    /// Returns the program with a program file of a name.
    package static func of(executable name: String) -> KnownProgram? {
        all.first { program in
            program.executables.contains { name == $0 || name.hasPrefix($0 + "-") || name == $0 + ".bin" }
        }
    }

    /// Returns the program that a process runs; nil if it shows no fonts, as far as its files tell.
    package init?(_ running: RunningProgram) {
        // A program that notifies others of changed fonts shows no text itself.
        guard !running.notifiesPrograms else { return nil }
        let engine = FontEngine(files: running.libraries)
        if var known = Self.of(executable: running.executable) {
            if known.engine == .qt, engine == .qtPlugin { known.engine = .qtPlugin }
            self = known
        } else if let engine, !running.executable.isEmpty {
            self.init(running.executable, running.executable, engine)
        } else {
            return nil
        }
    }
}
