import CLinux
import FontModel
import Glibc
import Synchronization

/// One thread that waits for changes of files and folders and tells who asked.
///
/// Sleeps in the kernel; wakes only when something happens.
final class InotifyLoop: Sendable {
    /// - Parameter name: Of the file in a watched folder; nil when events were lost and anything may have changed.
    typealias Handler = @Sendable (_ name: String?) -> Void

    /// What runs once somebody watches something: the kernel gives a user few instances, and many ask for none.
    private struct Running {
        let queue: Int32
        let stop: Int32
    }

    private struct State {
        var running: Running?
        var handlers: [Int32: Handler] = [:]
    }

    private let state = Mutex(State())

    deinit {
        // The thread closes the descriptors it waits on, when it sees this one closed.
        if let running = state.withLock({ $0.running }) { close(running.stop) }
    }

    /// - Returns: Nil if the kernel gives no inotify instance, or no thread.
    private func start() -> Running? {
        let queue = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
        guard queue >= 0 else { return nil }
        var ends: [Int32] = [-1, -1]
        guard clx_pipe(&ends) == 0 else {
            close(queue)
            return nil
        }
        var thread = pthread_t()
        let box = Unmanaged.passRetained(Run(queue: queue, stop: ends[0], loop: self))
        let result = pthread_create(
            &thread, nil,
            { argument in
                guard let argument else { return nil }
                Unmanaged<Run>.fromOpaque(argument).takeRetainedValue().wait()
                return nil
            }, box.toOpaque())
        guard result == 0 else {
            box.release()
            for descriptor in [queue] + ends { close(descriptor) }
            return nil
        }
        pthread_detach(thread)
        return Running(queue: queue, stop: ends[1])
    }

    /// Watches a file or folder.
    ///
    /// - Returns: What ``remove(_:)`` takes; nil if the path cannot be watched.
    func add(_ path: String, events: UInt32, _ handler: @escaping Handler) -> Int32? {
        state.withLock { state in
            state.running = state.running ?? start()
            guard let queue = state.running?.queue else { return nil }
            let watch = inotify_add_watch(queue, path, events)
            guard watch >= 0 else { return nil }
            state.handlers[watch] = handler
            return watch
        }
    }

    func remove(_ watch: Int32) {
        state.withLock { state in
            state.handlers[watch] = nil
            if let queue = state.running?.queue { inotify_rm_watch(queue, watch) }
        }
    }

    private func deliver(_ watch: Int32, _ name: String) {
        state.withLock { $0.handlers[watch] }?(name)
    }

    /// The kernel's queue was full: what else happened is unknown.
    private func deliverLoss() {
        for handler in state.withLock({ Array($0.handlers.values) }) { handler(nil) }
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
                if event.mask & UInt32(IN_Q_OVERFLOW) != 0 {
                    loop?.deliverLoss()
                } else {
                    loop?.deliver(event.wd, String(decoding: name, as: UTF8.self))
                }
                offset = end
            }
        }
    }
}
