import Glibc
import Inspection
import Specimens
import WorkerSandbox

/// A sandboxed process that draws one picture.
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
            switch (WorkerProtocol.DrawingHead(encoded: message.bytes), message.descriptor) {
            case (.file(let size), let descriptor?) where files.count < Specimen.Limits.files:
                files.append(FontMemory(descriptor: descriptor, size: size))
                close(descriptor)
            case (.request(let length), nil):
                guard let request = WorkerSocket.receive(length)?.bytes,
                    let specimen = try? Specimen(encoded: request)
                else { exit(WorkerExit.protocolViolated) }
                WorkerSocket.send(answer: answer(specimen, files).encoded)
                exit(WorkerExit.done)
            default: exit(WorkerExit.protocolViolated)
            }
        }
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
