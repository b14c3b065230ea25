import CLinux
import FontModel
import Glibc
import Synchronization

/// The copies that a service gave to callers that must not change its files, one for each content.
///
/// Their memory is charged to this process as long as somebody has them open, even after the caller has left the bus.
/// So a copy is kept, given to each caller that asks for its content, and released only when nobody else has it open.
final class SealedCopies: Sendable {
    private struct Copy {
        let file: OpenedFile
        let size: Int
        /// The number of the last use.
        var use: Int
    }

    private struct State {
        var copies: [String: Copy] = [:]
        var size = 0
        var uses = 0
    }

    /// The maximum sum of the sizes in bytes, and the maximum number of copies, each of which is an open file.
    private let (size, count): (Int, Int)
    private let state = Mutex(State())

    init(size: Int = FontLimits.fileSize, count: Int = 256) { (self.size, self.count) = (size, count) }

    /// The number of copies, and the sum of their sizes in bytes.
    var kept: (count: Int, size: Int) { state.withLock { ($0.copies.count, $0.size) } }

    /// Opens the copy of a content; returns nil if there is none.
    func open(_ sha256: String) throws(FontError) -> OpenedFile? {
        try state.withLock { state throws(FontError) in try Self.open(sha256, in: &state) }
    }

    /// Keeps a copy and opens it, or the one that is kept already.
    ///
    /// - Parameter name: The name for messages.
    /// - Throws: `exceededResourceLimit` (106) if there is no room beside the copies that others have open.
    func add(_ memory: SealedMemory, name: String) throws(FontError) -> OpenedFile {
        let file = try memory.open()
        let length = memory.size
        return try state.withLock { state throws(FontError) in
            if let known = try Self.open(memory.sha256, in: &state) { return known }
            makeRoom(for: length, in: &state)
            guard state.size + length <= size, state.copies.count < count else {
                throw FontError(
                    .exceededResourceLimit,
                    "Programs have too many fonts open. Close some of them, or try again later.", file: name)
            }
            state.copies[memory.sha256] = Copy(file: file, size: length, use: 0)
            state.size += length
            return try Self.open(memory.sha256, in: &state) ?? file
        }
    }

    /// Releases copies that nobody has open, those first that were not asked for longest.
    private func makeRoom(for length: Int, in state: inout State) {
        guard state.size + length > size || state.copies.count >= count else { return }
        for (sha256, copy) in state.copies.sorted(by: { $0.value.use < $1.value.use }) {
            guard state.size + length > size || state.copies.count >= count else { return }
            guard !Self.isOpenElsewhere(copy.file) else { continue }
            state.copies[sha256] = nil
            state.size -= copy.size
        }
    }

    private static func open(_ sha256: String, in state: inout State) throws(FontError) -> OpenedFile? {
        guard let file = state.copies[sha256]?.file else { return nil }
        state.uses += 1
        state.copies[sha256]?.use = state.uses
        return try reopened(file, sha256: sha256)
    }

    /// Opens a copy for a caller by itself, which shows whether the copy is in use; see ``isOpenElsewhere(_:)``.
    private static func reopened(_ file: OpenedFile, sha256: String) throws(FontError) -> OpenedFile {
        try OpenedFile(
            clx_open(file.path, O_RDWR | O_CLOEXEC, 0), path: "memory", sha256: sha256)
    }

    /// Whether somebody else has a file open or mapped, which this process opened for reading only; also if that is not
    /// known.
    ///
    /// A lease for writing is granted only without others, see fcntl(2); kernels without IMA count those who opened the file
    /// for writing. The numbers are `F_SETSIG` and `F_SETLEASE`, which are hidden behind `_GNU_SOURCE`. The signal to a
    /// holder ends a process by default, `SIGURG` does not.
    private static func isOpenElsewhere(_ file: OpenedFile) -> Bool {
        guard fcntl(file.descriptor, 10, SIGURG) == 0, fcntl(file.descriptor, 1024, Int32(F_WRLCK)) == 0 else {
            return true
        }
        _ = fcntl(file.descriptor, 1024, Int32(F_UNLCK))
        return false
    }
}
