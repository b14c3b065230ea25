import FontLookup
import FontModel

/// The part of a family that is asked for.
package struct DownloadSelection: Sendable, Hashable {
    /// Names of faces and instances (PostScript or full names), or of the family; none means the whole family.
    package var names: [String]
    /// The style that the faces have, such as `Bold`; nil for all.
    package var style: String?
    /// The set of files, such as `static`; nil for the first one.
    package var set: String?

    package init(names: [String] = [], style: String? = nil, set: String? = nil) {
        self.names = names
        self.style = style
        self.set = set
    }

    /// Returns the files of a family that are needed, in the order of the document.
    ///
    /// A face that the set does not have is taken from another one, unless the set was asked for.
    /// - Throws: `insufficientInfo` (303) if the family has no such set, style or face.
    func files(of family: FamilyDocument) throws(FontError) -> [FamilyDocument.File] {
        let preferred = try files(ofSet: family)
        var chosen: Set<String> = []
        for name in names where !family.isNamed(name) {
            let isNamed = { (face: FontFace) in Self.has(face, name: name) }
            let places = [preferred] + (set == nil ? [family.files] : [])
            guard let place = places.first(where: { $0.contains { $0.faces.contains { isNamed($0.face) } } }) else {
                throw FontError(
                    .insufficientInfo,
                    "The family has no font \(DisplayText.clean(name)). See its fonts with `fontctl catalog show`.",
                    file: family.family)
            }
            // One file is enough: further ones have the same face in another form.
            chosen.formUnion(place.first { $0.faces.contains { isNamed($0.face) } }.map { [$0.sha256] } ?? [])
        }
        var files =
            chosen.isEmpty || names.contains(where: family.isNamed)
            ? preferred : family.files.filter { chosen.contains($0.sha256) }
        if let style {
            files = files.filter { $0.faces.contains { Self.has($0.face, style: style) } }
            guard !files.isEmpty else {
                guard chosen.isEmpty else {
                    throw FontError(
                        .insufficientInfo,
                        "The font has another style than \(DisplayText.clean(style)). Specify its family instead.",
                        file: family.family)
                }
                throw FontError(
                    .insufficientInfo,
                    "The family has no style \(DisplayText.clean(style)). See its styles with `fontctl catalog show`.",
                    file: family.family)
            }
        }
        return files
    }

    /// The files of the chosen set; all if the family has no sets.
    private func files(ofSet family: FamilyDocument) throws(FontError) -> [FamilyDocument.File] {
        guard let set else {
            guard let first = family.sets.first else { return family.files }
            return family.files.filter { first.files.contains($0.sha256) }
        }
        guard let found = family.sets.first(where: { $0.name == set }) else {
            throw FontError(
                .insufficientInfo,
                "The family has no set \(DisplayText.clean(set)); it has \(family.sets.map { DisplayText.clean($0.name) }.joined(separator: ", ")). Specify one of these.",
                file: family.family)
        }
        return family.files.filter { found.files.contains($0.sha256) }
    }

    private static func has(_ face: FontFace, name: String) -> Bool {
        ExactNames(of: face).all.contains(name) || face.fullName.caseInsensitiveCompare(to: name)
    }

    private static func has(_ face: FontFace, style: String) -> Bool {
        ([face.style] + [face.legacyStyle].compactMap(\.self) + face.instances.map(\.name))
            .contains { $0.caseInsensitiveCompare(to: style) }
    }
}

extension FamilyDocument {
    /// Whether a text is a name of the family, in any language and in any case, or its identifier.
    package func isNamed(_ text: String) -> Bool {
        ([id, family] + aliases + names.values).contains { $0.caseInsensitiveCompare(to: text) }
    }
}

extension String {
    /// Whether two texts differ in case only.
    fileprivate func caseInsensitiveCompare(to other: String) -> Bool { lowercased() == other.lowercased() }
}
