import FontModel

/// The PostScript names that a face bears, its own and those of its named instances.
///
/// One rule decides everywhere which fonts share a name:
/// - A face *answers exactly* to its PostScript name, and through a named instance to the instance's; ``LookupName``
///   has these as ``NameKind/postscriptName`` and ``NameKind/instance``. A face that bears the name comes before an
///   instance that does.
/// - A target given by name means the fonts that answer to it exactly, by the best kind of name only: a static `Lora-Bold`
///   and not a variable Lora beside it.
/// - Two enabled fonts of one scope *conflict* (305) when one has a name that the other answers to; see
///   ``firstShared(with:)``. Names that were formed for instances, because the font gives them none, are guesses: they
///   yield to a name that a font gives itself, and two guesses do not conflict, or an upright and an italic variable
///   file of one family could not be registered side by side.
struct ExactNames: Sendable, Hashable {
    /// The names that the font gives itself: the face's first, then those that `fvar` gives its instances.
    var given: [String]
    /// The names formed of family and style for instances that have none.
    var formed: [String]

    init(postscriptName: String, instances: [NamedInstance] = []) {
        given = [postscriptName]
        formed = []
        for instance in instances where !given.contains(instance.postscriptName) {
            if instance.hasOwnPostScriptName {
                given.append(instance.postscriptName)
            } else if !formed.contains(instance.postscriptName) {
                formed.append(instance.postscriptName)
            }
        }
    }

    init(of face: FontFace) { self.init(postscriptName: face.postscriptName, instances: face.instances) }

    var all: [String] { given + formed }

    /// The first name over which this face and another conflict; nil if both may be enabled.
    func firstShared(with other: ExactNames) -> String? {
        given.first { other.given.contains($0) || other.formed.contains($0) }
            ?? formed.first { other.given.contains($0) }
    }
}

extension [FontFace] {
    /// Whether any of these faces conflicts with any of others.
    func conflict(with others: [FontFace]) -> Bool {
        let names = others.map(ExactNames.init(of:))
        return contains { face in
            let own = ExactNames(of: face)
            return names.contains { own.firstShared(with: $0) != nil }
        }
    }
}
