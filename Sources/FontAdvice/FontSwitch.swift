import FontRegistry

/// The change that shows disabled fonts in place of the enabled ones that have a name of theirs.
package struct FontSwitch: Sendable {
    /// The disabled fonts.
    package var shown: [Registration]
    /// The enabled fonts because of which they cannot be enabled.
    package var holders: [Registration]

    package init(to font: Registration, among registered: [Registration]) {
        shown = [font]
        holders = registered.filter { $0.isEnabled && Self.conflict($0, font) }
    }

    /// Joins the changes of several fonts.
    ///
    /// - Returns: Nil if not all of them can be enabled together.
    package init?(_ switches: [FontSwitch]) {
        (shown, holders) = ([], [])
        for change in switches {
            for font in change.shown where !shown.contains(where: { $0.id == font.id }) {
                if shown.contains(where: { Self.conflict($0, font) }) { return nil }
                shown.append(font)
            }
            for holder in change.holders where !holders.contains(where: { $0.id == holder.id }) {
                holders.append(holder)
            }
        }
    }

    package var command: String {
        let enable = ShellWords.line(["fontctl", "enable"] + shown.map(\.id))
        return holders.isEmpty ? enable : "\(ShellWords.line(["fontctl", "disable"] + holders.map(\.id))) && \(enable)"
    }

    /// Whether only one of two fonts can be enabled.
    package static func conflict(_ one: Registration, _ other: Registration) -> Bool {
        one.scope == other.scope && one.sha256 != other.sha256 && one.faces.conflict(with: other.faces)
    }
}

extension Registration {
    /// The PostScript names of the faces and of their named instances.
    package var exactNames: Set<String> {
        Set(faces.flatMap { [$0.postscriptName] + $0.instances.map(\.postscriptName) })
    }
}

extension [FontFace] {
    /// The PostScript names of the styles that a program offers: of a variable font those of its instances, if it has any.
    var styleNames: Set<String> {
        Set(flatMap { $0.instances.isEmpty ? [$0.postscriptName] : $0.instances.map(\.postscriptName) })
    }
}
