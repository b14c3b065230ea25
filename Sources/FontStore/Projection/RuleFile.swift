import CLinux
import FontModel
import Glibc

/// A file with rules of fontd in a folder that other programs read.
enum RuleFile {
    /// Whether there are files with rules, which a change may have to remove; also if that cannot be determined.
    static func arePresent(_ paths: FontPaths) -> Bool {
        [paths.rejectRules, paths.loginRules].compactMap(\.self).contains { path in
            var status = stat()
            return lstat(path, &status) == 0 || errno != ENOENT && errno != ENOTDIR
        }
    }

    /// Whether something at a path was not written by fontd, which neither replaces nor removes it; also if that cannot be
    /// determined.
    ///
    /// A link there is the user's, who keeps the file elsewhere. A power failure may leave a beginning of fontd's file.
    static func isForeign(_ path: String) -> Bool { (try? isForeignFile(path)) ?? true }

    /// Whether something at a path was not written by fontd.
    ///
    /// - Throws: `FontError` with code `registrationFailed` (301) if it cannot be read.
    private static func isForeignFile(_ path: String) throws(FontError) -> Bool {
        var status = stat()
        guard lstat(path, &status) == 0 else { return errno != ENOENT && errno != ENOTDIR }
        guard status.st_mode & S_IFMT == S_IFREG, access(path, R_OK) == 0 || errno != EACCES else { return true }
        guard let contents = try fileContents(path) else { return false }
        return ![RejectRules.header, RejectRules.loginHeader].contains { header in
            contents.starts(with: header.utf8) || header.utf8.starts(with: contents)
        }
    }

    /// Checks that rules that hide fonts can be written without replacing a file that fontd did not write.
    ///
    /// - Throws: `FontError` with code `invalidFilePath` (306).
    static func refuseForeign(_ paths: FontPaths) throws(FontError) {
        guard try isForeignFile(paths.rejectRules) else { return }
        throw FontError(
            .invalidFilePath,
            "\(paths.rejectRules) was not written by fontd, which needs that place for the rules that hide fonts. Nothing was hidden. Give the file another name, then try again.",
            file: paths.rejectRules)
    }

    /// Writes a file by rename, or removes it; does nothing if it has this text already, or if it is not fontd's.
    ///
    /// - Parameter text: The contents; nil to remove the file.
    /// - Returns: Whether the file was written or removed.
    /// - Throws: `FontError` with code `registrationFailed` (301) if it cannot be written.
    @discardableResult
    static func write(_ text: String?, to path: String, _ paths: FontPaths) throws(FontError) -> Bool {
        if try isForeignFile(path) { return false }
        guard let text else {
            var status = stat()
            // On a read-only file system unlink(2) fails even if there is no such file.
            if lstat(path, &status) != 0, errno == ENOENT || errno == ENOTDIR { return false }
            guard unlink(path) == 0 || errno == ENOENT else {
                throw .store(.removeFile, path: path)
            }
            return true
        }
        let bytes = Array(text.utf8)
        if (try? fileContents(path)) == bytes { return false }
        try makeFolder(of: path, paths)
        // Both fontconfig and systemd ignore this name.
        let new = PathText.folder(of: path) + "/.fontd.new"
        unlink(new)
        let descriptor = openOwn(new, O_WRONLY | O_TRUNC, mode: 0o644)
        guard descriptor >= 0 else { throw .store(.writeFile, path: new) }
        defer { close(descriptor) }
        do throws(FontError) {
            try ByteCopy.writeAll(bytes, to: descriptor, path: new)
            // Every program reports a file that a power failure left empty.
            guard fsync(descriptor) == 0, rename(new, path) == 0 else {
                throw .store(.writeFile, path: path)
            }
        } catch {
            unlink(new)
            throw error
        }
        return true
    }

    /// Creates the folder of a file.
    ///
    /// - Throws: `FontError` with code `registrationFailed` (301) if it cannot be created.
    static func makeFolder(of path: String, _ paths: FontPaths) throws(FontError) {
        try FontStore.makeFolder(PathText.folder(of: path), mode: paths.isOfAllUsers ? 0o755 : 0o700)
    }
}

/// The rules by which the user's service manager removes hidden fonts at the next login (systemd-tmpfiles --user), when no
/// program can open them again; see tmpfiles.d(5).
///
/// The next operation finds that they are gone. Without systemd it removes them.
extension RejectRules {
    /// The beginning of the file, by which it is known as fontd's.
    static let loginHeader = "# Written by fontd"

    /// The contents of the file; nil if no file is hidden.
    var loginDocument: String? {
        let lines = rules.flatMap { rule -> [String] in
            switch rule {
            case .file(let path): [path]
            case .folder(_, let files): files
            case .pattern: []
            }
        }.compactMap(Self.loginText).map { "r! \"\($0)\"\n" }
        guard !lines.isEmpty else { return nil }
        return Self.loginHeader + ": the fonts that it hides, removed at the next login. See tmpfiles.d(5).\n"
            + lines.joined()
    }

    /// Returns a path as a glob without specifiers, for quotation marks; nil for one that cannot be written so, which
    /// the next operation removes.
    private static func loginText(_ path: String) -> String? {
        var text = ""
        for character in path.unicodeScalars {
            switch character {
            case "%": text += "%%"
            case "[", "*", "?", "{": text += "[\(character)]"
            case "\\", "\"": return nil
            case _ where character.value < 0x20 || character.value == 0x7F: return nil
            default: text.unicodeScalars.append(character)
            }
        }
        return text
    }

    /// Writes the file, or removes it if there are no rules.
    ///
    /// - Throws: `FontError` with code `registrationFailed` (301) if it cannot be written.
    func writeForLogin(_ paths: FontPaths) throws(FontError) {
        guard let path = paths.loginRules else { return }
        try RuleFile.write(loginDocument, to: path, paths)
    }
}

extension HiddenFonts {
    /// The rules by which fontconfig hides the fonts.
    ///
    /// A pattern names the path, since a registered font of the same names must be seen. Where a collection keeps visible
    /// faces, it also names the face: a variable one by its family, since fontconfig lists its instances with names of
    /// their own.
    var rules: [RejectRules.Rule] {
        let files = Dictionary(grouping: hiddenFonts) { ExactText($0.path) }.sorted { $0.key < $1.key }
        return files.flatMap { path, fonts -> [RejectRules.Rule] in
            guard let first = fonts.first, fonts.count < first.faceCount else {
                return [.pattern([.file(path.string)])]
            }
            return fonts.map { font in
                .pattern([
                    .file(path.string),
                    font.face.isVariable ? .family(font.face.family) : .postscriptName(font.face.postscriptName),
                ])
            }
        }
    }
}
