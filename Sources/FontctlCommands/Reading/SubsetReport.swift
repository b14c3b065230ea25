import FontRegistry
import ReaderFonts

/// A copy of a font that was written.
struct SubsetReport: Report {
    var file: String
    /// The size of the file in bytes.
    var size: Int
    /// The font that was copied.
    var source: FontDescriptor
    /// The face of the copy.
    var made: FontFace
    /// Whether the copy has other characters or names than the font.
    var isModified: Bool
    var license: LicenseFinding
    /// The characters of the text that the font does not have.
    var missing: String
    /// The reason for which programs do not see the font.
    var withheld: WithheldFont?

    var json: JSON {
        [
            "file": .string(file), "size": JSON(size), "source": JSON(source), "face": .face(made, file: file),
            "modified": .bool(isModified), "license": JSON(license.preciseIdentifier),
            "reservedNames": JSON(license.reservedNames), "missing": .string(missing),
            "withheld": JSON.withheld([withheld].compactMap(\.self)),
        ]
    }

    var text: TextOutput {
        TextOutput([[file, "\(size) bytes", made.postscriptName, isModified ? "modified" : "unmodified"]])
    }

    var diagnostics: [String] {
        var lines = [withheld?.remark].compactMap(\.self)
        if !missing.isEmpty { lines.append("The font lacks: \(missing)") }
        switch license.identifier {
        case nil:
            lines.append(
                "The license of \(source.face.family) is unknown. Ask its owner before you distribute the copy.")
        case let identifier?:
            lines.append("Distribute the copy with the text of its license, \(identifier).")
        }
        return lines
    }
}
