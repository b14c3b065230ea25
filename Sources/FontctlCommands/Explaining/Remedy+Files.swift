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
                    ? "matplotlib makes its list of fonts at its next start, and finds the font then."
                    : "matplotlib's list of fonts has it: start the program again if it runs.")
        }
        return Remedy(
            sentence: "To let matplotlib make its list of fonts again at its next start, remove the present one:",
            command: ShellWords.line(["rm"] + files))
    }

    /// Returns the remedy for an archive that cannot be registered.
    static func unpack(_ archive: String, _ error: FontError) -> Remedy {
        PackedFile.command(for: error, at: archive).map { Remedy(sentence: "To unpack and register it:", command: $0) }
            ?? Remedy(sentence: "Get the archive again, or choose another one.")
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
