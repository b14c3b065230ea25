import FontRegistry

/// The command that extracts fonts from a packed file that was rejected.
package enum PackedFile {
    /// - Parameters:
    ///   - path: The file of the error.
    ///   - words: The words of the command that registers, before the file.
    /// - Returns: A shell command; nil for another error, or if no common program unpacks such a file.
    package static func command(
        for error: FontError, at path: String, by words: [String] = ["fontctl", "register"]
    ) -> String? {
        guard path.hasPrefix("/"), error.code == .unrecognizedFormat || error.code == .exceededResourceLimit else {
            return nil
        }
        if let archive = FontFile.archive(at: path) { return unpack(path, archive, by: words) }
        guard error.code == .unrecognizedFormat, isWebFont(path) else { return nil }
        return ShellWords.line(words + (words.contains("--unwrap") ? [] : ["--unwrap"]) + [path])
    }

    /// Returns the command that registers the fonts of a packed file that another command refused.
    package static func registration(for error: FontError, of path: String) -> String? {
        let isFound = error.code == .unrecognizedFormat && path.hasPrefix("/") && isReadable(path) && holdsFonts(path)
        return isFound ? ShellWords.line(["fontctl", "register", path]) : command(for: error, at: path)
    }

    /// Whether `register` finds fonts in an archive.
    private static func holdsFonts(_ path: String) -> Bool {
        FoundFonts(at: [path]).items.contains { if case .archived = $0.kind { true } else { false } }
    }

    /// Whether `register` reads a file as an archive.
    package static func isReadable(_ path: String) -> Bool {
        FontFile.archive(at: path)?.isReadable(at: path) == true
    }

    /// Whether a file is a font packed for the web.
    package static func isWebFont(_ path: String) -> Bool {
        switch try? FontFile.format(at: path) {
        case .woff, .woff2: true
        default: false
        }
    }

    private static func unpack(_ path: String, _ archive: ArchiveFormat, by words: [String]) -> String? {
        let folder = stem(path)
        let unpacking: String
        switch archive {
        case .zip: unpacking = ShellWords.line(["unzip", path, "-d", folder])
        case .sevenZip: unpacking = ShellWords.line(["7z", "x", path, "-o" + folder])
        case .rar: unpacking = ShellWords.line(["unrar", "x", path, folder + "/"])
        case .debian: unpacking = ShellWords.line(["dpkg-deb", "--extract", path, folder])
        case .tar, .gzip, .bzip2, .xz, .zstd:
            // tar cannot extract a compressed file that is not an archive.
            guard archive == .tar || ArchiveFormat.isCompressedTar(path) else { return nil }
            unpacking =
                "\(ShellWords.line(["mkdir", "-p", folder])) && \(ShellWords.line(["tar", "-xf", path, "-C", folder]))"
        }
        return "\(unpacking) && \(ShellWords.line(words + [folder]))"
    }

    /// Returns the archive of a font that a report names by the archive's path and the path within it, or else the path.
    package static func file(_ path: String) -> String {
        FontFile.archive(at: path) == nil ? FontFile.archive(holding: path) ?? path : path
    }

    /// Returns the path without its extension; the result always differs from the path.
    private static func stem(_ path: String) -> String {
        let start = path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex
        let name = path[start...]
        guard let end = name.dropFirst().firstRange(of: ".tar")?.lowerBound ?? name.dropFirst().lastIndex(of: ".")
        else { return path + "-unpacked" }
        return String(path[..<end])
    }
}
