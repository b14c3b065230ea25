import FontModel

/// What fontd and a worker say to each other over the worker's standard input, a stream socket.
///
/// The worker greets once it has locked itself in. Then, per file: a request with a descriptor of the file, an answer as
/// long as its first four bytes say. Numbers are little-endian. The socket's end ends the worker.
package enum WorkerProtocol {
    /// What a worker says first.
    package struct Greeting: Sendable, Hashable {
        /// The version of the kernel's Landlock that keeps it from files and network; 0 where there is none.
        package var landlock: Int
        /// Whether the kernel ends or refuses system calls that are not on the list.
        package var hasFilter: Bool

        /// Bytes of a greeting.
        package static let length = 8
        // The last byte is the version of all that is said.
        private static let mark: [UInt8] = Array("fontd".utf8) + [2]

        package init(landlock: Int, hasFilter: Bool) {
            self.landlock = landlock
            self.hasFilter = hasFilter
        }

        package var encoded: [UInt8] { Self.mark + [UInt8(clamping: landlock), hasFilter ? 1 : 0] }

        /// Nil for anything but the greeting of a worker of this version.
        package init?(encoded bytes: [UInt8]) {
            guard bytes.count == Self.length, bytes.starts(with: Self.mark), bytes[7] <= 1 else { return nil }
            self.init(landlock: Int(bytes[6]), hasFilter: bytes[7] == 1)
        }
    }

    /// What is to be done with a file.
    package enum Task: UInt8, Sendable, Hashable {
        /// A ``FontInspection``, answered as ``InspectionAnswer`` writes it.
        case inspection = 1
        /// A ``DeepCheck``, answered as ``DeepCheckAnswer`` writes it.
        case deepCheck = 2
    }

    /// What fontd asks about the file whose descriptor comes with it.
    package struct Request: Sendable, Hashable {
        package var task: Task
        /// In bytes.
        package var size: Int
        /// Lower-case hexadecimal; names a face that has no name.
        package var sha256: String

        /// Bytes of a request.
        package static let length = 1 + 8 + 64

        package init(_ task: Task, size: Int, sha256: String) {
            self.task = task
            self.size = size
            self.sha256 = sha256
        }

        package var encoded: [UInt8] {
            var writer = WireWriter()
            writer.put(task.rawValue)
            writer.put(UInt64(size))
            writer.bytes += sha256.utf8
            precondition(writer.bytes.count == Self.length, "a hash has 64 digits")
            return writer.bytes
        }

        /// Nil for what no request looks like.
        package init?(encoded bytes: [UInt8]) {
            guard bytes.count == Self.length, let task = Task(rawValue: bytes[0]) else { return nil }
            var size: UInt64 = 0
            for byte in bytes[1..<9].reversed() { size = size << 8 | UInt64(byte) }
            guard size <= UInt64(FontLimits.fileSize) else { return nil }
            self.init(task, size: Int(size), sha256: String(decoding: bytes[9...], as: UTF8.self))
        }
    }

    /// Bytes of an answer at most: 32 MiB.
    package static let answerLength = 32 << 20

    /// What a worker may use, whichever file it is given.
    package enum Limits {
        /// Address space, in bytes: the largest file is mapped twice.
        package static let memory = 1 << 30
        /// Processor time of one inspection, in seconds.
        package static let seconds = 5
        /// Processor time of one deep check, in seconds; fontd grants it to a worker that it asks for one.
        package static let deepCheckSeconds = 20
        /// After how much processor time a worker is given no further file, in seconds.
        package static let service = 1
    }
}
