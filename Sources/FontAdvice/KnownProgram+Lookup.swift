import FontRegistry
import Foundation
import SystemPackage

extension KnownProgram {
    /// Returns the program that a word or a path means: a known one, a running one, or else one whose libraries tell how it
    /// finds fonts.
    ///
    /// - Parameters:
    ///   - word: An id, another word, the name of a program file, or the path of one.
    ///   - running: Returns the running programs.
    ///   - folders: The folders of program files, as in `PATH`.
    ///   - absolute: Returns the absolute path for a typed one.
    /// - Throws: `fileNotFound` (101) if there is no such program.
    package static func found(
        _ word: String, among running: () -> [RunningProgram], in folders: String?,
        absolute: (String) throws(FontError) -> String = { path in path }
    ) throws(FontError) -> KnownProgram {
        if !word.contains("/"), let known = KnownProgram(word: word) { return known }
        let name = word.split(separator: "/").last.map(String.init) ?? word
        let running = running().first { $0.executable == name }
        if !word.contains("/"), let running, let found = KnownProgram(running) { return found }
        let path = word.contains("/") ? try absolute(word) : word
        guard let file = file(ofProgram: path, in: folders ?? "/usr/local/bin:/usr/bin:/bin") else {
            guard running != nil else {
                throw FontError(
                    .fileNotFound,
                    "No program with this name is running or in the folders of PATH. Specify the path of its file, or the toolkit: gtk, qt, chromium, java.",
                    file: word)
            }
            return KnownProgram(name, name, .none)
        }
        let real = realpath(file, nil).map { path in
            defer { free(path) }
            return String(cString: path)
        }
        let place = real ?? file
        let realName = place.split(separator: "/").last.map(String.init) ?? name
        if let known = of(executable: name) ?? KnownProgram(word: realName) { return known }
        return KnownProgram(name, name, engine(of: place))
    }

    /// Returns the engine of a program file by its libraries, and by the files beside it, which Chromium's have.
    private static func engine(of file: String) -> FontEngine {
        guard let libraries = SharedLibraries(of: file)?.names else { return .none }
        let folder = FilePath(file).removingLastComponent().string
        let beside = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        let data = beside.filter { $0.hasSuffix(".pak") || $0.hasSuffix(".bin") }
        return FontEngine(files: libraries.union(data)) ?? .none
    }

    /// Returns the path of a program's file, as a shell finds it; nil if there is none.
    private static func file(ofProgram word: String, in folders: String) -> String? {
        if word.contains("/") { return access(word, R_OK) == 0 && !AbsolutePath.isFolder(word) ? word : nil }
        return folders.split(separator: ":").map { "\($0)/\(word)" }
            .first { access($0, X_OK) == 0 && !AbsolutePath.isFolder($0) }
    }
}
