import FontModel
import Foundation
import TUF
import Testing

@testable import FontCatalog

/// The member `custom` of a target is read as the documents that are decoded.
@Suite struct FamilySummaryTests {
    private static let full = FamilySummary(
        family: "Klee One", names: ["ja": "クレー One"], aliases: ["Klee"], category: "handwriting", scripts: ["Jpan"],
        languages: ["ja"],
        license: "OFL-1.1", version: "1.0", revised: "2026-11-27", size: 41_943_040, files: 2,
        faces: ["KleeOne-Regular"], weights: [400, 600], axes: ["wght"], designers: ["Fontworks"],
        status: FamilyStatus(state: .replaced, reason: "Renamed.", replacedBy: "klee"))

    @Test(arguments: [
        full,
        FamilySummary(family: "A", license: "OFL-1.1", version: "1", revised: "2026-11-27", size: 0, files: 0),
    ])
    func aSummaryIsReadAsItIsDecoded(_ summary: FamilySummary) throws {
        let custom = try JSONValue(Array(JSONEncoder().encode(summary)))
        #expect(FamilySummary(custom) == summary)
    }

    /// Each member in another form makes the summary unusable for both readers.
    @Test func otherFormsAreRefused() throws {
        let members = try #require(try JSONValue(Array(JSONEncoder().encode(Self.full))).members)
        for (place, member) in members.enumerated() {
            var changed = members
            changed[place].value = .bool(true)
            let custom = JSONValue.object(changed)
            #expect(FamilySummary(custom) == nil, "\(member.key)")
            #expect(throws: DecodingError.self, "\(member.key)") {
                try JSONDecoder().decode(FamilySummary.self, from: Data(custom.document))
            }
            changed.remove(at: place)
            let isOptional = ["aliases", "category", "status"].contains(member.key)
            #expect((FamilySummary(.object(changed)) != nil) == isOptional, "\(member.key)")
        }
    }
}
