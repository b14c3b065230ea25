import Glibc

/// Compression in the format xz by liblzma, which is loaded with the first use.
///
/// Debian's dpkg needs the library, so it is there; linking it would slow down every command.
enum XZ {
    /// `lzma_easy_buffer_encode` of `lzma/container.h`.
    private typealias Encode =
        @convention(c) (
            _ preset: UInt32, _ check: Int32, _ allocator: UnsafeRawPointer?, _ source: UnsafePointer<UInt8>?,
            _ count: Int,
            _ target: UnsafeMutablePointer<UInt8>?, _ position: UnsafeMutablePointer<Int>?, _ capacity: Int
        ) -> Int32

    private static let encode: Encode? = {
        guard let library = dlopen("liblzma.so.5", RTLD_NOW | RTLD_LOCAL),
            let symbol = dlsym(library, "lzma_easy_buffer_encode")
        else { return nil }
        return unsafeBitCast(symbol, to: Encode.self)
    }()

    /// Whether the library is there.
    static var isPossible: Bool { encode != nil }

    /// Compresses bytes; the same bytes give the same result with one release of liblzma.
    ///
    /// - Parameter limit: The maximum size of the result.
    /// - Returns: Nil if the result is larger, there is no memory, or no library.
    static func pack(_ bytes: UnsafeRawBufferPointer, atMost limit: Int) -> [UInt8]? {
        guard let encode else { return nil }
        // Preset 6 of xz; CRC-64.
        let (preset, check): (UInt32, Int32) = (6, 4)
        let packed = [UInt8](unsafeUninitializedCapacity: limit) { target, count in
            var position = 0
            let status = encode(
                preset, check, nil, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), bytes.count,
                target.baseAddress, &position, limit)
            count = status == 0 ? position : 0
        }
        return packed.isEmpty ? nil : packed
    }
}
