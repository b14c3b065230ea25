import FontModel
import FontPictures
import FontRegistry
import Inspection
import Specimens

extension FontSubset {
    /// Returns the font that a process without rights makes.
    ///
    /// - Parameters:
    ///   - program: The path of `fontd-preview`.
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
            try DrawingProcess.answer(to: request, as: .subset, files: [path], program: program)
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

/// The rules for the family of a renamed font.
enum SubsetFamily {
    static func isUsable(_ family: String) -> Bool {
        PostScriptName.formed(family: family, style: "") != nil && family.utf8.count <= FontSubset.familyLength
            && DisplayText.clean(family) == family
    }
}
