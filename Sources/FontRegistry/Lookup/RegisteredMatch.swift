package import FontModel

/// The enabled registered fonts that a name means.
package struct RegisteredMatch: Sendable {
    /// The first kind of name, in the resolver's order, by which registered fonts match.
    package var kind: NameKind
    /// The fonts that match by it, session scope first; never empty.
    package var fonts: [FontDescriptor]

    package init(kind: NameKind, fonts: [FontDescriptor]) {
        (self.kind, self.fonts) = (kind, fonts)
    }
}
