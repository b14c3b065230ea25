import FontModel

/// The registrations that a typed text means, by each kind of name that it may be.
///
/// A text without a registration has no reading, and a text of several readings is ambiguous: the caller shows them
/// instead of choosing.
package struct RegistrationSelection: Sendable {
    /// The kind of a name.
    package enum Kind: Sendable, Hashable {
        case id
        case file
        case folder
        /// The PostScript name of a face or, if no face has it, of a named instance.
        case postscriptName
        /// The full name, or family and style, of a face of this family.
        case fullName(family: String)
        case family
        case pattern
    }

    /// The registrations that a text means as one kind of name.
    package struct Reading: Sendable {
        package var kind: Kind
        package var registrations: [Registration]
    }

    package private(set) var readings: [Reading] = []

    /// Selects by name: an id; else a PostScript name, full name or family in any case; else the same without regard to
    /// spaces and dashes, a family of the older kind, or a PostScript name in any case; else a pattern.
    ///
    /// A full name that equals the family's name, as that of many regular faces, means the family.
    package init(_ text: String, among registrations: [Registration]) {
        let ids = registrations.filter { $0.id == text }
        guard ids.isEmpty else {
            add(.id, ids)
            return
        }
        let lower = text.lowercased()
        var names = Names()
        for registration in registrations { names.add(registration, exact: text) { $0.lowercased() == lower } }
        readings = names.readings
        if readings.isEmpty {
            let folded = LookupName.fold(text)
            names = Names()
            for registration in registrations {
                names.add(registration, exact: nil) { !folded.isEmpty && LookupName.fold($0) == folded }
                for face in registration.faces {
                    if let legacy = face.legacyFamily, !folded.isEmpty, LookupName.fold(legacy) == folded,
                        face.isMeant(byFamily: text)
                    {
                        names.families.append(registration)
                    }
                    if Self.postscriptNames(face).contains(where: { $0.lowercased() == lower }) {
                        names.faces.append(registration)
                    }
                }
            }
            readings = names.readings
        }
        if readings.isEmpty, let pattern = NamePattern(text) {
            add(
                .pattern,
                registrations.filter { $0.faces.contains { Self.names(of: $0).contains(where: pattern.matches) } })
        }
        merge()
    }

    /// Selects by the path of a registered file, of a folder or an archive that registered files are from, or a pattern
    /// of paths.
    ///
    /// - Parameter resolving: Returns a path without the links on the way, for a folder with several paths.
    package init(
        path: String, among registrations: [Registration], resolving: (String) -> String = { $0 }
    ) {
        add(path: path, registrations.filter { $0.path.hasBytes(of: path) }, of: registrations) { $0.file }
        if readings.isEmpty {
            add(path: resolving(path), [], of: registrations) { resolving($0.file) }
        }
        if readings.isEmpty {
            // The last part may be a link, too; it is on the way to what is in the folder.
            let inside = resolving(path + (path.hasSuffix("/") ? "." : "/."))
            add(path: String(inside.dropLast(2)), [], of: registrations) { resolving($0.file) }
        }
        if readings.isEmpty, let pattern = NamePattern(path) {
            add(.pattern, registrations.filter { pattern.matches($0.file) })
        }
    }

    /// The registrations of all readings.
    package var all: [Registration] {
        var seen: Set<String> = []
        return readings.flatMap(\.registrations).filter { seen.insert($0.id).inserted }
    }

    /// Whether a family, in any language, has a name, without regard to case, spaces and dashes.
    package static func hasFamily(_ name: String, _ registration: Registration) -> Bool {
        registration.faces.contains { hasFamily(name, $0) }
    }

    /// Whether the family of a face, in any language, has a name, without regard to case, spaces and dashes.
    package static func hasFamily(_ name: String, _ face: FontFace) -> Bool {
        let folded = LookupName.fold(name)
        return face.familyNames.contains { LookupName.fold($0) == folded }
    }

    /// Adds the registrations of a file or, if there are none, of a folder.
    private mutating func add(
        path: String, _ shown: [Registration], of registrations: [Registration], file: (Registration) -> String
    ) {
        let known = registrations.map { (registration: $0, file: file($0)) }
        add(.file, known.filter { $0.file.hasBytes(of: path) }.map(\.registration) + shown)
        if readings.isEmpty { add(.folder, known.filter { $0.file.isPath(in: path) }.map(\.registration)) }
    }

    private mutating func add(_ kind: Kind, _ registrations: [Registration]) {
        if !registrations.isEmpty { readings.append(Reading(kind: kind, registrations: registrations)) }
    }

    /// Leaves out readings with the same registrations as an earlier one.
    private mutating func merge() {
        var seen: Set<Set<String>> = []
        readings = readings.filter { seen.insert(Set($0.registrations.map(\.id))).inserted }
    }

    private static func postscriptNames(_ face: FontFace) -> [String] {
        [face.postscriptName] + face.instances.map(\.postscriptName)
    }

    fileprivate static func fullNames(of face: FontFace) -> [String] {
        [face.fullName, "\(face.family) \(face.style)"] + face.instances.map { "\(face.family) \($0.name)" }
            + face.localizedNames.filter { $0.kind == .fullName }.map(\.text)
    }

    private static func names(of face: FontFace) -> [String] {
        face.familyNames + fullNames(of: face) + postscriptNames(face)
    }
}

