import CLinux
import CZlib
import FontFiles
package import FontModel
import Foundation
import Glibc

/// The folder of a publisher: files that a web server delivers, or keys.
package enum PublishedFolder {
    /// The bytes of a file; nil if there is none.
    package static func read(_ path: String, atMost limit: Int = 1 << 28) throws(FontError) -> [UInt8]? {
        guard access(path, F_OK) == 0 else { return nil }
        let file = try SourceFile(opening: path, upTo: limit)
        return try file.file.bytes(0..<file.size, path: path)
    }

    /// Writes a file in one step; readers see the whole old or the whole new one.
    ///
    /// - Parameter isFlushed: Whether the bytes are on the disk at the end; see `NewFile.complete(isFlushed:)`.
    package static func write(
        _ bytes: [UInt8], to path: String, onlyForUser: Bool = false, isFlushed: Bool = true
    ) throws(FontError) {
        let file = try NewFile(at: path, mode: onlyForUser ? 0o600 : 0o666)
        try file.write(bytes)
        try file.complete(isFlushed: isFlushed)
    }

    /// Writes a file whose name follows from its content, unless it is there with that length.
    package static func writeOnce(_ bytes: [UInt8], to path: String) throws(FontError) {
        if !has(bytes.count, at: path) { try write(bytes, to: path) }
    }

    /// Whether there is a file of a length.
    package static func has(_ size: Int, at path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && Int(status.st_size) == size
    }

    /// Checks that a folder is neither another one nor within it.
    ///
    /// - Parameter advice: What is wrong and what to do.
    /// - Throws: `invalidFilePath` (306) with the advice.
    package static func require(_ folder: String, outside other: String, or advice: Message) throws(FontError) {
        func resolved(_ path: String) -> [String] {
            URL(filePath: path).resolvingSymlinksInPath().standardizedFileURL.pathComponents
        }
        guard resolved(folder).starts(with: resolved(other)) else { return }
        throw FontError(.invalidFilePath, advice, file: folder)
    }

    /// Creates a folder and its parents.
    package static func create(_ path: String, onlyForUser: Bool = false) throws(FontError) {
        try makeFolder(path, mode: onlyForUser ? 0o700 : 0o755)
    }

    /// Compresses bytes (gzip, RFC 1952); the same bytes give the same result.
    package static func gzip(_ bytes: [UInt8]) -> [UInt8] {
        var packed = [UInt8](repeating: 0, count: bytes.count + bytes.count / 500 + 128)
        let count = bytes.withUnsafeBufferPointer { source in
            packed.withUnsafeMutableBufferPointer { target in
                czlib_gzip(source.baseAddress, source.count, target.baseAddress, target.count)
            }
        }
        return Array(packed.prefix(count))
    }

    /// Decompresses a file of gzip; nil if it is damaged or has more bytes than a limit.
    package static func gunzip(_ bytes: [UInt8], atMost limit: Int) -> [UInt8]? {
        var size = min(limit, max(1 << 16, bytes.count * 8))
        while true {
            var result = [UInt8](repeating: 0, count: size)
            let count = bytes.withUnsafeBufferPointer { source in
                result.withUnsafeMutableBufferPointer { target in
                    czlib_gunzip(source.baseAddress, source.count, target.baseAddress, target.count)
                }
            }
            if count >= 0 { return Array(result.prefix(count)) }
            guard count == CZLIB_MORE, size < limit else { return nil }
            size = min(limit, size * 4)
        }
    }
}
