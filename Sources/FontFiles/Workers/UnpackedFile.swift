import CLinux
package import FontModel
import Glibc
import Inspection

/// A file compressed in xz whose bytes are known by their length and SHA-256, unpacked by a worker.
package enum UnpackedFile {
    /// The time limit for one file.
    private static let timeLimit = Duration.seconds(60)

    /// Unpacks a file into one without a name.
    ///
    /// - Parameters:
    ///   - source: The compressed file.
    ///   - size: The length of the result; a longer one is stopped there.
    ///   - sha256: The SHA-256 of the result.
    ///   - folder: The folder on whose disk the result is.
    ///   - program: The absolute path of `fontd-worker`; nil for the installed one.
    /// - Throws: `registrationFailed` (301) with the cause `download` if the file is damaged or has other bytes, and with
    ///   another cause if it cannot be unpacked now.
    package static func unpack(
        _ source: SourceFile, size: Int, sha256: String, in folder: String, by program: String? = nil
    ) throws(FontError) -> OpenedFile {
        guard let program = program ?? FontWorkers.installedProgram else { throw .noWorkerInstalled("fontd-worker") }
        let worker = try WorkerProcess(program: program, argument: WorkerProtocol.forArchives)
        try worker.awaitGreeting(until: .now + timeLimit)
        let descriptor = clx_open_unnamed(folder)
        let file = try OpenedFile(descriptor >= 0 ? descriptor : clx_memfd("font"), path: folder)
        var (hash, count) = (ContentHash(), 0)
        let ending = try worker.unpack(
            WorkerProtocol.Request(.decompressing, size: source.size, sha256: sha256), file: source.file,
            until: .now + timeLimit
        ) { part throws(FontError) in
            guard let part = try? UnpackedPart(decoding: part) else { throw refused("its process answered nonsense") }
            switch part {
            case .bytes(let bytes):
                count += bytes.count
                guard count <= size else { throw refused("it unpacks to more than the font's \(size) bytes") }
                bytes.withUnsafeBytes { hash.update($0) }
                try ByteCopy.writeAll(bytes, to: file.descriptor, path: folder)
                return true
            case .end: return false
            case .failure(let error): throw error.code == .registrationFailed ? error : refused("it is damaged")
            case .font, .text, .left: throw refused("its process answered nonsense")
            }
        }
        do throws(WorkerFailure) {
            _ = try ending.answer(within: timeLimit)
        } catch {
            throw error.error { refused(WorkerFailure.sentence($0)) }
        }
        guard count == size, hash.finalize() == sha256 else { throw refused("it contains another font") }
        return file
    }

    private static func refused(_ reason: Message) -> FontError {
        FontError(
            .registrationFailed,
            "The compressed font that the server sent cannot be used. Try again later, or report this to the publisher.",
            cause: .download(.unpacking, detail: reason.description))
    }
}
