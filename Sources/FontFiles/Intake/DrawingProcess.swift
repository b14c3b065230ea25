package import FontModel
package import Inspection

/// The process that draws fonts and makes smaller ones, `fontd-preview`, which has no rights, like a worker, and serves
/// one request.
package enum DrawingProcess {
    /// Returns the reply of a new process to a request.
    ///
    /// The reply is untrusted, as a font may have taken over the process.
    /// - Parameters:
    ///   - request: The request, at most ``WorkerProtocol/drawingRequestLength`` bytes.
    ///   - kind: The kind of the request.
    ///   - files: The font files that the process gets, in this order; open ones are those that nobody can change.
    ///   - program: The absolute path of the program.
    ///   - timeLimit: The time limit for the request.
    /// - Throws: `fileNotFound` (101), `insufficientPermissions` (102) or `exceededResourceLimit` (106) if a file
    ///   cannot be opened or the request is too long; `invalidFontData` (104) if the process fails on the fonts;
    ///   `registrationFailed` (301) if it cannot be started, hardly runs, or another process ends it.
    package static func answer(
        to request: [UInt8], as kind: WorkerProtocol.DrawingHead.Kind,
        files: [FontItem], program: String, within timeLimit: Duration = .seconds(30)
    ) throws(FontError) -> [UInt8] {
        guard request.count <= WorkerProtocol.drawingRequestLength else {
            throw FontError(
                .exceededResourceLimit,
                "The request has too many fonts, or its texts are too long. Use fewer fonts at a time, or a shorter text."
            )
        }
        let process: WorkerProcess
        do throws(FontError) {
            process = try WorkerProcess(program: program)
            try process.awaitGreeting(until: .now + max(timeLimit, .seconds(10)))
        } catch {
            throw unusable(error.cause)
        }
        var messages: [WorkerProcess.Message] = []
        for file in files {
            let source = try file.open()
            let head = WorkerProtocol.DrawingHead(.file, size: source.size)
            messages.append(.init(bytes: head.encoded, file: source.file))
        }
        // A socket may not hold a request until the process reads it.
        let memory = try SealedMemory(request, name: "request")
        messages.append(
            .init(bytes: WorkerProtocol.DrawingHead(kind, size: request.count).encoded, file: memory.file))
        process.raiseTimeLimit()
        let ending = process.answer(messages, until: .now + timeLimit)
        do throws(WorkerFailure) {
            return try ending.answer(within: timeLimit)
        } catch {
            switch error {
            case .file(let reason): throw failed(reason, files.map(\.name))
            case .other(let error): throw unusable(error.cause)
            }
        }
    }

    /// Returns the error for a reply that is not one.
    package static func malformedReply(_ files: [String]) -> FontError {
        failed("answer", files)
    }

    private static func failed(_ reason: String, _ files: [String]) -> FontError {
        let cause = WorkerFailure.sentence(reason)
        return FontError(
            .invalidFontData,
            files.count == 1
                ? "The font could not be processed. \(cause) Nothing was written; obtain the font from another source."
                : "One of the fonts could not be processed. \(cause) Nothing was written; use them one by one to find it.",
            file: files.count == 1 ? files.first : nil)
    }

    private static func unusable(_ cause: FontError.Cause?) -> FontError {
        FontError(
            .registrationFailed,
            "The program that draws fonts, fontd-preview, could not be used. Try again; if the error persists, reinstall fontd.",
            cause: cause)
    }
}
