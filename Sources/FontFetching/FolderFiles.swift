import FontModel
package import FontTransfer
import Foundation
import Glibc
import Synchronization

/// Files in folders of this machine (`file:`).
package struct FolderFiles: FileTransport {
    package init() {}

    /// The absolute path of an address; nil if it is not one of this machine.
    package static func path(of address: String) -> String? {
        guard let url = URL(string: address), url.scheme == "file",
            ["", "localhost"].contains(url.host(percentEncoded: false) ?? "")
        else { return nil }
        let path = url.path(percentEncoded: false)
        return path.hasPrefix("/") ? path : nil
    }

    package func open(_ request: FileRequest) async throws(TransferFault) -> any FileAnswer {
        func head(_ status: Int) -> FileHead { FileHead(status: status, address: request.address) }
        guard let path = Self.path(of: request.address) else {
            throw TransferFault(.network(.redirect), at: request.address, reason: "This is not the address of a file")
        }
        guard !path.split(separator: "/").contains("..") else { return OpenFile(head(404)) }
        let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else {
            if [ENOENT, ENOTDIR, ENAMETOOLONG].contains(errno) { return OpenFile(head(404)) }
            throw TransferFault(
                .network(.unreachable), at: request.address, reason: Message(errno: errno).description)
        }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            return OpenFile(head(404))
        }
        let length = Int64(status.st_size)
        // A file that is written anew has another time; so has one that is written to.
        let tag = "\"\(status.st_ino)-\(length)-\(status.st_mtim.tv_sec).\(status.st_mtim.tv_nsec)\""
        let isContinued = request.offset > 0 && request.offset <= length && request.part.map { $0 == tag } ?? true
        let offset = isContinued ? request.offset : 0
        return OpenFile(
            FileHead(
                status: isContinued ? 206 : 200, offset: offset, length: length, tag: tag, address: request.address),
            descriptor, limit: request.limit)
    }

    /// An open file; none for a missing one.
    private final class OpenFile: FileAnswer {
        private struct State {
            var descriptor: Int32
            var place: Int64
            var room: Int64
        }

        let head: FileHead
        private let state: Mutex<State>

        init(_ head: FileHead, _ descriptor: Int32 = -1, limit: Int64 = 0) {
            self.head = head
            state = Mutex(State(descriptor: descriptor, place: head.offset, room: limit))
        }

        func next() async throws(TransferFault) -> [UInt8]? {
            guard !head.isMissing else { return nil }
            let result: Result<[UInt8]?, TransferFault> = state.withLock { state in
                func fault(_ kind: TransferFault.Kind) -> Result<[UInt8]?, TransferFault> {
                    .failure(TransferFault(kind, at: head.address))
                }
                guard state.descriptor >= 0 else { return fault(.cancelled) }
                var count = 0
                let bytes = [UInt8](unsafeUninitializedCapacity: 1 << 18) { buffer, filled in
                    repeat {
                        count = pread(state.descriptor, buffer.baseAddress, buffer.count, off_t(state.place))
                    } while count < 0 && errno == EINTR
                    filled = max(0, count)
                }
                guard count >= 0 else { return fault(.network(.cut)) }
                state.place += Int64(count)
                state.room -= Int64(count)
                guard state.room >= 0 else { return fault(.tooLong) }
                return .success(count == 0 ? nil : bytes)
            }
            return try result.get()
        }

        func cancel() {
            state.withLock { state in
                if state.descriptor >= 0 { close(state.descriptor) }
                state.descriptor = -1
            }
        }

        deinit { cancel() }
    }
}
