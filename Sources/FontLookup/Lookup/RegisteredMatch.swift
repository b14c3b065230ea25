package import FontModel

/// The registered fonts that a name means.
package struct RegisteredMatch: Sendable {
    /// The first kind of name, in the resolver's order, by which registered fonts match.
    package var kind: NameKind
    /// The fonts that match by it, session scope first; never empty.
    package var fonts: [FontDescriptor]

    package init(kind: NameKind, fonts: [FontDescriptor]) {
        (self.kind, self.fonts) = (kind, fonts)
    }

    /// Creates the match of a name among fonts, or their instances; nil if none has it.
    package init?(_ name: String, among fonts: [FontDescriptor]) {
        for kind in NameKind.allCases {
            let key = kind.isExact ? name : LookupName.fold(name)
            let found = fonts.flatMap { font in
                LookupName.all(of: font.face).filter { $0.kind == kind && $0.name == key }.map {
                    name -> FontDescriptor in
                    var font = font
                    font.instance = name.instance.map { font.face.instances[$0] }
                    return font
                }
            }
            guard found.isEmpty else {
                self.init(kind: kind, fonts: found)
                return
            }
        }
        return nil
    }
}
