import FontAdvice
import FontRegistry
import FontValidation

extension Remedy {
    /// Removes matplotlib's lists of fonts that lack a font.
    static func renewList(_ lists: MatplotlibLists, _ font: Registration?) -> Remedy {
        let files = lists.lacking(font?.path.map { [$0] } ?? [])
        guard !files.isEmpty else {
            return Remedy(
                sentence: lists.files.isEmpty
                    ? "matplotlib writes its list of fonts at its next start, and will find the font then."
                    : "matplotlib's list of fonts contains the font: restart the program if it is running.")
        }
        return Remedy(
            sentence: "To make matplotlib write a new list of fonts at its next start, remove the current one:",
            command: ShellWords.line(["rm"] + files))
    }

    /// Returns the remedy for an archive that cannot be registered.
    static func unpack(_ archive: String, _ error: FontError) -> Remedy {
        PackedFile.command(for: error, at: archive).map { Remedy(sentence: "To unpack and register it:", command: $0) }
            ?? Remedy(sentence: "Download the archive again, or choose another one.")
    }

    /// Returns the remedy for a file that cannot be registered.
    static func getAnother(_ file: String, _ findings: [FontFinding]) -> Remedy {
        let code = findings.first { $0.severity == .error }?.code.flatMap(FontError.Code.init(rawValue:))
        if code == .unrecognizedFormat,
            let command = PackedFile.command(for: FontError(.unrecognizedFormat, ""), at: file)
        {
            return Remedy(sentence: "To unpack and register it:", command: command)
        }
        return code == .invalidFontData
            ? Remedy(sentence: "Download the file again, or use another release of the font.")
            : Remedy(sentence: "Choose a TrueType or OpenType file that can be read.")
    }
}
