import FontRegistry

/// The properties of one font file, or of all files of a family or pattern.
struct InfoReport: Report {
    var files: [FileReport]
    /// The errors of other files in a folder or archive.
    var failures: [FontError] = []
    /// The reason for which programs do not see fonts.
    var remarks: [String] = []

    var json: JSON { ["files": .array(files.map(\.json)), "failures": SkippedFiles.documents(failures)] }

    var text: TextOutput {
        var text = TextOutput()
        for (place, file) in files.enumerated() {
            if place > 0 { text.line() }
            text.append(file.text)
        }
        return text
    }

    var diagnostics: [String] { remarks + failures.failureLines }

    var exitStatus: Int32 { failures.isEmpty ? ExitStatus.done : ExitStatus.failed }
}
