/// Programs that run the code of other programs.
package enum Interpreters {
    /// Whether a provider is a program that runs other programs' code, such as `/usr/bin/python3.11`.
    ///
    /// A permission for an interpreter would apply to every script.
    /// - Parameter provider: A provider's id; only absolute paths are programs.
    package static func contains(_ provider: String) -> Bool {
        guard provider.hasPrefix("/"), let file = provider.split(separator: "/").last?.lowercased() else {
            return false
        }
        // The loader runs any program, and an emulator runs any program of another machine.
        if file.hasPrefix("ld-linux") || file.hasPrefix("ld.so") || file.hasPrefix("qemu-") { return true }
        var name = file[...]
        while let last = name.last, last.isNumber || last == "." || last == "-" { name = name.dropLast() }
        // For names such as perl5.36-x86_64-linux-gnu.
        let numbered = file.prefix { !$0.isNumber }
        return names.contains(String(name)) || (numbered != file[...] && names.contains(String(numbered)))
    }

    /// Returns the reason why an interpreter may not manage fonts, with an alternative.
    package static func advice(_ provider: String) -> Message {
        "\(provider) is an interpreter: every program that it runs could manage fonts. Start the program as a separate unit, for example with systemd-run --user --unit NAME, and allow NAME.service."
    }

    private static let names: Set<String> = [
        "awk", "bash", "bun", "busybox", "dash", "deno", "dotnet", "electron", "env", "fish", "gawk", "gjs",
        "gjs-console", "guile", "java", "julia", "ksh", "lua", "luajit", "mawk", "mono", "mono-sgen", "node", "nodejs",
        "octave", "perl", "php", "pwsh", "pypy", "python", "qml", "qmlscene", "r", "rscript", "ruby", "sh", "swift",
        "swift-frontend", "tclsh", "wine", "wish", "zsh",
    ]
}
