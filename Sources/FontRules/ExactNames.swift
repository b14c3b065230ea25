package import FontModel

/// The PostScript names of a face and of its named instances.
///
/// These rules decide everywhere which fonts share a name:
/// - A face *matches exactly* its PostScript name and the names of its named instances; ``LookupName`` has these as
///   ``NameKind/postscriptName`` and ``NameKind/instance``. A face with the name takes precedence over an instance with
///   the name.
/// - A target given by name refers to the fonts that match it exactly, by the best kind of name only: a static
///   `Lora-Bold`, not a variable Lora beside it.
/// - Two enabled fonts of one scope *conflict*, with `duplicatedName` (305), if one has a name that the other matches;
///   see ``firstShared(with:)``. Names formed for instances, because the font does not name them, are guesses.
///   They yield to a name in a font, and two guesses do not conflict; otherwise an upright and an italic variable
///   file of one family could not be registered together. The name formed for a face without one conflicts with none.
package struct ExactNames: Sendable, Hashable {
    /// The PostScript name of the face, in the font or formed.
    package let face: String
    /// The names in the font: the face's first, then those that `fvar` gives its instances.
    package private(set) var given: [String]
    /// The names formed from family and style for instances without a name in the font.
    package private(set) var formed: [String]

    package init(of face: FontFace) {
        self.face = face.postscriptName
        given = face.hasFormedPostScriptName ? [] : [face.postscriptName]
        formed = []
        for instance in face.instances where !given.contains(instance.postscriptName) {
            if instance.hasOwnPostScriptName {
                given.append(instance.postscriptName)
            } else if !formed.contains(instance.postscriptName) {
                formed.append(instance.postscriptName)
            }
        }
    }

    /// All names, the face's first.
    package var all: [String] { [face] + (given + formed).filter { $0 != face } }

    /// Returns the first name over which this face and another conflict; `nil` if both may be enabled.
    package func firstShared(with other: ExactNames) -> String? {
        given.first { other.given.contains($0) || other.formed.contains($0) }
            ?? formed.first { other.given.contains($0) }
    }
}

extension [FontFace] {
    /// Whether any of these faces conflicts with any of the other faces.
    package func conflict(with others: [FontFace]) -> Bool {
        map(ExactNames.init).conflict(with: others.map(ExactNames.init)) != nil
    }
}

extension [ExactNames] {
    /// Returns the first name over which these faces conflict with others, the index of the face that has it, and that of
    /// the other face; `nil` if both fonts may be enabled.
    package func conflict(with others: [ExactNames]) -> (name: String, index: Int, other: Int)? {
        for (index, names) in enumerated() {
            for (other, otherNames) in others.enumerated() {
                if let name = names.firstShared(with: otherNames) { return (name, index, other) }
            }
        }
        return nil
    }
}

extension FontFace {
    /// What distinguishes the face among those of its family: the PostScript name, and the style, too, if that name is the
    /// family's, as fontconfig and fontd form it for each of the faces without one.
    package var styleKey: String {
        guard hasFormedPostScriptName || LookupName.fold(postscriptName) == LookupName.fold(family) else {
            return postscriptName
        }
        return "\(postscriptName) \(style.lowercased())"
    }
}
