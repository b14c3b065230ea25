import FontModel

/// A font, with a closure that tests its characters.
struct FontCandidate {
    var font: FontDescriptor
    /// The path given at registration.
    var file: String?
    var covers: (String) throws(FontError) -> Bool

    /// Whether the font matches one of the queries.
    func matches(oneOf queries: [FontQuery]) throws(FontError) -> Bool {
        for var query in queries {
            // A descriptor has the path at which fontconfig sees the file, not the path given at registration.
            if query.file.hasBytes(of: file) { query.file = nil }
            guard query.matches(font) else { continue }
            if query.characters.isEmpty { return true }
            if try covers(query.characters) { return true }
        }
        return false
    }
}

/// The fonts among which a set of queries selects.
package struct FontCandidates {
    private let options: FontQuerySet.Options
    private var all: [FontCandidate] = []

    package init(_ options: FontQuerySet.Options) { self.options = options }

    package var state: RegistrationState { options.contains(.includeDisabled) ? .any : .enabled }

    /// Adds a font and, if the options ask for them, its named instances.
    package mutating func add(
        _ font: FontDescriptor, file: String? = nil, covers: @escaping (String) throws(FontError) -> Bool
    ) {
        all.append(FontCandidate(font: font, file: file, covers: covers))
        guard options.contains(.namedInstances) else { return }
        for instance in font.face.instances where !instance.isDefault {
            var font = font
            font.instance = instance
            all.append(FontCandidate(font: font, file: file, covers: covers))
        }
    }

    /// Adds the faces of a registration.
    ///
    /// - Parameter covers: Whether a face, given by its index, has all characters of a text.
    package mutating func add(
        _ registration: Registration, covers: @escaping (Int, String) throws(FontError) -> Bool
    ) {
        for face in registration.faces {
            add(registration.descriptor(of: face), file: registration.file) { text throws(FontError) in
                try covers(face.index, text)
            }
        }
    }

    package func matching(_ set: FontQuerySet) throws(FontError) -> [FontDescriptor] {
        // The query of every list and menu.
        if set.excluding.isEmpty, set.including.contains(FontQuery()) { return all.map(\.font) }
        var found: [FontDescriptor] = []
        for candidate in all {
            guard try candidate.matches(oneOf: set.including), try !candidate.matches(oneOf: set.excluding) else {
                continue
            }
            found.append(candidate.font)
        }
        return found
    }
}

extension [FontDescriptor] {
    /// Returns the fonts with the highest scope first, then by family, weight and style.
    ///
    /// - Parameter options: Whether to leave out fonts of a lower scope with the same PostScript name, if it is no name of
    ///   several styles; see ``FontFace/styleKey``.
    package func ordered(_ options: FontQuerySet.Options) -> [FontDescriptor] {
        let ordered = sorted { (-($0.rank?.rawValue ?? 0), $0.face.family, $0.weight, $0.postscriptName) }
        guard options.contains(.removeDuplicates) else { return ordered }
        var seen: Set<String> = []
        return ordered.filter { seen.insert($0.styleKey).inserted }
    }
}

extension FontDescriptor {
    /// What distinguishes the face or the named instance among those of its family; see ``FontFace/styleKey``.
    package var styleKey: String { instance?.postscriptName ?? face.styleKey }
}

extension Array {
    /// Returns the elements in the order of a key, which is computed once for each, and those with equal keys in their
    /// order: to move fonts is slow, since they are large.
    func sorted<A: Comparable, B: Comparable, C: Comparable, D: Comparable>(
        by key: (Element) -> (A, B, C, D)
    ) -> [Element] {
        let keys = map(key)
        return indices.sorted { keys[$0] == keys[$1] ? $0 < $1 : keys[$0] < keys[$1] }.map { self[$0] }
    }
}

extension RegistrationState {
    package func includes(_ isEnabled: Bool) -> Bool {
        switch self {
        case .any: true
        case .enabled: isEnabled
        case .disabled: !isEnabled
        }
    }
}
