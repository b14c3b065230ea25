import CWorkerFiles
import FontArchives
import FontModel
package import FontValidation
import Glibc
package import Inspection
import WebFonts
import WorkerSandbox

/// A sandboxed process that inspects the files of one batch, and unpacks them.
///
/// fontd starts it with a socket as its standard input (``WorkerProtocol``); it inherits no environment and no other
/// descriptor. It enters the sandbox before it sends the greeting, and so before it receives any byte of a font. It
/// exits when the socket is closed, which also happens when fontd dies; a limit on processor time applies as well.
/// `PR_SET_PDEATHSIG` is not used, since it reacts to the end of the thread that started the worker.
public enum FontWorkerProgram {
    /// Processes requests until the socket is closed.
    public static func main() -> Never { unsafe main(inspect: inspect, check: check) }

    /// A font in memory: its bytes, their hash, and a name for the C libraries.
    package typealias Font = (bytes: UnsafeRawBufferPointer, sha256: String, name: String)

    package static func inspect(_ font: Font) -> InspectionResult {
        Result { () throws(FontError) in
            try unsafe FontInspection(font.bytes, sha256: font.sha256, readableAt: font.name, given: "")
        }
    }

    package static func check(_ font: Font) -> FileValidation {
        unsafe FileValidation(file: "", font.bytes, sha256: font.sha256, readableAt: font.name)
    }

    /// Returns the font in a file packed for the web.
    private static func unwrap(_ file: Font) -> Result<[UInt8], FontError> {
        Result { () throws(FontError) in try unsafe WebFontFile.font(in: file.bytes) }
    }

    /// Sends the fonts in an archive.
    ///
    /// - Returns: The last part of the reply.
    private static func unpack(_ file: Font) -> UnpackedPart {
        do throws(FontError) {
            try unsafe ArchivedFonts.read(file.bytes) { WorkerSocket.send(answer: $0.encoded) }
            return .end
        } catch { return .failure(error) }
    }

    /// Sends the bytes of a file compressed in xz.
    ///
    /// - Returns: The last part of the reply.
    private static func decompress(_ file: Font) -> UnpackedPart {
        do throws(FontError) {
            try unsafe ArchivedFonts.decompress(file.bytes) {
                WorkerSocket.send(answer: UnpackedPart.bytes($0).encoded)
            }
            return .end
        } catch { return .failure(error) }
    }

    /// Processes requests with a given inspection and deep check.
    package static func main(inspect: (Font) -> InspectionResult, check: (Font) -> FileValidation) -> Never {
        // The files of the locale and of the code pages cannot be opened later.
        if CommandLine.arguments.dropFirst().first == WorkerProtocol.forArchives { ArchivedFonts.prepare() }
        WorkerSocket.greet()
        while let (request, descriptor) = receive() {
            let answer: [UInt8] =
                switch request.job {
                case .inspection:
                    unsafe InspectionAnswer.encode(
                        with(request, descriptor, failed: { .failure($0) }, body: unsafe inspect))
                case .deepCheck:
                    unsafe with(request, descriptor, failed: { FileValidation(file: "", $0) }, body: check).encoded
                case .description, .examination:
                    unsafe ExaminationAnswer.encode(
                        with(request, descriptor, failed: { FileExamination(refusedWith: $0) }) { font in
                            unsafe FileExamination(
                                inspect(font), of: font.bytes, sha256: font.sha256,
                                findings: request.job == .examination ? check(font).findings : nil)
                        })
                case .unwrapping:
                    unsafe UnwrappingAnswer.encode(with(request, descriptor, failed: { .failure($0) }, body: unwrap))
                case .unpacking:
                    unsafe with(request, descriptor, failed: { UnpackedPart.failure($0) }, body: unpack).encoded
                case .decompressing:
                    unsafe with(request, descriptor, failed: { UnpackedPart.failure($0) }, body: decompress).encoded
                }
            close(descriptor)
            WorkerSocket.send(answer: answer)
        }
        exit(WorkerExit.done)
    }

    /// Enters the sandbox without processing requests; for tests.
    package static func lockIn() -> Bool { (try? Lockdown.enter()) != nil }

    /// Maps the font of a request and calls a closure with it.
    private static func with<Answer>(
        _ request: WorkerProtocol.Request, _ descriptor: Int32, failed: (FontError) -> Answer, body: (Font) -> Answer
    ) -> Answer {
        // fontd's own copy is never truncated.
        var bytes = unsafe UnsafeRawBufferPointer(start: nil, count: 0)
        if request.size > 0 {
            guard let base = unsafe mmap(nil, request.size, PROT_READ, MAP_PRIVATE, descriptor, 0),
                unsafe base != MAP_FAILED
            else {
                return failed(
                    FontError(
                        .registrationFailed,
                        "There is not enough memory for the font. Close some programs and try again.",
                        cause: .memory(concernsStore: false)))
            }
            unsafe bytes = UnsafeRawBufferPointer(start: base, count: request.size)
        }
        defer { if let base = bytes.baseAddress { unsafe munmap(.init(mutating: base), bytes.count) } }
        cwf_set_font(descriptor)
        defer { cwf_set_font(-1) }
        return unsafe body((bytes, request.sha256, String(cString: cwf_font_name)))
    }

    /// Returns the next request; nil at the end.
    ///
    /// Invalid data ends the worker.
    private static func receive() -> (WorkerProtocol.Request, Int32)? {
        guard let message = WorkerSocket.receive(WorkerProtocol.Request.length) else { return nil }
        guard let request = WorkerProtocol.Request(encoded: message.bytes), let descriptor = message.descriptor else {
            exit(WorkerExit.protocolViolated)
        }
        return (request, descriptor)
    }
}
