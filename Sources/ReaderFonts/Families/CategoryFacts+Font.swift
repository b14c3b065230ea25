package import Foundation
import FreeType

extension CategoryFacts {
    /// The letters of different shapes that have one width in monospaced fonts only.
    private static let letters: [Character] = ["i", "M", "W", ".", "a", "l"]

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
}
