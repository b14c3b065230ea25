import FontModel
import FontRegistry
import Foundation

extension MeasuredFace {
    /// Opens a file, and measures a face of it; nil if the file cannot be read.
    ///
    /// - Parameter details: The facts of its tables; nil if it has none that can be read, as in the formats of PostScript.
    init?(of face: Int, inFile path: String, _ details: FontDetails?) {
        guard let bytes = try? Data(contentsOf: URL(localPath: path)) else { return nil }
        self.init()
        panose = (details?.panose ?? "").split { !$0.isNumber }.compactMap { UInt8($0) }
        familyClass = details?.familyClass
        guard let measured = CategoryFacts.measured(bytes, face: face) else { return }
        hasEqualAdvances = measured.hasEqualAdvances
        stems = measured.outlines?.ratios
        shape = measured.outlines?.shape
    }
}

extension FontDetails {
    /// Reads the details of a face of a file; nil if it cannot be read, or is no sfnt.
    static func ofFace(of font: FontDescriptor, at path: String) -> FontDetails? {
        try? FontDetails(ofFace: font.face.index, inFile: path)
    }
}

extension CategoryFacts {
    /// The facts of a family with the measures of one of its faces; nil if there are none.
    init(names: [String], _ measured: MeasuredFace?) {
        self.init(
            names: names, hasEqualAdvances: measured?.hasEqualAdvances, panose: measured?.panose ?? [],
            familyClass: measured?.familyClass,
            outlines: measured?.stems.map { OutlineFacts(ratios: $0, shape: measured?.shape) })
    }
}
