extension FontPolicy {
    /// Whether a provider is a program that runs other programs' code, such as `/usr/bin/python3.11`, so that what is allowed
    /// to it is allowed to every script.
    ///
    /// - Parameter provider: A provider's id; only absolute paths are programs.
    public static func isInterpreter(_ provider: String) -> Bool {
        guard provider.hasPrefix("/"), let file = provider.split(separator: "/").last else { return false }
        var name = file[...]
        while let last = name.last, last.isNumber || last == "." || last == "-" { name = name.dropLast() }
        return interpreters.contains(name.lowercased())
    }

    /// Why no interpreter manages fonts, and what can be done instead.
    package static func interpreterAdvice(_ provider: String) -> String {
        "\(provider) runs the programs of others: all of them could manage fonts. Start the one program as a unit of its own, as with systemd-run --user --unit NAME, and allow NAME.service."
    }

    private static let interpreters: Set<String> = [
        "bash", "busybox", "dash", "dotnet", "electron", "env", "fish", "gjs", "gjs-console", "guile", "java", "julia",
        "ksh", "lua", "luajit", "mono", "mono-sgen", "node", "nodejs", "octave", "perl", "php", "pypy", "python", "qml",
        "qmlscene", "r", "rscript", "ruby", "sh", "swift", "tclsh", "wine", "wish", "zsh",
    ]
}
