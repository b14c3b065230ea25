import FontLookup
package import FontModel

/// The families of catalogues for names of fonts.
///
/// A name is compared as for ``FontManager/resolve(_:)-(String)``: with PostScript names of faces and named instances, full
/// names, family and style, names in other languages, and families. A family is found by its former names as well.
package enum CatalogNames {
    /// How a family answers to a name.
    package struct Match: Sendable {
        package let document: FamilyDocument
        /// The kind of name; nil for a former name of the family.
        let kind: NameKind?
        /// The faces that the name means; all of the family for its own name.
        package let faces: [FontFace]
    }

    /// The families of an index that may have a name.
    ///
    /// The index has the names of families, and the PostScript names of faces and instances. A full name begins with the
    /// name of its family; whether there is such a face, the family's document says.
    package static func candidates(for name: String, in index: CatalogIndex) -> [CatalogIndex.Family] {
        let folded = LookupName.fold(name)
        guard !folded.isEmpty else { return [] }
        let first = firstLetter(folded.utf8)
        return index.families { _, names in
            names.utf8.split(separator: UInt8(ascii: "|")).contains { known in
                guard first == nil || firstLetter(known).map({ $0 == first }) ?? true else { return false }
                let known = LookupName.fold(String(Substring(known)))
                return known == folded || folded.hasPrefix(nonEmpty: known)
            }
        }.sorted { rank($0, name, folded) < rank($1, name, folded) }
    }

    /// How a family answers to a name; nil if it does not.
    package static func match(_ name: String, in document: FamilyDocument) -> Match? {
        let all = document.files.flatMap(\.faces).map(\.face)
        if let kind = LookupName.kind(of: all, for: name) {
            let faces = kind.wantsRegular ? all : all.filter { LookupName.kind(of: [$0], for: name) == kind }
            return Match(document: document, kind: kind, faces: faces)
        }
        let folded = LookupName.fold(name)
        let names = [document.family] + document.names.values + document.aliases
        guard names.contains(where: { LookupName.fold($0) == folded }) else { return nil }
        return Match(document: document, kind: nil, faces: all)
    }

    /// The order in which families are looked at: those with the exact name first, the longest names next.
    private static func rank(_ family: CatalogIndex.Family, _ name: String, _ folded: String) -> Int {
        let summary = family.summary
        if summary.faces.contains(name) { return 0 }
        let lengths = summary.allNames.map(LookupName.fold)
            .filter { folded.hasPrefix($0) }.map(\.utf8.count)
        return 1 + folded.utf8.count - (lengths.max() ?? 0)
    }

    /// The first letter in lower case, if it is one of ASCII.
    private static func firstLetter(_ text: some Collection<UInt8>) -> UInt8? {
        guard let first = text.first else { return nil }
        switch first | 0x20 {
        case UInt8(ascii: "a")...UInt8(ascii: "z"): return first | 0x20
        default: return nil
        }
    }
}

extension String {
    fileprivate func hasPrefix(nonEmpty prefix: String) -> Bool { !prefix.isEmpty && utf8.starts(with: prefix.utf8) }
}
