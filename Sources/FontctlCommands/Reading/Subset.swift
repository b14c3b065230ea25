import ArgumentParser
import FontAdvice
import FontModel
import FontPictures
import FontRegistry
import FontSpecimens
import Foundation
import Inspection
import ReaderFonts

struct Subset: FontctlCommand {
    static let configuration = CommandConfiguration(
        "subset", abstract: "Write a smaller or packed copy of a font, for a page or book.",
        discussion: """
            The copy has the characters of --text, with the layout, variations and names of the font; without --text \
            it has all characters. A file that ends with .woff2 is packed for the web.

            A copy with other characters or names is a modified version. If a license reserves the font's names for \
            the original, give the copy another family with --rename. Fonts that do not allow embedding or subsetting \
            (OS/2.fsType) are refused.

            Examples:
              fontctl subset "Klee One" --text "日本語の本" --output klee.woff2
              fontctl subset Lora --text "Contents" --rename "Reader Serif" --output title.ttf
              fontctl subset ./Draft.otf --output draft.woff2
            """)

    @Argument(
        help: ArgumentHelp("A family, a name of a font, or a font file.", valueName: "font"),
        completion: .familiesOrFiles)
    var font: TargetArgument

    @Option(
        name: [.customShort("o"), .customLong("output")],
        help: ArgumentHelp("The file to write: .ttf, .otf or .woff2.", valueName: "file"), completion: .file())
    var file: PathArgument

    @Option(help: ArgumentHelp("The characters of the copy.", valueName: "text"))
    var text: String?

    @Option(help: ArgumentHelp("The family of the copy.", valueName: "family"))
    var rename: NameArgument?

    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard [".ttf", ".otf", ".woff2"].contains(where: file.text.lowercased().hasSuffix) else {
            throw ValidationError(
                message:
                    "The file to write must end with .ttf, .otf or .woff2: fontctl subset Lora --output lora.woff2")
        }
        guard text?.isEmpty != true else {
            throw ValidationError(message: "The text is empty. Omit --text for all characters.")
        }
        if let family = rename?.text,
            PostScriptName.formed(family: family, style: "") == nil || family.utf8.count > FontSubset.familyLength
                || DisplayText.clean(family) != family
        {
            throw ValidationError(
                message:
                    "The family needs letters from A to Z, at most \(FontSubset.familyLength) bytes, and only printable characters: --rename \"Reader Serif\""
            )
        }
    }

    func answer(in context: FontctlContext) async throws(FontError) -> any Report {
        let path = try context.absolute(file.text)
        let manager = try await context.readingManager()
        let target = try await font.target(in: context, by: manager)
        // A file that is packed, for the web or in an archive, is read from a copy, which is needed until the end.
        guard let unwrapped = try FontCopies(unwrappingOne: target) else {
            return try await copy(of: try await manager.previewFonts(target), to: path, by: manager, in: context)
        }
        defer { withExtendedLifetime(unwrapped) {} }
        do throws(FontError) {
            return try await copy(
                of: try unwrapped.fonts(areStyles: false), givenAs: unwrapped.files.first, to: path, by: manager,
                in: context)
        } catch {
            throw error.naming(unwrapped.names)
        }
    }

    /// Writes the copy of a font.
    ///
    /// - Parameters:
    ///   - found: The fonts, of which there must be one.
    ///   - given: The file that the user named, if the font is read from a copy of it.
    private func copy(
        of found: [PreviewFont], givenAs given: FontCopies.File? = nil, to path: String, by manager: FontManager,
        in context: FontctlContext
    ) async throws(FontError) -> SubsetReport {
        guard let preview = found.first, found.count == 1 else {
            throw FontError(
                .insufficientInfo,
                "The file contains \(found.count) fonts. Register it, and specify one of them by name: \(found.prefix(3).map(\.font.postscriptName).joined(separator: ", ")).",
                file: found.first?.font.path)
        }
        let font = preview.font
        let original = given?.name ?? font.path
        if let present = AbsolutePath.identity(path), present == original.flatMap({ AbsolutePath.identity($0) }) {
            throw FontError(
                .invalidFilePath, "The copy would replace the font itself. Specify another file.",
                file: path)
        }
        let texts = given?.texts(from: PackedFile.file(given?.name ?? "")) ?? []
        let attribution = try await manager.attribution(of: font, givenAs: given?.name, with: texts) { file in
            context.packageOwner(file.path(percentEncoded: false)).map { "/usr/share/doc/\($0)/copyright" }
        }
        var license = attribution.license
        // The names in a text that may be the font's license are kept free, too.
        license.reservedNames += ReservedNames.names(in: attribution.foundTexts.map(\.text))
        let isModified = text != nil || rename != nil
        try require(try await manager.details(of: font), of: font)
        if isModified { try require(license, of: font) }
        let request = FontSubset(
            index: font.face.index, characters: text.map { Set($0.unicodeScalars.filter(Self.isDrawn).map(\.value)) },
            family: rename?.text, isPacked: file.text.lowercased().hasSuffix(".woff2"))
        let made = try await request.made(from: preview, by: context.requiredDrawingProgram())
        // The process is not trusted: the font is checked like any other file.
        let checked = try FontFile(data: Data(made.font), name: path)
        let bytes = made.packed ?? made.font
        guard made.packed == nil || bytes.starts(with: "wOF2".utf8) else {
            throw DrawingProcess.malformedReply([path])
        }
        try await OutputFile.write(font: bytes, to: path, by: manager)
        var source = font
        source.path = original
        return SubsetReport(
            file: path, size: bytes.count, source: source, made: checked.faces.first ?? font.face,
            isModified: isModified, license: license,
            missing: String(String.UnicodeScalarView(made.missing.compactMap(Unicode.Scalar.init))),
            withheld: preview.withheld)
    }

    /// Whether a character of the text needs a glyph: line breaks do not.
    private static func isDrawn(_ scalar: Unicode.Scalar) -> Bool {
        ![.control, .lineSeparator, .paragraphSeparator].contains(scalar.properties.generalCategory)
    }

    /// Checks the embedding permissions of a font.
    ///
    /// - Throws: `missingEntitlement` (302).
    private func require(_ details: FontDetails, of font: FontDescriptor) throws(FontError) {
        guard details.permitsEmbedding else {
            throw FontError(
                .missingEntitlement,
                "\(font.postscriptName) does not allow embedding (OS/2.fsType). Use another font, or ask its owner.",
                file: font.path)
        }
        guard text == nil || details.embedding?.allowsSubsetting != false else {
            throw FontError(
                .missingEntitlement,
                "\(font.postscriptName) does not allow subsetting (OS/2.fsType). Omit --text.",
                file: font.path)
        }
    }

    /// Checks that the names of the copy are not reserved for the original.
    ///
    /// - Throws: `missingEntitlement` (302).
    private func require(_ license: LicenseFinding, of font: FontDescriptor) throws(FontError) {
        guard !license.reservedNames.isEmpty else { return }
        let isReserved =
            if let rename {
                // LoraReader would be taken for a version of Lora, too.
                license.reservedNames.contains { rename.text.lowercased().contains($0.lowercased()) }
            } else {
                ([font.face.family] + font.face.localizedNames.map(\.text)).contains {
                    ReservedNames.isReserved($0, by: license.reservedNames)
                }
            }
        guard isReserved else { return }
        throw FontError(
            .missingEntitlement, Self.refusal(font.face.family, license.reservedNames, isRenamed: rename != nil),
            file: font.path)
    }

    private static func refusal(_ family: String, _ names: [String], isRenamed: Bool) -> Message {
        if names.count == 1, let name = names.first {
            return isRenamed
                ? "The license of \(family) reserves the name “\(name)” for the original version. Choose a family without it: --rename \"Reader Serif\"."
                : "The license of \(family) reserves the name “\(name)” for the original version, and this copy is a modified one. Give it another family: --rename \"Reader Serif\"."
        }
        let reserved = quoted(names[...])
        return isRenamed
            ? "The license of \(family) reserves the names \(reserved) for the original version. Choose a family without them: --rename \"Reader Serif\"."
            : "The license of \(family) reserves the names \(reserved) for the original version, and this copy is a modified one. Give it another family: --rename \"Reader Serif\"."
    }

    /// Returns two names or more in the quotation marks of the language.
    private static func quoted(_ names: ArraySlice<String>) -> Message {
        let (name, rest) = (names.first ?? "", names.dropFirst())
        return rest.count > 1 ? "“\(name)” and \(quoted(rest))" : "“\(name)” and “\(rest.first ?? "")”"
    }
}

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
        let state = isModified ? tr("modified") : tr("unmodified")
        return TextOutput([[file, tr(counted(size, "byte")), made.postscriptName, state]])
    }

    var diagnostics: [String] {
        var lines = withheld.map { [tr($0.remark)] } ?? []
        if !missing.isEmpty { lines.append(tr("The font lacks: \(missing)")) }
        lines.append(
            license.identifier.map { tr("Distribute the copy with the text of its license, \($0).") }
                ?? tr("The license of \(source.face.family) is unknown. Ask its owner before you distribute the copy."))
        return lines
    }
}

