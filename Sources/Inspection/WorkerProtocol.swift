import FontModel

/// The protocol between fontd and a worker on the worker's standard input, a stream socket.
///
/// The worker sends a greeting once it is sandboxed. Then, for each file, fontd sends a request with a descriptor of
/// the file, and the worker sends a reply, whose length is in its first four bytes. Numbers are little-endian. The
/// worker exits when the socket is closed.
package enum WorkerProtocol {
    /// The first message of a worker.
    package struct Greeting: Sendable, Hashable {
        /// The version of the kernel's Landlock that denies access to files and network; 0 without Landlock.
        package var landlock: Int
        /// Whether the kernel filters system calls.
        package var hasFilter: Bool

        /// The length in bytes.
        package static let length = 8
        // The last byte is the version of the protocol.
        private static let mark: [UInt8] = Array("fontd".utf8) + [2]

        package init(landlock: Int, hasFilter: Bool) {
            self.landlock = landlock
            self.hasFilter = hasFilter
        }

        package var encoded: [UInt8] { Self.mark + [UInt8(clamping: landlock), hasFilter ? 1 : 0] }

        /// Decodes a greeting; nil for anything but the greeting of a worker of this version.
        package init?(encoded bytes: [UInt8]) {
            guard bytes.count == Self.length, bytes.starts(with: Self.mark), bytes[7] <= 1 else { return nil }
            self.init(landlock: Int(bytes[6]), hasFilter: bytes[7] == 1)
        }
    }

    /// The job of a request.
    package enum Job: UInt8, Sendable, Hashable {
        /// A ``FontInspection``, with a reply encoded by ``InspectionAnswer``.
        case inspection = 1
        /// A check of the type ``DeepChecking``, which also decodes the reply.
        case deepCheck = 2
        /// The font in a file packed for the web, with a reply encoded by ``UnwrappingAnswer``.
        case unwrapping = 3
        /// The fonts in an archive, with a reply for each ``UnpackedPart``, of which the last is an end or an error.
        case unpacking = 4
        /// The bytes of a file compressed in xz, with a reply for each ``UnpackedPart/bytes(_:)``, then an end or an error.
        case decompressing = 5
        /// A ``FileExamination`` without a deep check, with a reply encoded by ``ExaminationAnswer``.
        case description = 6
        /// A ``FileExamination`` with the findings of a deep check, with the same reply.
        case examination = 7

        /// Whether the job may take the processor time of a deep check.
        package var isLong: Bool { [.deepCheck, .unpacking, .decompressing, .examination].contains(self) }

        /// The maximum length of a reply in bytes: 32 MiB, or a font of 64 MiB.
        package var answerLength: Int { self == .unwrapping ? (64 << 20) + (1 << 16) : WorkerProtocol.answerLength }
    }

    /// A request about the file whose descriptor is sent with it.
    package struct Request: Sendable, Hashable {
        package var job: Job
        /// The size of the file in bytes.
        package var size: Int
        /// The hash in lowercase hexadecimal digits, which is used to name a face without a name.
        package var sha256: String

        /// The length in bytes.
        package static let length = 1 + 8 + 64

        package init(_ job: Job, size: Int, sha256: String) {
            self.job = job
            self.size = size
            self.sha256 = sha256
        }

        package var encoded: [UInt8] {
            var writer = WireWriter()
            writer.put(job.rawValue)
            writer.put(UInt64(size))
            writer.bytes += sha256.utf8
            precondition(writer.bytes.count == Self.length, "a hash has 64 digits")
            return writer.bytes
        }

        /// Decodes a request; nil if it is invalid.
        package init?(encoded bytes: [UInt8]) {
            guard bytes.count == Self.length, let job = Job(rawValue: bytes[0]) else { return nil }
            let size = bytes[1..<9].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            guard size <= UInt64(FontLimits.fileSize) else { return nil }
            self.init(job, size: Int(size), sha256: String(decoding: bytes[9...], as: UTF8.self))
        }
    }

    /// The argument of a worker that unpacks archives, for which it loads more before it enters the sandbox.
    package static let forArchives = "archives"

    /// The maximum length of a reply in bytes: 32 MiB.
    package static let answerLength = 32 << 20

    /// The resource limits of a worker, independent of the file.
    package enum Limits {
        /// The address space in bytes; the largest file is mapped twice.
        package static let memory = 1 << 30
        /// The processor time of one inspection in seconds.
        package static let seconds = 5
        /// The processor time of one long job (``Job/isLong``) in seconds, which fontd grants when it requests one.
        package static let deepCheckSeconds = 20
        /// The processor time in seconds after which a worker gets no further file.
        package static let service = 1
    }
}
