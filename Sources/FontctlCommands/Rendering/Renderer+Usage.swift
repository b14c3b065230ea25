import ArgumentParser

extension Renderer {
    /// Prints a message of the argument parser: help, the version, a completion script, or an error.
    func end(with error: any Error) -> Int32 {
        if error is NoCommand {
            console.writeError(Self.safe(Fontctl.helpMessage()))
            return ExitStatus.usage
        }
        if let unknown = error as? UnknownCommand {
            console.writeError(Self.safe(unknown.message))
            return ExitStatus.usage
        }
        let status = Fontctl.exitCode(for: error).rawValue
        let message = Fontctl.fullMessage(for: error)
        guard !message.isEmpty else { return status }
        if status == ExitStatus.done {
            if case .failed(let cause) = console.write(Self.safe(message)) {
                complain("The output could not be written: \(cause). Free some space, or write it elsewhere.")
                return ExitStatus.failed
            }
        } else {
            console.writeError(Self.safe(message))
        }
        return status
    }
}
