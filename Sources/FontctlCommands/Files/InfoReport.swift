import FontRegistry

/// The properties of one font file, or of all files of a family or pattern.
struct InfoReport: Report {
    var files: [FileReport]
    /// The errors of other files in a folder or archive.
    var failures: [FontError] = []
    /// The reason for which programs do not see fonts.
    var remarks: [String] = []

    var json: JSON {
        let document: JSON = ["files": .array(files.map(\.json))]
        return document.adding(
            ("failures", failures.isEmpty ? nil : .array(failures.map(SkippedFiles.document))))
    }

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
