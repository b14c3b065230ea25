internal import CLinux
internal import Glibc
internal import Synchronization

/// The bytes of a file in memory that nobody can change.
///
/// FreeType, HarfBuzz and cairo map what they draw. A file on disk may be cut or written over meanwhile, as by `cp` onto a
/// font of the system: then the mapping has other bytes than those that were checked when the font was opened, or ends the
/// process with SIGBUS. The copy is shared by all that open the same state of a file.
final class SealedFile: Sendable {
    /// The state of the file when it was copied; each change of its contents gives another one.
    struct State: Hashable {
        var device: dev_t
        var inode: ino_t
        var size: off_t
        var modified: [Int]

        /// - Returns: Nil if it is no regular file.
        init?(_ descriptor: Int32) {
            var status = stat()
            guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
            (device, inode, size) = (status.st_dev, status.st_ino, status.st_size)
            // A program may set the time of the contents, but not that of the inode.
            modified = [status.st_mtim, status.st_ctim].flatMap { [$0.tv_sec, $0.tv_nsec] }
        }
    }

    private struct Known {
        weak var file: SealedFile?
    }
    private static let copies = Mutex<[State: Known]>([:])

    /// The most bytes that are copied: 256 MiB.
    private static let most = 256 << 20
    /// The number of copies after which those that are gone are forgotten.
    private static let mostKnown = 256
    /// How often a file is copied that changes meanwhile.
    private static let tries = 3

    let descriptor: Int32
    let size: Int

    private init(adopting descriptor: Int32, size: Int) { (self.descriptor, self.size) = (descriptor, size) }

    deinit { close(descriptor) }

    /// Copies a file, unless a copy of its present state is in use.
    ///
    /// - Parameter descriptor: The open file, which remains the caller's.
    /// - Returns: Nil if it is no regular file, is too large, or cannot be read as a whole.
    static func copy(of descriptor: Int32) -> SealedFile? {
        for _ in 0..<tries {
            guard let state = State(descriptor), (1...most).contains(Int(state.size)) else { return nil }
            if let known = copies.withLock({ $0[state]?.file }) { return known }
            guard let copy = read(descriptor, Int(state.size)) else { return nil }
            guard State(descriptor) == state else { continue }
            return copies.withLock { copies in
                if copies.count >= mostKnown { copies = copies.filter { $0.value.file != nil } }
                // Another thread may have been faster.
                if let other = copies[state]?.file { return other }
                copies[state] = Known(file: copy)
                return copy
            }
        }
        return nil
    }

    private static func read(_ descriptor: Int32, _ size: Int) -> SealedFile? {
        let memory = clx_memfd("font")
        guard memory >= 0 else { return nil }
        let file = SealedFile(adopting: memory, size: size)
        var place: off_t = 0
        while place < size {
            let count = sendfile(memory, descriptor, &place, size - Int(place))
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { return nil }
        }
        return clx_seal(memory) == 0 ? file : nil
    }
}
