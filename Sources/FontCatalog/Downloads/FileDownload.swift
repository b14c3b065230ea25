import FontModel
import FontTransfer

/// The download of one body into its part file: from the servers in their order, again after a pause, and on from where
/// an earlier transfer ended.
struct FileDownload: Sendable {
    /// What became of a request.
    private enum Outcome {
        case complete
        /// The server cannot deliver the file now, or not at all.
        case failed(FontError, mayRepeat: Bool, pause: Int?)
    }

    let form: DownloadPlan.Form
    let transport: any FileTransport
    let pause: DownloadPause
    /// Receives the number of bytes that are there.
    let didReceive: @Sendable (Int64) -> Void
    let willRetry: @Sendable (Duration, FontError) -> Void
    var part: PartFile
    /// The server that served the last bytes.
    private(set) var served = ""
    /// The bytes that arrived now.
    private(set) var bytes: Int64 = 0

    init(
        _ form: DownloadPlan.Form, into part: PartFile, over transport: any FileTransport, pause: DownloadPause,
        didReceive: @escaping @Sendable (Int64) -> Void, willRetry: @escaping @Sendable (Duration, FontError) -> Void
    ) {
        self.form = form
        self.part = part
        self.transport = transport
        self.pause = pause
        self.didReceive = didReceive
        self.willRetry = willRetry
    }

    /// Downloads the body, unless the part is complete.
    ///
    /// - Throws: `registrationFailed` (301) with the cause `network`, after which the part can be continued, or `download`,
    ///   after which it is empty; `cancelledByUser` (304); an error of the store.
    mutating func run() async throws(FontError) {
        let origin = part.origin
        if part.size >= form.size {
            if part.size == form.size, try part.finish() == form.sha256 {
                served = origin?.address ?? form.addresses[0]
                return didReceive(part.size)
            }
            try part.restart()
        }
        // The server that sent the part goes on.
        var servers = form.addresses.filter { $0 == origin?.address } + form.addresses.filter { $0 != origin?.address }
        var error = FontError.refused(.hash, at: form.addresses[0])
        var rounds = RequestRounds()
        while true {
            var others: [String] = []
            var asked: Int?
            for server in servers {
                guard !Task.isCancelled else { throw .downloadCancelled }
                switch try await ask(server) {
                case .complete: return
                case .failed(let failure, let mayRepeat, let seconds):
                    error = failure
                    if mayRepeat { others.append(server) }
                    asked = max(asked ?? 0, seconds ?? 0)
                    if server != servers.last { willRetry(.zero, failure) }
                }
            }
            servers = others
            guard !servers.isEmpty, let time = rounds.next(after: asked) else { break }
            willRetry(time, error)
            await pause.wait(time)
        }
        throw error
    }

    /// Asks a server for what is missing.
    private mutating func ask(_ server: String) async throws(FontError) -> Outcome {
        let origin = part.origin
        let tag = origin?.address == server ? origin?.tag : nil
        let start = tag == nil ? 0 : part.size
        if let outcome = try await take(
            FileRequest(server, offset: start, part: tag, limit: form.size), from: server)
        {
            return outcome
        }
        // The server's file does not continue the part.
        try part.restart()
        return start > 0 ? try await ask(server) : try refused(.hash, server)
    }

    /// Makes a request, and takes the body of the answer.
    ///
    /// - Returns: The outcome; nil if the server's file does not continue the part.
    private mutating func take(_ request: FileRequest, from server: String) async throws(FontError) -> Outcome? {
        let answer: any FileAnswer
        do throws(TransferFault) {
            answer = try await transport.open(request)
        } catch {
            return try outcome(of: error, continuing: request.offset > 0)
        }
        defer { answer.cancel() }
        let head = answer.head
        guard [200, 206].contains(head.status) else {
            let fault = TransferFault(.network(.status), at: server, status: head.status)
            return .failed(fault.fontError(keepsPart: true), mayRepeat: false, pause: nil)
        }
        if let length = head.length, length != form.size {
            return try refused(length > form.size ? .tooLong : .tooShort, server)
        }
        guard head.offset == 0 || head.offset == request.offset else { return nil }
        if head.offset == 0 { try part.restart() }
        try part.note(head.tag.map { PartFile.Origin(address: server, tag: $0) })
        reading: while true {
            switch await Self.next(of: answer) {
            case .failure(let fault): return try outcome(of: fault, continuing: false)
            case .success(nil): break reading
            case .success(let bytes?):
                guard part.size + Int64(bytes.count) <= form.size else { return try refused(.tooLong, server) }
                try part.append(bytes)
                self.bytes += Int64(bytes.count)
                didReceive(part.size)
            }
        }
        guard part.size == form.size else { return try refused(.tooShort, server) }
        guard try part.finish() == form.sha256 else {
            // What was there before may be of another file.
            return head.offset > 0 ? nil : try refused(.hash, server)
        }
        served = server
        return .complete
    }

    private mutating func outcome(
        of fault: TransferFault, continuing: Bool
    ) throws(FontError) -> Outcome? {
        if Task.isCancelled { throw .downloadCancelled }
        switch fault.kind {
        // The server has no such part, or sent another one.
        case .network(.status) where [206, 416].contains(fault.status) && continuing: return nil
        case .tooLong: return try refused(.tooLong, fault.address)
        case .network, .cancelled:
            return .failed(fault.fontError(keepsPart: true), mayRepeat: fault.isPassing, pause: fault.retryAfter)
        }
    }

    /// Returns the next bytes of an answer, which ends with the task.
    private static func next(of answer: any FileAnswer) async -> Result<[UInt8]?, TransferFault> {
        await withTaskCancellationHandler {
            do throws(TransferFault) {
                return .success(try await answer.next())
            } catch {
                return .failure(error)
            }
        } onCancel: {
            answer.cancel()
        }
    }

    /// Deletes what arrived of a wrong body.
    private mutating func refused(_ fault: FontError.DownloadFault, _ server: String) throws(FontError) -> Outcome {
        try part.restart()
        return .failed(.refused(fault, at: server), mayRepeat: false, pause: nil)
    }
}
