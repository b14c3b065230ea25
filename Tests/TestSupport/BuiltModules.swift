import Foundation

/// The Swift modules of this build, with which tests compile programs as other packages do.
public enum BuiltModules {
    /// The arguments with which swiftc finds the modules, and those of C that they import.
    public static func arguments() throws -> [String] {
        let built = URL(filePath: Command.built).resolvingSymlinksInPath()
        let checkouts = built.appending(path: "../../checkouts").standardized
        let modules = URL(filePath: #filePath).appending(path: "../../../Modules").standardized
        func folders(in folder: URL, _ ending: String) throws -> [URL] {
            try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(ending) }
                .map { folder.appending(path: $0) }
        }
        // Those of programs for plugins are there twice.
        let maps = try
            (folders(in: built, ".build").filter { !$0.path.hasSuffix("-tool.build") } + folders(in: modules, "")
            + [
                checkouts.appending(path: "swift-system/Sources/CSystem/include"),
                checkouts.appending(path: "GRDB.swift/Sources/GRDBSQLite"),
            ])
            .map { $0.appending(path: "module.modulemap").path }
            .filter { FileManager.default.fileExists(atPath: $0) }
        let flags = try Command.run(
            "pkg-config", ["--cflags", "fontconfig", "freetype2"],
            environment: ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"]
        ).output.split(whereSeparator: \.isWhitespace).map(String.init)
        return ["-I", built.path + "/Modules"]
            + (maps.map { "-fmodule-map-file=\($0)" } + flags).flatMap { ["-Xcc", $0] }
    }

    /// Checks the types of a program, in Swift 6 mode unless flags select another.
    ///
    /// - Parameters:
    ///   - files: The paths of its source files.
    ///   - home: The home that has the compiler's cache.
    ///   - flags: Further flags of the compiler.
    public static func check(_ files: [String], in home: PrivateHome, flags: [String] = []) throws -> Command.Result {
        try Command.run(
            "swiftc",
            ["-typecheck", "-swift-version", "6", "-module-cache-path", home.root + "/cache/modules"]
                + arguments() + flags + files,
            environment: home.environment)
    }
}
