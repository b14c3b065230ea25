import CLinux
import FontModel
import Glibc

/// The piece of fontconfig configuration that makes the session's fonts visible.
///
/// fontconfig has no prefix for the runtime directory, so the path is written out.
enum SessionSnippet {
    /// - Returns: The folder of the snippet if it had to be written.
    static func install(_ paths: FontPaths) throws(FontError) -> String? {
        guard let folder = paths.sessionProjection else { return nil }
        let text = """
            <?xml version="1.0"?>
            <!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
            <!-- Written by fontd: shows programs the fonts that are registered for this session. -->
            <fontconfig>
              <dir>\(escaped(folder))</dir>
            </fontconfig>

            """
        let path = paths.sessionSnippet
        guard read(path) != text, let slash = path.lastIndex(of: "/") else { return nil }
        let parent = String(path[..<slash])
        try makeFolder(parent, mode: 0o755)
        // Not a name that fontconfig reads: it takes only files that end in .conf.
        let new = path + ".new"
        let descriptor = openOwn(new, O_WRONLY | O_TRUNC, mode: 0o644)
        guard descriptor >= 0 else { throw .store("write fontconfig's session folder", path: new) }
        defer { close(descriptor) }
        try ByteCopy.writeAll(Array(text.utf8), to: descriptor, path: new)
        guard rename(new, path) == 0 else { throw .store("write fontconfig's session folder", path: path) }
        return parent
    }

    /// A path as XML text.
    static func escaped(_ text: String) -> String {
        var result = ""
        for character in text {
            switch character {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            default: result.append(character)
            }
        }
        return result
    }

    private static func read(_ path: String) -> String? {
        let descriptor = clx_open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK, 0)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        let bytes = [UInt8](unsafeUninitializedCapacity: 8_192) { buffer, count in
            count = max(0, Glibc.read(descriptor, buffer.baseAddress, buffer.count))
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