/// The registrations with a name, by the kinds of names.
private struct Names {
    var faces: [Registration] = []
    private var instances: [Registration] = []
    private var fullNames: [(family: String, registrations: [Registration])] = []
    var families: [Registration] = []

    mutating func add(_ registration: Registration, exact: String?, _ isName: (String) -> Bool) {
        for face in registration.faces {
            if let exact {
                if face.postscriptName == exact {
                    faces.append(registration)
                } else if ExactNames(of: face).all.contains(exact) {
                    instances.append(registration)
                }
            }
            let families = face.familyNames
            if families.contains(where: isName) { self.families.append(registration) }
            let isFullName = RegistrationSelection.fullNames(of: face).contains { name in
                isName(name) && !families.contains { $0.lowercased() == name.lowercased() }
            }
            guard isFullName else { continue }
            if let place = fullNames.firstIndex(where: { $0.family.lowercased() == face.family.lowercased() }) {
                fullNames[place].registrations.append(registration)
            } else {
                fullNames.append((face.family, [registration]))
            }
        }
    }

    var readings: [RegistrationSelection.Reading] {
        let all: [(RegistrationSelection.Kind, [Registration])] =
            [(.postscriptName, faces.isEmpty ? instances : faces)]
            + fullNames.map { (.fullName(family: $0.family), $0.registrations) } + [(.family, families)]
        return all.filter { !$0.1.isEmpty }.map { kind, registrations in
            var seen: Set<String> = []
            return .init(kind: kind, registrations: registrations.filter { seen.insert($0.id).inserted })
        }
    }
}

/// A pattern as of a shell: `*` stands for any text, `?` for one character; case is ignored.
package struct NamePattern: Sendable {
    private let parts: [Character]

    /// - Returns: Nil for a text without a wildcard.
    package init?(_ text: String) {
        guard text.contains(where: { $0 == "*" || $0 == "?" }) else { return nil }
        parts = Array(text.lowercased())
    }

    /// Whether a pattern names something, as `Lor*` does and `*` and `?*` do not.
    package static func isExplicit(_ text: String) -> Bool {
        text.contains { $0.isLetter || $0.isNumber }
    }

    package func matches(_ text: String) -> Bool {
        let text = Array(text.lowercased())
        var (place, part) = (0, 0)
        /// The last `*` and the place up to which it stands for text.
        var star: (part: Int, place: Int)?
        while place < text.count {
            if part < parts.count, parts[part] == "*" {
                star = (part, place)
                part += 1
            } else if part < parts.count, parts[part] == "?" || parts[part] == text[place] {
                (place, part) = (place + 1, part + 1)
            } else if let last = star {
                star = (last.part, last.place + 1)
                (place, part) = (last.place + 1, last.part + 1)
            } else {
                return false
            }
        }
        return parts[part...].allSatisfy { $0 == "*" }
    }
}
