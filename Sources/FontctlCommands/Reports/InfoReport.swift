import FontRegistry

/// The properties of one font file, or of all files of a family or pattern.
struct InfoReport: Report {
    var files: [FileReport]

    var json: JSON { files.count == 1 ? files[0].json : ["files": .array(files.map(\.json))] }

    var text: TextOutput {
        var text = TextOutput()
        for (place, file) in files.enumerated() {
            if place > 0 { text.line() }
            text.append(file.text)
        }
        return text
    }
}
