import FontRegistry
import Foundation
import ReaderFonts

/// The result of `search`.
struct SearchReport: Report {
    var query: String
    var families: [FamilyMatch]
    var terminal: FittedTable.Terminal?

    var json: JSON {
        ["query": .string(query), "families": .array(families.map { JSON($0).without("localizedName") })]
    }

    var text: TextOutput {
        let rows = families.map { family in
            [
                family.shownName,
                family.shownName.contains(family.text) && family.kind != .name
                    ? "" : "\(family.kind.word): \(family.text)",
                counted(family.postscriptNames.count, "face"), family.origin.rawValue,
            ]
        }
        return TextOutput(rows, under: ["FAMILY", "MATCH", "FACES", "ORIGIN"], on: terminal)
    }

    var hint: String? { "No font matches “\(query)”. `fontctl families` lists all families." }
}
