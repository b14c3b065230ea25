import FontModel

/// What the generator reports about a file of a target.
package struct BuildProblem: Error, Sendable, Hashable {
    package enum Severity: String, Sendable, Hashable {
        /// Stops every build.
        case error
        /// Shown by the compiler, which can make it an error.
        case warning
        /// May be intended, and is shown by `font-names check` alone.
        case note
    }

    package var severity: Severity
    /// The absolute path of the file.
    package var path: String
    /// What happened and what to do, in whole sentences.
    package var text: String

    package init(_ severity: Severity, _ path: String, _ text: String) {
        (self.severity, self.path, self.text) = (severity, path, text)
    }

    /// The problem in the form of a compiler, for terminals and editors.
    package var line: String { "\(DisplayText.harmless(path)):1:1: \(severity): \(DisplayText.harmless(text))" }

    /// The problem as code: the compiler shows it at the file.
    var directive: String {
        // The compiler shows the text as it is written, so that it has no escapes.
        var shown = String.UnicodeScalarView()
        for scalar in DisplayText.harmless(text).unicodeScalars {
            shown.append(scalar == "\"" ? "'" : scalar == "\\" ? "/" : scalar)
        }
        return """
            #sourceLocation(file: \(SwiftText.literal(path)), line: 1)
            #warning("\(String(shown))")
            #sourceLocation()
            """
    }
}
