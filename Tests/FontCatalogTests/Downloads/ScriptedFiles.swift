import FontModel
import FontTransfer
import Foundation
import Synchronization
import TestSupport

/// The files of a catalogue in a folder, sent as a script says, as hostile and failing servers do.
final class ScriptedFiles: FileTransport {
    /// What happens at a request.
    enum Step: Sendable {
        case serve(tag: String? = "\"1\"", hasRanges: Bool = true)
        case missing
        case fault(FontError.NetworkFault, status: Int? = nil, retryAfter: Int? = nil)
        /// The connection ends after a number of bytes.
        case cut(after: Int, tag: String? = "\"1\"")
        /// Another body, with the length that the server states.
        case body([UInt8], length: Int64? = nil)
        /// A body without an end.
        case endless
        /// Nothing more comes after a number of bytes, until the client ends the transfer.
        case silent(after: Int)
        /// The file, which comes when a gate is open; another gate opens with the request.
        case held(until: Gate, asked: Gate)
        /// An answer that begins at a place that nobody asked for.
        case wrongRange
    }

    private let folders: [String: String]
    private let steps: Mutex<[String: [Step]]>
    private let log = Mutex<[FileRequest]>([])
    private let preparations = Mutex<[String]>([])
    /// Opened when a server falls silent.
    let silence = Gate()

    /// - Parameter folders: The folders by the beginning of their addresses.
    init(_ folders: [String: String], script: [String: [Step]] = [:]) {
        self.folders = folders
        steps = Mutex(script)
    }

    /// Adds steps for the next requests of an address; after them, the file is served.
    func plan(_ next: [Step], at address: String) { steps.withLock { $0[address, default: []] += next } }

    /// The requests so far.
    var requests: [FileRequest] { log.withLock { $0 } }

    /// The addresses so far for whose requests something was to be started.
    var prepared: [String] { preparations.withLock { $0 } }

    func prepare(for addresses: [String]) { preparations.withLock { $0 += addresses } }

    /// Forgets the requests, and returns them.
    func takeRequests() -> [FileRequest] {
        log.withLock { requests in
            defer { requests = [] }
            return requests
        }
    }

    private func bytes(at address: String) -> [UInt8]? {
        guard let (start, folder) = folders.first(where: { address.hasPrefix($0.key) }),
            let path = address.dropFirst(start.count).removingPercentEncoding,
            let data = FileManager.default.contents(atPath: "\(folder)/\(path)")
        else { return nil }
        return [UInt8](data)
    }

    func open(_ request: FileRequest) async throws(TransferFault) -> any FileAnswer {
        log.withLock { $0.append(request) }
        let step: Step? = steps.withLock { steps in
            guard steps[request.address]?.isEmpty == false else { return nil }
            return steps[request.address]?.removeFirst()
        }
        func answer(
            _ bytes: [UInt8], from offset: Int64 = 0, length: Int64?, tag: String?, ending: Answer.Ending = .end
        ) -> Answer {
            let head = FileHead(
                status: offset > 0 ? 206 : 200, offset: offset, length: length, tag: tag, address: request.address)
            return Answer(head, bytes, limit: request.limit, ending, silence)
        }
        guard let bytes = bytes(at: request.address) else {
            return Answer(FileHead(status: 404, address: request.address), [], limit: 0, .end, silence)
        }
        let length = Int64(bytes.count)
        switch step ?? .serve() {
        case .serve(let tag, let hasRanges):
            let isContinued = hasRanges && request.offset > 0 && (request.part == nil || request.part == tag)
            let offset = isContinued ? request.offset : 0
            return answer(Array(bytes.dropFirst(Int(offset))), from: offset, length: length, tag: tag)
        case .missing: return Answer(FileHead(status: 404, address: request.address), [], limit: 0, .end, silence)
        case .fault(let fault, let status, let retryAfter):
            throw TransferFault(.network(fault), at: request.address, status: status, retryAfter: retryAfter)
        case .cut(let count, let tag):
            return answer(Array(bytes.prefix(count)), length: length, tag: tag, ending: .cut)
        case .body(let other, let stated): return answer(other, length: stated, tag: nil)
        case .endless: return answer(bytes, length: nil, tag: nil, ending: .endless)
        case .silent(let count):
            return answer(Array(bytes.prefix(count)), length: length, tag: "\"1\"", ending: .silent)
        case .held(let gate, let asked):
            asked.open()
            await gate.pass()
            return answer(bytes, length: length, tag: "\"1\"")
        case .wrongRange: return answer(bytes, from: max(1, request.offset / 2), length: length, tag: "\"1\"")
        }
    }

    /// An answer of a server.
    private final class Answer: FileAnswer {
        enum Ending: Sendable { case end, cut, endless, silent }

        let head: FileHead
        private let ending: Ending
        private let limit: Int64
        private let state: Mutex<(rest: ArraySlice<UInt8>, sent: Int64)>
        private let silence: Gate
        private let isOver = Gate()

        init(_ head: FileHead, _ bytes: [UInt8], limit: Int64, _ ending: Ending, _ silence: Gate) {
            self.head = head
            self.ending = ending
            self.limit = limit
            self.silence = silence
            state = Mutex((bytes[...], 0))
        }

        func next() async throws(TransferFault) -> [UInt8]? {
            let (part, sent) = state.withLock { state in
                var part = Array(state.rest.prefix(100))
                state.rest = state.rest.dropFirst(part.count)
                if part.isEmpty, ending == .endless { part = [UInt8](repeating: 0, count: 100) }
                state.sent += Int64(part.count)
                return (part, state.sent)
            }
            guard sent <= limit else { throw TransferFault(.tooLong, at: head.address) }
            guard part.isEmpty else { return part }
            switch ending {
            case .end, .endless: return nil
            case .cut: throw TransferFault(.network(.cut), at: head.address)
            case .silent:
                silence.open()
                await isOver.pass()
                throw TransferFault(.cancelled, at: head.address)
            }
        }

        func cancel() { isOver.open() }
    }
}
