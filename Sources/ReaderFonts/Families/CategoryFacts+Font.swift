import FontModel
import FontRegistry
package import Foundation
import FreeType

extension CategoryFacts {
    /// The letters of different shapes that have one width in monospaced fonts only.
    private static let letters: [Character] = ["i", "M", "W", ".", "a", "l"]

    /// Reads the facts of a family from the file of one of its upright faces.
    ///
    /// - Parameters:
    ///   - font: The face.
    ///   - names: The names of the family in all languages.
    ///   - details: The face's classification; nil if it cannot be read.
    init(of font: FontDescriptor, names: [String], details: FontDetails?) {
        self.init(names: names)
        panose = details?.panose.map(Self.numbers) ?? []
        familyClass = details?.familyClass
        guard let url = font.url, let bytes = try? Data(contentsOf: url),
            let measured = Self.measured(bytes, face: font.face.index)
        else { return }
        hasEqualAdvances = measured.hasEqualAdvances
        outlines = measured.outlines
    }

    /// Returns what the shapes of a face's letters show; nil if it cannot be opened or has no outlines.
    package static func measured(_ file: Data, face: Int = 0) -> CategoryFacts? {
        let measures = file.withUnsafeBytes {
            LetterMeasures(ofFace: face, of: $0, advances: letters, stems: OutlineFacts.letters)
        }
        guard let measures else { return nil }
        let isComplete = measures.advances.count == letters.count
        return CategoryFacts(
            names: [], hasEqualAdvances: isComplete ? Set(measures.advances.values).count == 1 : nil,
            outlines: OutlineFacts(
                ratios: Dictionary(uniqueKeysWithValues: measures.stems.map { (String($0), $1) }),
                shape: measures.shape))
    }

    /// Returns the numbers of ``FontDetails/panose``.
    private static func numbers(_ panose: String) -> [UInt8] {
        panose.split { !$0.isNumber }.compactMap { UInt8($0) }
    }
}
