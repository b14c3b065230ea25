import Glibc
import Inspection
import Specimens
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
            switch (WorkerProtocol.DrawingHead(encoded: message.bytes), message.descriptor) {
            case (.file(let size), let descriptor?) where files.count < Specimen.Limits.files:
                files.append(FontMemory(descriptor: descriptor, size: size))
                close(descriptor)
            case (.picture(let length), let descriptor?):
                guard let request = bytes(descriptor, length), let specimen = try? Specimen(encoded: request) else {
                    exit(WorkerExit.protocolViolated)
                }
                finish(answer(specimen, files).encoded)
            case (.subset(let length), let descriptor?):
                guard let request = bytes(descriptor, length), let subset = try? FontSubset(encoded: request),
                    files.count == 1, let file = files[0]
                else { exit(WorkerExit.protocolViolated) }
                finish(Result { () throws(SubsettingFailure) in try FontSubsetter.font(subset, of: file) }.encoded)
            default: exit(WorkerExit.protocolViolated)
            }
        }
    }

    private static func bytes(_ descriptor: Int32, _ length: Int) -> [UInt8]? {
        FontMemory(descriptor: descriptor, size: length).map { Array($0.bytes) }
    }

    private static func finish(_ reply: [UInt8]) -> Never {
        WorkerSocket.send(answer: reply)
        exit(WorkerExit.done)
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
