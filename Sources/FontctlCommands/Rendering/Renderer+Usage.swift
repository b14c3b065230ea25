import ArgumentParser
import FontModel
import Glibc

extension Renderer {
    /// The width below which the parser cannot make its help.
    private static let leastColumns = 40

    /// Prints a message of the argument parser: help, the version, or an error, which is a document with JSON output.
    ///
    /// - Parameter arguments: The arguments of the command line, the command first.
    func end(with error: any Error, for arguments: [String] = []) -> Int32 {
        let columns =
            FontctlContext.current.variables["COLUMNS"].flatMap { Int($0) }
            ?? min(console.outputColumns(), console.errorColumns())
        // The parser makes the help several times, also where no width can be given to it.
        if columns < Self.leastColumns { setenv("COLUMNS", "\(Self.leastColumns)", 1) }
        if let error = error as? CommandLineError { return show(error.text, error.failure, columns) }
        let status = Fontctl.exitCode(for: error).rawValue
        let message = Fontctl.fullMessage(for: error)
        guard !message.isEmpty else { return status }
        guard status != ExitStatus.done else { return write(Self.wrapped(Fontctl.ordered(message), columns)) }
        let corrected = UsageErrors.corrected(message, for: arguments)
        return show(UsageMessages.localized(corrected), Failure(usage: corrected, exitStatus: status), columns)
    }

    /// Prints an error of usage: the text for people, or the document.
    private func show(_ text: String, _ failure: Failure, _ columns: Int) -> Int32 {
        guard !isJSON else { return show(failure) }
        console.writeError(console.shown(Self.safe(Self.wrapped(text, columns))))
        return failure.exitStatus
    }

    /// Returns a text whose lines fit a narrow terminal, with their indentation.
    private static func wrapped(_ text: String, _ columns: Int) -> String {
        guard columns < leastColumns else { return text }
        return text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { line in
            let indent = String(line.prefix { $0 == " " }.prefix(max(0, columns / 4)))
            let words = line.drop { $0 == " " }
            return FactLines.wrap(String(words), after: indent, indent: indent.count, columns: columns)
        }.joined(separator: "\n")
    }

    /// Prints a text for people or a shell on standard output.
    func write(_ text: String) -> Int32 {
        guard !text.isEmpty else { return ExitStatus.done }
        return status(after: console.write(console.shown(Self.safe(text))), ExitStatus.done)
    }
}
