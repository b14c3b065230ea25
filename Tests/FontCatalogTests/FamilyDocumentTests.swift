import FontCatalog
import FontModel
import Foundation
import Testing

/// A face of a document has the members of other documents, and those of a catalogue beside them.
@Suite struct FamilyDocumentTests {
    @Test func aFaceHasItsMembersAndTheCatalogues() throws {
        var face = FontFace()
        face.postscriptName = "Klee-Regular"
        face.family = "Klee"
        let entry = CatalogFace(
            face: face, characters: "U+20-7E",
            metrics: .init(unitsPerEm: 1000, ascent: 880, descent: -120, lineGap: 0))
        let data = try JSONEncoder().encode(entry)
        let members = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        #expect(members["postscriptName"] as? String == "Klee-Regular" && members["characters"] as? String == "U+20-7E")
        #expect((members["metrics"] as? [String: Any])?["descent"] as? Int == -120)
        #expect(try JSONDecoder().decode(CatalogFace.self, from: data) == entry)
    }
}
