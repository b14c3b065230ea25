import FontSpecimens
import Glibc
import Inspection
import WorkerSandbox

/// A sandboxed process that draws one picture, or makes one smaller font.
///
/// fontctl starts it with a socket as its standard input (`WorkerProtocol.DrawingHead`), like a worker. It enters the
/// sandbox before it receives any byte of a font.
public enum DrawingProgram {
    /// Processes one request.
    public static func main() -> Never {
        WorkerSocket.greet()
        var files: [FontMemory?] = []
        while true {
            guard let message = WorkerSocket.receive(WorkerProtocol.DrawingHead.length) else { exit(WorkerExit.done) }
            guard let head = WorkerProtocol.DrawingHead(encoded: message.bytes), let descriptor = message.descriptor,
                head.kind != .file || files.count < Specimen.Limits.files
            else { exit(WorkerExit.protocolViolated) }
            let memory = FontMemory(descriptor: descriptor, size: head.size)
            close(descriptor)
            if head.kind == .file {
                files.append(memory)
            } else if let memory, let reply = reply(to: Array(memory.bytes), head.kind, files) {
                WorkerSocket.send(answer: reply)
                exit(WorkerExit.done)
            } else {
                exit(WorkerExit.protocolViolated)
            }
        }
    }

    /// Returns the reply to a request; nil if it is malformed.
    private static func reply(
        to request: [UInt8], _ kind: WorkerProtocol.DrawingHead.Kind, _ files: [FontMemory?]
    ) -> [UInt8]? {
        if kind == .picture { return (try? Specimen(encoded: request)).map { answer($0, files).encoded } }
        guard let subset = try? FontSubset(encoded: request), files.count == 1, let file = files[0] else { return nil }
        return Result { () throws(SubsettingFailure) in try FontSubsetter.font(subset, of: file) }.encoded
    }

    private static func answer(_ specimen: Specimen, _ files: [FontMemory?]) -> Result<DrawnSpecimen, DrawingFailure> {
        if let place = files.firstIndex(where: { $0 == nil }) { return .failure(.memory(file: place)) }
        let result = Result { () throws(DrawingFailure) in
            try SpecimenRenderer.draw(specimen, files: files.compactMap(\.self))
        }
        // The reply has the file, and few bytes beside it.
        if case .success(let drawn) = result, drawn.bytes.count > WorkerProtocol.answerLength - (1 << 20) {
            return .failure(.tooLarge)
        }
        return result
    }
}
