import FontModel
import Testing

@testable import FontCatalog

/// The queries of Android's form.
@Suite struct CatalogQueryTests {
    @Test func allKeysAreRead() throws {
        let query = try CatalogQuery("name=A%26B&weight=350&italic=0.7&width=75&besteffort=true")
        #expect(query.name == "A&B" && query.weight == 350 && query.isItalic && query.width == 75)
        #expect(query.isBestEffort)
        let short = try CatalogQuery("name=Source Serif 4")
        #expect(short.weight == 400 && !short.isItalic && short.width == 100 && !short.isBestEffort)
    }

    @Test(arguments: [
        "", "Lora", "name", "name=", "name=%", "weight=700", "name=a&weight=0", "name=a&weight=bold", "name=a&italic=2",
        "name=a&width=0", "name=a&besteffort=1", "name=a&name=b", "name=a&", "name=a&color=red", "&name=a",
    ])
    func otherTextsAreMalformed(_ text: String) {
        #expect(throws: CatalogQuery.Failure.malformedQuery) { try CatalogQuery(text) }
    }

    private func family(
        _ name: String, weights: [Double], status: FamilyStatus.State? = nil
    ) -> FamilyDocument {
        var document = FamilyDocument.empty(name)
        document.status = status.map { FamilyStatus(state: $0) }
        document.files = weights.map { weight in
            var face = FontFace()
            (face.family, face.postscriptName, face.weight) = (name, "\(name)-\(Int(weight))", weight)
            return .init(
                sha256: "\(name)\(weight)", size: 1, format: "ttf", urls: [], packed: [],
                faces: [
                    CatalogFace(
                        face: face, characters: "",
                        metrics: .init(unitsPerEm: 1_000, ascent: 800, descent: -200, lineGap: 0))
                ])
        }
        return document
    }

    @Test func aFamilyIsFoundByAnyOfItsNames() throws {
        var lora = family("Lora", weights: [400, 700])
        (lora.names, lora.aliases) = (["ja": "ローラ"], ["Old Lora"])
        for name in ["lora", "LORA", "ローラ", "old lora"] {
            let query = try CatalogQuery("name=\(name)&weight=700")
            let match = try query.match(among: [family("Other", weights: [700]), lora])
            #expect(match.postscriptName == "Lora-700" && match.file.sha256 == "Lora700.0" && match.isExact)
        }
        #expect(throws: CatalogQuery.Failure.fontNotFound) {
            try CatalogQuery("name=Lo").match(among: [lora])
        }
    }

    @Test func aMissingStyleIsFoundWithBestEffortOnly() throws {
        let lora = family("Lora", weights: [400, 700])
        for query in ["name=Lora&weight=600", "name=Lora&italic=1", "name=Lora&width=75"] {
            #expect(throws: CatalogQuery.Failure.fontNotFound) { try CatalogQuery(query).match(among: [lora]) }
            #expect(try !CatalogQuery(query + "&besteffort=true").match(among: [lora]).isExact)
        }
        // Another catalogue has it.
        let more = family("Lora", weights: [600])
        #expect(try CatalogQuery("name=Lora&weight=600").match(among: [lora, more]).family == more)
    }

    @Test func aWithdrawnFamilyIsUnavailable() throws {
        let gone = family("Lora", weights: [400], status: .withdrawn)
        #expect(throws: CatalogQuery.Failure.fontUnavailable) { try CatalogQuery("name=Lora").match(among: [gone]) }
        let offered = family("Lora", weights: [400])
        #expect(try CatalogQuery("name=Lora").match(among: [gone, offered]).family == offered)
    }
}
