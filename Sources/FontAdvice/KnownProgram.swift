import FontRegistry

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

    package init(
        id: String, name: String, engine: FontEngine, words: [String] = [], executables: [String] = []
    ) {
        self.id = id
        self.name = name
        self.engine = engine
        self.words = words
        self.executables = executables
    }

    /// Whether it stands for all programs of a toolkit.
    package var isToolkit: Bool { Self.toolkits.contains { $0.id == id } }

    package var rule: String { engine.rule(for: name) }

    package var following: FontEngine.Following { engine.following }
}

extension KnownProgram {
    /// The programs that are known by name.
    package static let all: [KnownProgram] =
        toolkits + [
            .init(
                id: "firefox", name: "Firefox", engine: .gecko, words: ["librewolf"],
                executables: ["firefox", "librewolf"]),
            .init(id: "thunderbird", name: "Thunderbird", engine: .gecko, executables: ["thunderbird"]),
            .init(
                id: "libreoffice", name: "LibreOffice", engine: .libreoffice,
                words: ["soffice", "writer", "calc", "impress", "lowriter", "localc", "loimpress"],
                executables: ["soffice.bin"]),
            .init(id: "emacs", name: "Emacs", engine: .emacs, executables: ["emacs"]),
            .init(
                id: "epiphany", name: "Epiphany", engine: .webkitgtk, words: ["gnome-web"], executables: ["epiphany"]),
            .init(
                id: "code", name: "Visual Studio Code", engine: .chromium, words: ["vscode"],
                executables: ["code", "codium"]),
            .init(id: "slack", name: "Slack", engine: .chromium, executables: ["slack"]),
            .init(id: "discord", name: "Discord", engine: .chromium, executables: ["Discord", "discord"]),
            .init(
                id: "element", name: "Element", engine: .chromium, words: ["element-desktop"],
                executables: ["element-desktop"]),
            .init(
                id: "signal", name: "Signal", engine: .chromium, words: ["signal-desktop"],
                executables: ["signal-desktop"]),
            .init(id: "obsidian", name: "Obsidian", engine: .chromium, executables: ["obsidian"]),
            .init(id: "spotify", name: "Spotify", engine: .chromium, executables: ["spotify"]),
            .init(
                id: "teams", name: "Teams", engine: .chromium, words: ["teams-for-linux"],
                executables: ["teams", "teams-for-linux"]),
            // GIMP and Inkscape are programs of GTK, but GIMP looks for changed fonts itself, and Inkscape keeps the list
            // that it read when it started.
            .init(id: "gimp", name: "GIMP", engine: .gimp, executables: ["gimp"]),
            .init(id: "inkscape", name: "Inkscape", engine: .pango, executables: ["inkscape"]),
            .init(id: "scribus", name: "Scribus", engine: .scribus, executables: ["scribus"]),
            .init(id: "krita", name: "Krita", engine: .qt, executables: ["krita"]),
            .init(id: "kate", name: "Kate", engine: .qt, words: ["kwrite"], executables: ["kate", "kwrite"]),
            .init(id: "r", name: "R", engine: .r, words: ["rscript", "rstudio"], executables: ["R", "Rscript"]),
            .init(id: "kitty", name: "kitty", engine: .fontconfig, executables: ["kitty"]),
            .init(id: "foot", name: "foot", engine: .fontconfig, words: ["footclient"], executables: ["foot"]),
            .init(id: "alacritty", name: "Alacritty", engine: .fontconfig, executables: ["alacritty"]),
            .init(id: "wezterm", name: "WezTerm", engine: .fontconfig, executables: ["wezterm-gui", "wezterm"]),
            .init(id: "xterm", name: "xterm", engine: .fontconfig, executables: ["xterm"]),
            .init(id: "blender", name: "Blender", engine: .fontconfig, executables: ["blender"]),
        ] + runs

    private static let toolkits: [KnownProgram] = [
        .init(
            id: "chromium", name: "Chromium", engine: .chromium,
            words: ["chrome", "google-chrome", "brave", "electron", "edge", "vivaldi", "opera"],
            executables: ["chromium", "chrome", "brave", "msedge", "vivaldi", "opera", "electron"]),
        .init(id: "webkitgtk", name: "WebKitGTK", engine: .webkitgtk, words: ["webkit"]),
        .init(id: "java", name: "Java", engine: .java, words: ["swing", "jdk"], executables: ["java"]),
        .init(id: "gtk", name: "GTK", engine: .gtk, words: ["gtk3", "gtk4", "gnome"]),
        .init(id: "qt", name: "Qt", engine: .qt, words: ["qt5", "qt6", "kde"]),
        .init(id: "pango", name: "Pango", engine: .pango),
        .init(id: "matplotlib", name: "matplotlib", engine: .matplotlib),
        .init(id: "flatpak", name: "Flatpak", engine: .flatpak),
    ]

    /// The programs that end with their output.
    private static let runs: [KnownProgram] = [
        .init(
            id: "lualatex", name: "LuaLaTeX", engine: .run, words: ["luatex", "latex"],
            executables: ["lualatex", "luatex", "luahbtex"]),
        .init(id: "xelatex", name: "XeLaTeX", engine: .run, words: ["xetex"], executables: ["xelatex", "xetex"]),
        .init(id: "typst", name: "Typst", engine: .run, executables: ["typst"]),
        .init(id: "weasyprint", name: "WeasyPrint", engine: .run, executables: ["weasyprint"]),
        .init(
            id: "imagemagick", name: "ImageMagick", engine: .run, words: ["convert", "magick"],
            executables: ["convert", "magick"]),
        .init(id: "ghostscript", name: "Ghostscript", engine: .run, words: ["gs"], executables: ["gs"]),
        .init(id: "rsvg", name: "rsvg-convert", engine: .run, words: ["librsvg"], executables: ["rsvg-convert"]),
        .init(id: "graphviz", name: "Graphviz", engine: .run, words: ["dot"], executables: ["dot"]),
        .init(
            id: "poppler", name: "Poppler", engine: .run, words: ["pdftoppm", "pdftocairo"],
            executables: ["pdftoppm", "pdftocairo"]),
        .init(id: "ffmpeg", name: "FFmpeg", engine: .run, executables: ["ffmpeg"]),
        .init(id: "mpv", name: "mpv", engine: .run, executables: ["mpv"]),
    ]

    /// Returns the program for a word: its id, another word for it, or the name of a program file of it.
    package init?(word: String) {
        let word = word.lowercased()
        let known = Self.all.first { $0.id == word || $0.words.contains(word) } ?? Self.of(executable: word)
        guard let known else { return nil }
        self = known
    }

    /// Returns the program for a word: a known one, or else a running one.
    ///
    /// - Throws: `fileNotFound` (101) if there is no such program.
    package static func named(_ word: String, among running: [RunningProgram]) throws(FontError) -> KnownProgram {
        if let known = KnownProgram(word: word) { return known }
        guard let process = running.first(where: { $0.executable == word }) else {
            throw FontError(
                .fileNotFound,
                "No known or running program has this name. Specify the toolkit: gtk, qt, chromium or java.", file: word
            )
        }
        return KnownProgram(process) ?? KnownProgram(id: word, name: word, engine: .none)
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
            let name = running.executable
            self.init(id: name, name: name, engine: engine, executables: [name])
        } else {
            return nil
        }
    }
}
