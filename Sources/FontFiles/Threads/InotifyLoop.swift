import CLinux
import FontModel
import Glibc
import Synchronization

/// A thread that waits for changes of files and folders and calls the listeners.
///
/// It sleeps in the kernel and wakes only for events.
package final class InotifyLoop: Sendable {
    /// Handles an event.
    ///
    /// - Parameter name: The name of the file in a watched folder; `nil` if events were lost and anything may have
    ///   changed.
    package typealias Handler = @Sendable (_ name: String?) -> Void

    /// One listener's watch; the kernel has a single watch per file, shared by all listeners.
    package struct Watch: Sendable, Hashable {
        fileprivate var descriptor: Int32
        fileprivate var listener: Int
    }

    private struct Listener {
        var number: Int
        var events: UInt32
        var handler: Handler
    }

    private struct State {
        /// The descriptors of the running thread, started with the first watch, because the kernel limits the instances
        /// per user.
        var running: (queue: Int32, stop: Int32)?
        /// The listeners by watch descriptor, in order of addition.
        var listeners: [Int32: [Listener]] = [:]
        var lastListener = 0
    }

    private let state = Mutex(State())

    package init() {}

    deinit {
        // Closing this descriptor makes the thread close its descriptors and exit.
        if let running = state.withLock({ $0.running }) { close(running.stop) }
    }

    /// Starts the thread.
    ///
    /// - Returns: `nil` if the kernel provides no inotify instance or no thread.
    private func start() -> (queue: Int32, stop: Int32)? {
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
        return (queue, ends[1])
    }

    /// Watches a file or folder.
    ///
    /// - Returns: The watch, to be passed to ``remove(_:)``; `nil` if the path cannot be watched.
    package func add(_ path: String, events: UInt32, _ handler: @escaping Handler) -> Watch? {
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

    package func remove(_ watch: Watch) {
        state.withLock { state in
            guard var listeners = state.listeners[watch.descriptor] else { return }
            listeners.removeAll { $0.number == watch.listener }
            state.listeners[watch.descriptor] = listeners.isEmpty ? nil : listeners
            if listeners.isEmpty, let queue = state.running?.queue { inotify_rm_watch(queue, watch.descriptor) }
        }
    }

    private func deliver(_ descriptor: Int32, _ mask: UInt32, _ name: String) {
        // The end of a watch concerns all its listeners.
        let isEnd = mask & UInt32(IN_IGNORED | IN_UNMOUNT) != 0
        for listener in state.withLock({ $0.listeners[descriptor] }) ?? [] where isEnd || mask & listener.events != 0 {
            listener.handler(name)
        }
    }

    /// Notifies all listeners that the kernel's queue overflowed and events were lost.
    private func deliverLoss() {
        for listener in state.withLock({ $0.listeners.values.flatMap(\.self) }) { listener.handler(nil) }
    }

    /// The state of the thread, which references the loop weakly, so that the loop can be deinitialized and stop the
    /// thread.
    private final class Run: @unchecked Sendable {
        // `loop` is weak and therefore a variable; it is set here and read on one thread only.
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
