import Foundation
import TestSupport
import Testing

/// docs/scale.md: its sizes are those of the format, its figures those of the simulation.
@Suite struct ScaleTests {
    @Test func theDocumentHasTheFiguresOfTheSimulation() throws {
        let result = try DocumentCheck.run("scripts/scale", "check", "--clients", "2000")
        #expect(result.status == 0, "\(result.errors)")
    }

    private struct Size: Decodable {
        let raw: Double
        let gzip: Double
    }

    private struct Sizes: Decodable {
        let families: Double
        let bins: Double
        let timestamp: Size
        let snapshot: Size
        let bin: Size
    }

    /// A small catalogue of the same program has the same sizes, where they do not depend on the number of families.
    @Test func theSizesAreThoseOfTheFormat() throws {
        let decoder = JSONDecoder()
        let stored = try decoder.decode(
            Sizes.self,
            from: Data(contentsOf: URL(filePath: DocumentCheck.file("Tests/SyntheticCatalog/sizes.json"))))
        let result = try DocumentCheck.run(
            "scripts/scale", "measure", Command.product("synthetic-catalog"), "--families", "160")
        #expect(result.status == 0, "\(result.errors)")
        let sizes = try decoder.decode(Sizes.self, from: Data(result.output.utf8))
        #expect(sizes.bins == 16 && stored.bins == 1_024)
        func isNear(_ one: Double, _ other: Double, _ share: Double) -> Bool { abs(one - other) <= share * other }
        #expect(isNear(sizes.timestamp.raw, stored.timestamp.raw, 0.02))
        #expect(isNear(sizes.snapshot.raw / sizes.bins, stored.snapshot.raw / stored.bins, 1))
        #expect(isNear(sizes.bin.raw, stored.bin.raw, 0.25))
        #expect(isNear(sizes.bin.gzip, stored.bin.gzip, 0.25))
    }
}
