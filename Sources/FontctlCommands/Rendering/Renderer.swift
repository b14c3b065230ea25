import ArgumentParser
import FontModel

/// The printer of all output.
struct Renderer: Sendable {
    let console: Console
    /// The paths as they were typed.
    let given: GivenPaths
    /// Whether results and errors are documents for programs instead of text for people.
    var isJSON = false
    /// Whether text that tells no failure is left out.
    var isQuiet = false

    /// Prints a result or an error.
    ///
    /// With JSON output everything is in the document on standard output, errors included.
    ///
    /// - Returns: The exit status of the program.
    func show(_ report: some Report) -> Int32 {
        status(after: emit(report), report.exitStatus)
    }

    /// Returns the exit status of a command whose output was written, with a message if that failed.
    func status(after result: Console.WriteResult, _ status: Int32) -> Int32 {
        guard case .failed(let cause) = result else { return status }
        complain(tr("The output could not be written: \(cause). Free some space, or write it elsewhere."))
        return ExitStatus.failed
    }

    /// Prints one of several results.
    func emit(_ report: some Report) -> Console.WriteResult {
        if isJSON { return console.write(json(report.json)) }
        guard !isQuiet || report.exitStatus != ExitStatus.done else {
            report.warnings.forEach(complain)
            return .written
        }
        let document = isQuiet ? [] : report.text.document(showing: given)
        let text = report.isDocument ? document : console.shown(document)
        let result = text.isEmpty ? .written : console.write(text)
        report.diagnostics.forEach(complain)
        if text.isEmpty, !isQuiet, console.isOutputTerminal, let hint = report.hint { writeError(hint) }
        return result
    }

    func complain(_ message: String) {
        writeError("fontctl: " + given.shown(atStartOf: message))
    }

    private func writeError(_ message: String) {
        let lines = FactLines.wrap(message, columns: console.isErrorTerminal ? console.errorColumns() : nil)
        console.writeError(console.shown(Array((lines.joined(separator: "\n") + "\n").utf8)))
    }

    private func json(_ document: JSON) -> [UInt8] {
        let bytes = document.adding(JSONFormat.member).document
        return console.isASCII ? ASCIIText.json(bytes) : bytes
    }

    /// Returns text of several lines, which may quote typed text, safe for a terminal.
    static func safe(_ text: String) -> [UInt8] {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map {
            $0.split(separator: "\t", omittingEmptySubsequences: false).map { DisplayText.harmless(String($0)) }.joined(
                separator: "\t")
        }
        return Array((lines.joined(separator: "\n") + (text.hasSuffix("\n") ? "" : "\n")).utf8)
    }
}
