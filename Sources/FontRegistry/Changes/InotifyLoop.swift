import CLinux
import FontModel
import Glibc
import Synchronization

/// One thread that waits for changes of files and folders and tells who asked.
///
/// Sleeps in the kernel; wakes only when something happens.
final class InotifyLoop: Sendable {
    typealias Handler = @Sendable (_ name: String) -> Void

    private let queue: Int32
    private let stop: Int32
    private let handlers = Mutex<[Int32: Handler]>([:])

    /// - Throws: 301 if the kernel gives no inotify instance.
    init() throws(FontError) {
        var ends: [Int32] = [-1, -1]
        queue = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
        guard queue >= 0, pipe(&ends) == 0 else { throw .store("watch for changes", path: "inotify") }
        stop = ends[1]
        _ = fcntl(ends[0], F_SETFD, FD_CLOEXEC)
        _ = fcntl(ends[1], F_SETFD, FD_CLOEXEC)
        var thread = pthread_t()
        let run = Run(queue: queue, stop: ends[0], loop: self)
        let box = Unmanaged.passRetained(run)
        let result = pthread_create(
            &thread, nil,
            { argument in
                guard let argument else { return nil }
                Unmanaged<Run>.fromOpaque(argument).takeRetainedValue().wait()
                return nil
            }, box.toOpaque())
        guard result == 0 else {
            box.release()
            throw .store("start a thread", path: "inotify", errno: result)
        }
        pthread_detach(thread)
    }

    deinit {
        // The thread closes the descriptors it waits on, when it sees this one closed.
        close(stop)
    }

    /// Watches a file or folder.
    ///
    /// - Returns: What ``remove(_:)`` takes; nil if the path cannot be watched.
    func add(_ path: String, events: UInt32, _ handler: @escaping Handler) -> Int32? {
        handlers.withLock { handlers in
            let watch = inotify_add_watch(queue, path, events)
            guard watch >= 0 else { return nil }
            handlers[watch] = handler
            return watch
        }
    }

    func remove(_ watch: Int32) {
        handlers.withLock { handlers in
            handlers[watch] = nil
            inotify_rm_watch(queue, watch)
        }
    }

    private func deliver(_ watch: Int32, _ name: String) {
        handlers.withLock { $0[watch] }?(name)
    }

    /// What the thread needs; it holds the loop weakly, so that the loop can go and end it.
    private final class Run: @unchecked Sendable {
        // `loop` is weak, hence a variable; it is set here and read on one thread only.
        private weak var loop: InotifyLoop?
        private let queue: Int32
        private let stop: Int32

        init(queue: Int32, stop: Int32, loop: InotifyLoop) {
            self.queue = queue
            self.stop = stop
            self.loop = loop
        }

        func wait() {
            let size = 64 * 1024
            let buffer = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 8)
            defer {
                buffer.deallocate()
                close(queue)
                close(stop)
            }
            while true {
                var waiting = [
                    pollfd(fd: queue, events: Int16(POLLIN), revents: 0),
                    pollfd(fd: stop, events: Int16(POLLIN), revents: 0),
                ]
                guard poll(&waiting, 2, -1) > 0 || errno == EINTR else { return }
                if waiting[1].revents != 0 { return }
                let count = read(queue, buffer, size)
                guard count > 0 else { continue }
                deliver(UnsafeRawBufferPointer(start: buffer, count: count))
            }
        }

        private func deliver(_ bytes: UnsafeRawBufferPointer) {
            let header = MemoryLayout<inotify_event>.size
            var offset = 0
            while offset + header <= bytes.count {
                let event = bytes.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
                let end = min(offset + header + Int(event.len), bytes.count)
                let name = bytes[(offset + header)..<end].prefix { $0 != 0 }
                loop?.deliver(event.wd, String(decoding: name, as: UTF8.self))
                offset = end
            }
        }
    }
}
