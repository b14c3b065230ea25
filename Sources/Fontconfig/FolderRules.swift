import Glibc
import SystemPackage

/// The rules of a configuration for file names (`<glob>` in `<selectfont>`), the only rules that can hide a folder with
/// all that is in it.
///
/// fontconfig has no function that applies them to a folder alone, so they are read from the files. A rule that is
/// spelled in an unusual way counts as one that hides every folder.
struct FolderRules: Sendable {
    private let globs: [String]

    /// Reads the rules of configuration files; folders among them are passed over.
    init(_ files: [String]) { globs = Set(files.flatMap(Self.globs)).sorted() }

    /// Whether a rule may hide a folder or one above it.
    func mayHide(_ folder: String) -> Bool {
        var path = folder
        while true {
            // Like fontconfig's, the wildcards match slashes and leading points.
            if globs.contains(where: { fnmatch($0, path, 0) == 0 }) { return true }
            guard let slash = path.lastIndex(of: "/"), slash > path.startIndex else { return false }
            path = String(path[..<slash])
        }
    }

    private static let all = ["*"]
    private static let largestFile = 1 << 17

    private static func globs(in file: String) -> [String] {
        let bytes: [UInt8]
        do {
            let descriptor = try FileDescriptor.open(FilePath(file), .readOnly)
            bytes = try descriptor.closeAfter {
                try [UInt8](unsafeUninitializedCapacity: largestFile) { buffer, count in
                    count = try descriptor.read(into: UnsafeMutableRawBufferPointer(buffer))
                    guard count < largestFile else { throw Errno.fileTooLarge }
                }
            }
        } catch {
            return error as? Errno == .isDirectory ? [] : all
        }
        // Other encodings than UTF-8 contain zeros.
        if bytes.contains(0) { return all }
        var globs: [String] = []
        var rest = bytes[...]
        while let start = rest.firstIndex(of: UInt8(ascii: "<")) {
            rest = rest[(start + 1)...]
            if rest.starts(with: "!ENTITY".utf8) { return all }
            guard rest.starts(with: "glob".utf8) else { continue }
            guard let open = rest.firstIndex(of: UInt8(ascii: ">")),
                let close = rest[open...].firstIndex(of: UInt8(ascii: "<"))
            else { return all }
            let glob = String(decoding: rest[(open + 1)..<close], as: UTF8.self)
            rest = rest[close...]
            let isPlain =
                rest.starts(with: "</glob".utf8) && !glob.isEmpty
                && glob.utf8.allSatisfy { !"&~ \t\n\r".utf8.contains($0) }
            guard isPlain else { return all }
            // Brackets have no meaning for fontconfig, unlike for fnmatch.
            globs.append(glob.replacing("\\", with: "\\\\").replacing("[", with: "\\["))
        }
        return globs
    }
}
