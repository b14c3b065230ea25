import CLinux
import FontModel
import Glibc
import SystemPackage

/// Copies a source file into a descriptor of ours while hashing it, within a byte budget.
enum ByteCopy {
    /// What arrived.
    struct Result {
        /// SHA-256, lower-case hexadecimal.
        var sha256: String
        var size: Int
    }

    // Small enough to come from the heap: a larger one would be mapped, and its pages made, anew for every file.
    private static let chunk = 64 * 1024

    /// - Parameters:
    ///   - source: Read from its present position to its end.
    ///   - target: Empty and writable.
    ///   - targetPath: For messages.
    /// - Throws: 104 the source changed meanwhile, 106 over the budget, 301 the source cannot be read or the target not
    ///   written.
    static func copy(_ source: borrowing SourceFile, to target: Int32, targetPath: String) throws(FontError) -> Result {
        let before = source.fingerprint()
        // Shares blocks where the file system can; the hash is then taken from our copy, never from the source.
        let cloned = clx_clone(target, source.descriptor) == 0
        let result = try pump(
            from: cloned ? target : source.descriptor, to: cloned ? nil : target, path: source.path,
            targetPath: targetPath, expecting: source.size)
        guard let before, before == source.fingerprint(), before.size == source.size, before.size == result.size
        else {
            throw FontError(
                .invalidFontData, "The file changed while it was read. Register it again when it is complete.",
                file: source.path)
        }
        return result
    }

    /// Hashes a file of ours.
    static func hash(descriptor: Int32, path: String) throws(FontError) -> Result {
        try pump(from: descriptor, to: nil, path: path, targetPath: path)
    }

    /// - Parameter expected: Once there is more, whoever asked knows enough.
    private static func pump(
        from source: Int32, to target: Int32?, path: String, targetPath: String, expecting expected: Int = .max
    ) throws(FontError) -> Result {
        var hash = ContentHash()
        var size = 0
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: chunk, alignment: 16)
        defer { buffer.deallocate() }
        while true {
            let count = pread(source, buffer.baseAddress, buffer.count, off_t(size))
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else {
                throw SourceFile.unreadable(path, Errno(rawValue: errno))
            }
            guard count > 0 else { break }
            size += count
            guard size <= FontLimits.fileSize else { throw SourceFile.tooLarge(path) }
            guard size <= expected else { break }
            let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<count])
            hash.update(bytes)
            if let target { try writeAll(bytes, to: target, path: targetPath) }
        }
        return Result(sha256: hash.finalize(), size: size)
    }

    /// Writes everything or throws a fault of the store.
    static func writeAll(_ bytes: [UInt8], to target: Int32, path: String) throws(FontError) {
        try bytes.withUnsafeBufferPointer { buffer throws(FontError) in
            try writeAll(UnsafeRawBufferPointer(buffer), to: target, path: path)
        }
    }

    /// Writes everything or throws a fault of the store.
    static func writeAll(_ bytes: UnsafeRawBufferPointer, to target: Int32, path: String) throws(FontError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let written = write(target, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
            if written < 0 && errno == EINTR { continue }
            guard written >= 0 else { throw .store("write", path: path) }
            rest = rest.dropFirst(written)
        }
    }
}
