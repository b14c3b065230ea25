import CLinux
package import FontModel
import Glibc

/// The trash of the user's home, as in the Trash specification 1.0 of freedesktop.org.
///
/// A file in the trash has a name in the folder `files`, and a description of the same name in `info`, which is created
/// first and reserves the name. The specification allows files of other file systems in it.
package struct DesktopTrash: Sendable {
    private let root: String

    package init(_ paths: FontPaths) { root = paths.trash }

    /// Returns a new name for a file, with what is readable of its own name.
    package static func newName(for path: String) -> String {
        let name = PathText.name(of: path)
        let end = name.lastIndex(of: ".") ?? name.endIndex
        func readable(_ text: Substring, _ most: Int) -> String {
            String(String.UnicodeScalarView(text.unicodeScalars.filter(isPlain).prefix(most)))
        }
        let number = String(UInt64.random(in: .min ... .max), radix: 36)
        return "\(readable(name[..<end], 80))-\(number).\(readable(name[end...], 4))"
    }

    /// Whether a text has the form of such a name, so that it is no path to another folder.
    package static func isName(_ name: String) -> Bool {
        name.utf8.count < 128 && !name.hasPrefix(".")
            && name.unicodeScalars.allSatisfy { isPlain($0) || $0 == "." }
    }

    /// Whether a character is a letter or digit of ASCII, or `-`.
    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "-" || scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar))
    }

    /// Returns the path of a file in the trash.
    package func path(_ name: String) -> String { "\(root)/files/\(name)" }

    private func description(_ name: String) -> String { "\(root)/info/\(name).trashinfo" }

    /// Moves a file to the trash.
    ///
    /// If the process ends meanwhile, the file is at its path, in the trash or both, or under a hidden name beside its
    /// path and in the trash.
    /// - Parameters:
    ///   - state: The state of the file when its bytes were read; a file that has changed since stays.
    ///   - sha256: The hash of these bytes.
    ///   - settled: The path without links of its folder; a file whose folder is elsewhere now stays.
    /// - Throws: An error of the file, which is then where it was.
    package func take(
        _ path: String, named name: String, in state: Fingerprint, sha256: String, settled: String
    ) throws(FontError) {
        let folder: SettledFolder
        do throws(FontError) { folder = try SettledFolder(settled) } catch { throw Self.stays(path, error) }
        let place = folder.place(of: PathText.name(of: path))
        guard folder.isInPlace, Fingerprint(ofFile: place) == state else { throw Self.changed(path) }
        do throws(FontError) {
            for folder in ["files", "info"] { try makeFolder("\(root)/\(folder)") }
            try describe(path, as: name)
        } catch {
            throw Self.stays(path, error)
        }
        do throws(FontError) {
            // The description reserves the new name.
            if !Self.rename(place, self.path(name), Glibc.rename) {
                guard errno == EXDEV else { throw .store(.moveToTrash, path: path) }
                try copy(path, at: place, named: name, in: state, sha256: sha256)
            } else if Fingerprint(ofFile: self.path(name)) != state || !folder.isInPlace {
                // Another file was saved under the path just before, or the folder was moved.
                guard giveBack(name, to: place) else {
                    throw FontError(
                        .invalidFontData,
                        "The file was replaced twice while it was moved: a version of it is in the trash as \(name). Run the same command again when the other version is complete.",
                        file: path)
                }
                throw Self.changed(path)
            }
        } catch {
            forget(name)
            throw error.code == .registrationFailed ? Self.stays(path, error) : error
        }
    }

    /// Writes the description of a file, which also reserves the name.
    private func describe(_ path: String, as name: String) throws(FontError) {
        let file = openOwn(description(name), O_WRONLY | O_EXCL)
        guard file >= 0 else { throw .store(.createFile, path: description(name)) }
        defer { close(file) }
        let text = "[Trash Info]\nPath=\(Self.encoded(path))\nDeletionDate=\(Self.localTime())\n"
        do throws(FontError) {
            try ByteCopy.writeAll(Array(text.utf8), to: file, path: description(name))
        } catch {
            unlink(description(name))
            throw error
        }
    }

    /// Copies a file of another file system to the trash, and then removes it.
    ///
    /// - Parameter place: The path to it by its open folder.
    private func copy(
        _ path: String, at place: String, named name: String, in state: Fingerprint, sha256: String
    ) throws(FontError) {
        let source = try SourceFile(opening: place)
        guard source.fingerprint() == state else { throw Self.changed(path) }
        try write(source, to: self.path(name), sha256: sha256, modified: (state.seconds, state.nanoseconds))
        do throws(FontError) {
            try remove(path, at: place, in: state)
        } catch {
            unlink(self.path(name))
            throw error
        }
    }

    /// Removes a file that is in the trash, unless another file was saved under its path meanwhile.
    ///
    /// Under a name of its own, the file cannot be replaced between the check and the removal. If the process ends in
    /// between, the next adoption takes or reports that file like any other.
    private func remove(_ path: String, at place: String, in state: Fingerprint) throws(FontError) {
        guard Fingerprint(ofFile: place) == state else { throw Self.changed(path) }
        let own = Self.temporaryPath(for: place)
        guard Self.rename(place, own, Glibc.rename) else {
            if errno == ENOENT { throw Self.changed(path) }
            throw .store(.removeTrashed, path: path)
        }
        guard Fingerprint(ofFile: own) == state else {
            guard Self.rename(own, place) else {
                let left = "\(PathText.folder(of: path))/\(PathText.name(of: own))"
                throw FontError(
                    .invalidFontData,
                    "The file was replaced twice while it was moved: a version of it is now \(left). Run the same command again when they are complete.",
                    file: path)
            }
            throw Self.changed(path)
        }
        guard GivenPath.exactly(own, { unlink($0) }) == 0 else {
            let failure = FontError.store(.removeTrashed, path: path)
            _ = Self.rename(own, place)
            throw FontError(
                .insufficientPermissions,
                "The file cannot be removed from its folder. Check the folder, then run the same command again to move the file.",
                file: path, cause: failure.ofOneItem.cause)
        }
    }

    /// Returns a new hidden path in the folder of a path, which programs take for no font.
    private static func temporaryPath(for path: String) -> String {
        PathText.folder(of: path) + "/." + newName(for: path)
    }

    /// Renames a file.
    ///
    /// - Parameter call: By default a call that replaces no other file. Where a file system has no such call, two calls
    ///   stand in for it, between which another file may be saved as `from`, and is lost: only for names of fontd's own.
    /// - Returns: Whether it was renamed; if not, `errno` is the reason.
    private static func rename(
        _ from: String, _ to: String,
        _ call: (UnsafePointer<CChar>, UnsafePointer<CChar>) -> Int32 = { clx_rename_new($0, $1) }
    ) -> Bool {
        GivenPath.exactly(from) { from in GivenPath.exactly(to) { call(from, $0) } } == 0
    }

    /// Writes a complete copy of a file to a new path, at which it appears at once.
    ///
    /// - Throws: An error of the store, or `invalidFontData` (104) if the bytes are not those of the hash.
    package func write(
        _ source: SourceFile, to path: String, sha256: String, modified: (seconds: Int, nanoseconds: Int)
    ) throws(FontError) {
        var file = GivenPath.exactly(PathText.folder(of: path)) { clx_open_unnamed($0) }
        // Some file systems, such as NFS and FAT, have no files without a name (open(2), O_TMPFILE).
        var temporary: String?
        if file < 0, [EOPNOTSUPP, EISDIR].contains(errno) {
            let own = Self.temporaryPath(for: path)
            file = GivenPath.exactly(own) { clx_open($0, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600) }
            temporary = own
        }
        guard file >= 0 else { throw .store(.createFile, path: path) }
        defer {
            close(file)
            // After the file has its path, there is none with this name.
            if let temporary { _ = GivenPath.exactly(temporary) { unlink($0) } }
        }
        guard try ByteCopy.copy(source, to: file, targetPath: path).sha256 == sha256 else {
            throw FontError(
                .invalidFontData,
                "The contents differ from those that were registered, so they were not written to this path. Check the store, then try again.",
                file: path)
        }
        let time = timespec(tv_sec: modified.seconds, tv_nsec: modified.nanoseconds)
        guard fchmod(file, 0o644) == 0, futimens(file, [time, time]) == 0, fsync(file) == 0,
            temporary.map({ Self.rename($0, path) }) ?? (GivenPath.exactly(path, { clx_name_file(file, $0) }) == 0)
        else { throw .store(.writeFile, path: path) }
    }

    /// Renames a file in the trash to its path, unless there is another.
    ///
    /// - Returns: Whether it was renamed; if not, `errno` is the reason.
    package func giveBack(_ name: String, to path: String) -> Bool {
        Self.rename(self.path(name), path)
    }

    /// Renames a file back into the trash that was just given back.
    package func takeAgain(_ path: String, named name: String) {
        _ = Self.rename(path, self.path(name), Glibc.rename)
    }

    /// Removes the description of a file that is no longer in the trash.
    package func forget(_ name: String) {
        if access(path(name), F_OK) != 0, errno == ENOENT { unlink(description(name)) }
    }

    /// Returns a path with the escapes of RFC 2396, as the specification requires.
    private static func encoded(_ path: String) -> String {
        let bytes = GivenPath.exactly(path) { Array(UnsafeBufferPointer(start: $0, count: strlen($0))) }
        return bytes.map { byte in
            let scalar = Unicode.Scalar(UInt8(bitPattern: byte))
            guard !isPlain(scalar), !"/._~".unicodeScalars.contains(scalar) else { return String(Character(scalar)) }
            let digits = String(scalar.value, radix: 16, uppercase: true)
            return "%" + (digits.count < 2 ? "0" : "") + digits
        }.joined()
    }

    private static func localTime() -> String {
        var (seconds, fields) = (time(nil), tm())
        localtime_r(&seconds, &fields)
        var text = [CChar](repeating: 0, count: 32)
        let count = strftime(&text, text.count, "%Y-%m-%dT%H:%M:%S", &fields)
        return String(decoding: text[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// Returns the error of a file that is not moved, since it is not the one that was read.
    package static func changed(_ path: String) -> FontError {
        FontError(
            .invalidFontData,
            "The file changed after it was read, so it stays where it is. Run the same command again when it is complete.",
            file: path)
    }

    /// Returns the error of a file that is not moved, although its bytes are kept elsewhere.
    package static func stays(_ path: String, _ error: FontError) -> FontError {
        let message: Message =
            if case .file(let failure) = error.cause {
                "The file stays where it is, since the trash cannot be used: \(failure.errno). Run the same command again to move it."
            } else {
                "The file stays where it is, since the trash cannot be used. Run the same command again to move it."
            }
        return FontError(.registrationFailed, message, file: path, cause: error.ofOneItem.cause)
    }
}
