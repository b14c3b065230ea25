import FontModel

/// The question of a shell for the words that complete a command line.
enum CompletionRequest {
    /// The word with which the scripts ask, which is no command.
    static let word = "---complete"

    /// Returns the answer, a line for each candidate after `=`, for zsh and fish with a tab and its summary; or `files`
    /// or `folders`, for which a shell has its own completion.
    ///
    /// A candidate that is not safe to show is left out, as are all with line ends.
    ///
    /// - Parameter arguments: ``word``, the shell, and for bash the line up to the cursor with the part to replace,
    ///   for other shells the words after the command's name, of which the last is completed.
    /// - Returns: Nil for any other command line, or one that cannot be completed.
    static func answer(to arguments: [String]) async -> String? {
        guard arguments.first == word, arguments.count > 2, let shell = CompletionScript(rawValue: arguments[1])
        else { return nil }
        var (before, text) = (Array(arguments[2...].dropLast()), arguments.last ?? "")
        var bash: BashWord?
        if shell == .bash {
            guard arguments.count == 4, let word = BashWord(line: arguments[2], replaced: arguments[3]),
                !word.before.isEmpty
            else { return nil }
            (bash, before, text) = (word, Array(word.before.dropFirst()), word.text)
        }
        let completion = await CommandCompletion(of: before, text)
        let candidates = completion.candidates.filter {
            $0.text.unicodeScalars.starts(with: text.unicodeScalars) && DisplayText.isHarmless($0.text)
        }
        let lines =
            bash?.spellings(of: candidates.map(\.text))
            ?? candidates.map { $0.text + ($0.summary.isEmpty ? "" : "\t\($0.summary)") }
        let files = candidates.isEmpty ? completion.files.map { $0.rawValue + "\n" } ?? "" : ""
        return lines.map { "=\($0)\n" }.joined() + files
    }
}
