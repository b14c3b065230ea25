import CLinux
import CNettle
package import FontModel
import Glibc
import SystemPackage

/// Copies a source file into a descriptor of fontd and hashes it, within a byte limit.
package enum ByteCopy {
    /// The hash and size of the copied bytes.
    package struct Result {
        /// The SHA-256 hash in lower-case hexadecimal.
        package var sha256: String
        package var size: Int
    }

    // The chunk size fits the heap allocator: a larger buffer would be mapped, with new pages, for every file.
    private static let chunk = 64 * 1024

    /// Copies a file.
    ///
    /// - Parameters:
    ///   - source: The file, which is read from its start to its end.
    ///   - target: An empty and writable file.
    ///   - targetPath: The path for messages.
    /// - Throws: `invalidFontData` (104) if the source changed meanwhile, `exceededResourceLimit` (106) if it exceeds
    ///   the limit, or `registrationFailed` (301) if the source cannot be read or the target cannot be written.
    package static func copy(_ source: SourceFile, to target: Int32, targetPath: String) throws(FontError)
        -> Result
    {
        let before = source.fingerprint()
        // The copy shares blocks if the file system supports it; the hash is taken from the copy, never from the
        // source.
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

    /// Appends a file of fontd to a target that has other bytes already.
    ///
    /// - Throws: `registrationFailed` (301) if the source cannot be read or the target cannot be written.
    static func append(
        _ source: SourceFile, to target: Int32, targetPath: String
    ) throws(FontError) -> Result {
        try pump(from: source.descriptor, to: target, path: source.path, targetPath: targetPath, expecting: source.size)
    }

    /// Hashes a file of fontd.
    static func hash(descriptor: Int32, path: String) throws(FontError) -> Result {
        try pump(from: descriptor, to: nil, path: path, targetPath: path)
    }

    /// Returns the hash of the regular file at a path; nil if it cannot be read.
    package static func sha256(ofFile path: String) -> String? {
        guard let source = try? SourceFile(opening: path) else { return nil }
        return try? source.sha256()
    }

    /// Whether two regular files have the same bytes; false if one cannot be read.
    package static func haveSameBytes(_ path: String, _ otherPath: String) -> Bool {
        guard let file = try? SourceFile(opening: path), let other = try? SourceFile(opening: otherPath),
            file.size == other.size
        else { return false }
        let buffers = UnsafeMutableRawBufferPointer.allocate(byteCount: 2 * chunk, alignment: 16)
        defer { buffers.deallocate() }
        for place in stride(from: 0, to: file.size, by: chunk) {
            let count = min(chunk, file.size - place)
            let bytes = UnsafeMutableRawBufferPointer(rebasing: buffers[..<count])
            let otherBytes = UnsafeMutableRawBufferPointer(rebasing: buffers[chunk..<chunk + count])
            guard let first = bytes.baseAddress, let second = otherBytes.baseAddress,
                fill(bytes, from: file.descriptor, at: place),
                fill(otherBytes, from: other.descriptor, at: place),
                memcmp(first, second, count) == 0
            else { return false }
        }
        return true
    }

    /// Reads bytes of a file; returns false if it has fewer, or cannot be read.
    private static func fill(_ bytes: UnsafeMutableRawBufferPointer, from file: Int32, at place: Int) -> Bool {
        var done = 0
        while done < bytes.count {
            let rest = UnsafeMutableRawBufferPointer(rebasing: bytes[done...])
            let count = pread(file, rest.baseAddress, rest.count, off_t(place + done))
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { return false }
            done += count
        }
        return true
    }

    /// Reads and hashes a file, and writes it to a target if there is one.
    ///
    /// - Parameter expected: The expected size; reading stops as soon as the file is larger.
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
            guard count >= 0 else { throw SourceFile.unreadable(path, Errno(rawValue: errno)) }
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

    /// Writes all bytes, or throws an error of the store.
    package static func writeAll(_ bytes: [UInt8], to target: Int32, path: String) throws(FontError) {
        try bytes.withUnsafeBufferPointer { buffer throws(FontError) in
            try writeAll(UnsafeRawBufferPointer(buffer), to: target, path: path)
        }
    }

    /// Writes all bytes, or throws an error of the store.
    package static func writeAll(_ bytes: UnsafeRawBufferPointer, to target: Int32, path: String) throws(FontError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let written = write(target, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
            if written < 0 && errno == EINTR { continue }
            guard written >= 0 else { throw .store(.writeFile, path: path) }
            rest = rest.dropFirst(written)
        }
    }
}

/// The SHA-256 of bytes that arrive in pieces (FIPS 180-4).
package struct ContentHash {
    private var state = sha256_ctx()

    package init() { cnettle_begin(&state) }

    /// Adds the next bytes.
    package mutating func update(_ bytes: UnsafeRawBufferPointer) {
        guard let start = bytes.baseAddress else { return }
        cnettle_add(&state, start, bytes.count)
    }

    /// Returns the hash as 64 lower-case hexadecimal digits, and begins anew.
    package mutating func finalize() -> String {
        var digest = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_SIZE))
        cnettle_end(&state, &digest)
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: digest.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }

    /// Returns the hash of bytes.
    package static func of(_ bytes: [UInt8]) -> String {
        var hash = ContentHash()
        bytes.withUnsafeBytes { hash.update($0) }
        return hash.finalize()
    }
}
