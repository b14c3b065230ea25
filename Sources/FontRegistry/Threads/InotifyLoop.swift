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

    /// What one who listens asked for; the kernel has one watch for a file, whoever listens.
    struct Watch: Sendable, Hashable {
        fileprivate var descriptor: Int32
        fileprivate var listener: Int
    }

    private struct Listener {
        var number: Int
        var events: UInt32
        var handler: Handler
    }

    private struct State {
        var running: Running?
        /// By the kernel's number of a watch; in the order they came.
        var listeners: [Int32: [Listener]] = [:]
        var lastListener = 0
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
    func add(_ path: String, events: UInt32, _ handler: @escaping Handler) -> Watch? {
        state.withLock { state in
            state.running = state.running ?? start()
            guard let queue = state.running?.queue else { return nil }
            let descriptor = inotify_add_watch(queue, path, events | UInt32(IN_MASK_ADD))
            guard descriptor >= 0 else { return nil }
            state.lastListener += 1
            state.listeners[descriptor, default: []].append(
                Listener(number: state.lastListener, events: events, handler: handler))
            return Watch(descriptor: descriptor, listener: state.lastListener)
        }
    }

    func remove(_ watch: Watch) {
        state.withLock { state in
            guard var listeners = state.listeners[watch.descriptor] else { return }
            listeners.removeAll { $0.number == watch.listener }
            state.listeners[watch.descriptor] = listeners.isEmpty ? nil : listeners
            if listeners.isEmpty, let queue = state.running?.queue { inotify_rm_watch(queue, watch.descriptor) }
        }
    }

    private func deliver(_ descriptor: Int32, _ mask: UInt32, _ name: String) {
        // That a watch has ended concerns all.
        let isEnd = mask & UInt32(IN_IGNORED | IN_UNMOUNT) != 0
        for listener in state.withLock({ $0.listeners[descriptor] }) ?? [] where isEnd || mask & listener.events != 0 {
            listener.handler(name)
        }
    }

    /// The kernel's queue was full: what else happened is unknown.
    private func deliverLoss() {
        for listener in state.withLock({ $0.listeners.values.flatMap(\.self) }) { listener.handler(nil) }
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
                    loop?.deliver(event.wd, event.mask, String(decoding: name, as: UTF8.self))
                }
                offset = end
            }
        }
    }
}