extension FontSubset {
    /// Returns the font that a process without rights makes.
    ///
    /// - Parameter program: The path of `fontd-preview`.
    /// - Throws: `fileNotFound` (101) if the font has no file that can be read, `invalidFontData` (104) if it cannot be used,
    ///   `insufficientInfo` (303) if it has none of the characters, `exceededResourceLimit` (106) if it is too large,
    ///   `registrationFailed` (301) if the program cannot be used.
    func made(from font: PreviewFont, by program: String) async throws(FontError) -> SubsetFont {
        let path = try font.path
        let request = encoded
        guard characters?.count ?? 0 <= Self.characterLimit, request.count <= WorkerProtocol.drawingRequestLength else {
            throw FontError(
                .exceededResourceLimit, "The text has more than \(Self.characterLimit) characters. Omit --text.")
        }
        let reply = try await BlockingWork.perform { () throws(FontError) in
            try DrawingProcess.answer(to: request, as: .subset, files: [.file(path)], program: program)
        }
        guard let result = try? Result<SubsetFont, SubsettingFailure>(encoded: reply) else {
            throw DrawingProcess.malformedReply([path])
        }
        switch result {
        case .success(let made): return made
        case .failure(let failure): throw error(failure, path)
        }
    }

    private func error(_ failure: SubsettingFailure, _ path: String) -> FontError {
        switch failure {
        case .unusable:
            FontError(
                .invalidFontData,
                "The font cannot be copied: it is damaged, or not in an OpenType format. Use another font.", file: path)
        case .noCharacters:
            FontError(
                .insufficientInfo, "The font contains none of the characters. Use another text, or another font.",
                file: path
            )
        case .noNames:
            FontError(
                .invalidFontData, "The font cannot be renamed: its names are damaged. Use another font.", file: path)
        case .tooLarge:
            FontError(
                .exceededResourceLimit,
                "The copy would be larger than \(WorkerProtocol.answerLength >> 20) MB. Specify its characters with --text.",
                file: path)
        }
    }
}
