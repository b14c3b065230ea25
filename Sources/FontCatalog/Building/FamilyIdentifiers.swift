import FontModel
import Foundation

/// The identifiers of families in a catalogue.
enum FamilyIdentifiers {
    /// Returns the form of a name in identifiers: lower-case ASCII letters and digits with hyphens between them.
    static func form(of name: String) -> String {
        let plain = name.folding(options: [.diacriticInsensitive, .widthInsensitive], locale: nil).lowercased()
        let words = plain.unicodeScalars.split { scalar in
            !(("a"..."z").contains(scalar) || ("0"..."9").contains(scalar))
        }
        return String(words.map { String($0) }.joined(separator: "-").prefix(80))
    }

    /// Returns the identifiers of families by their names.
    ///
    /// A family keeps the identifier that it has. Of several with the same form, the later ones get a number.
    /// - Parameters:
    ///   - families: The names, with a PostScript name for those without a letter of ASCII.
    ///   - former: The families that were published before, by identifier.
    static func identifiers(
        of families: [(name: String, postscriptName: String)], former: [String: String]
    ) -> [String: String] {
        let names = Set(families.map(\.name))
        var owners = former.filter { names.contains($0.value) }
        var identifiers: [String: String] = [:]
        for (id, name) in owners.sorted(by: { $0.key < $1.key }) where identifiers[name] == nil {
            identifiers[name] = id
        }
        for family in families.sorted(by: { $0.name < $1.name }) where identifiers[family.name] == nil {
            let base =
                [form(of: family.name), form(of: family.postscriptName)].first { !$0.isEmpty } ?? "family"
            var (id, number) = (base, 1)
            while owners[id] != nil {
                number += 1
                id = "\(base)-\(number)"
            }
            owners[id] = family.name
            identifiers[family.name] = id
        }
        return identifiers
    }
}
