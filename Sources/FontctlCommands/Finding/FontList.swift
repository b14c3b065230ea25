import FontRegistry
import ReaderFonts

/// The fonts that programs can use.
struct FontList: Report {
    var fonts: [FontDescriptor]
    /// The folders in which programs in a sandbox see fonts.
    var sandboxes: SandboxFolders?
    /// The registrations for all users, by the paths of their fonts.
    var owners: [String: SystemRegistration] = [:]
    /// The names that mean no font.
    var missing = MissingNames()

    /// Keeps the faces of names, or all if there are none.
    mutating func keep(_ texts: [String], by manager: FontManager) async {
        missing = await MissingNames(
            keeping: texts, of: &fonts, by: manager, areFamilies: false,
            where: { font, text in
                RegistrationSelection.hasFamily(text, font.face) || LookupName.answers(font.face, to: text)
            },
            names: { [$0.face.family, $0.postscriptName, $0.face.fullName] })
    }

    var json: JSON {
        let entries = fonts.map { font in
            JSON(font).adding(
                ("visibleInSandboxes", sandboxes.map { .bool(font.path.map($0.show) ?? false) }),
                ("systemRegistration", font.path.flatMap { owners[$0] }.map(JSON.systemRegistration)))
        }
        return ["faces": .array(entries), "missing": missing.json]
    }

    var text: TextOutput {
        TextOutput(
            fonts.map { font in
                let origin =
                    switch font.origin {
                    case .file: "file"
                    case .system: "system"
                    case .registered(_, let scope, _, _, _): scope.rawValue
                    }
                return [font.postscriptName, font.face.family, font.style, font.weightText, origin, font.path ?? ""]
            })
    }

    var hint: String? { missing.isEmpty ? tr("No font matches. `fontctl register FILE` registers one.") : nil }
    var diagnostics: [String] { missing.lines }
    var exitStatus: Int32 { missing.isEmpty ? ExitStatus.done : ExitStatus.failed }
}

/// The families of fonts that programs can use, in the order of a menu.
struct FamilyList: Report {
    struct Entry: Sendable {
        /// The facts for people.
        var line: ListedFamily
        /// The family; nil if the list is printed for people.
        var family: FontFamily?
        /// The facts for readers; nil if they were not requested.
        var reading: ReadingFamily?
        /// The face that the family alone means; nil if it was not requested.
        var face: FontDescriptor?
    }

    var entries: [Entry]
    /// The registrations for all users, by the paths of their fonts.
    var owners: [String: SystemRegistration] = [:]
    /// The names that mean no family.
    var missing = MissingNames()

    /// Keeps the families of names, or all if there are none.
    mutating func keep(_ texts: [String], by manager: FontManager) async {
        missing = await MissingNames(
            keeping: texts, of: &entries, by: manager, areFamilies: true,
            where: { entry, text in
                let folded = LookupName.fold(text)
                return [entry.line.name, entry.line.localizedName].contains { LookupName.fold($0) == folded }
            },
            names: { [$0.line.name, $0.line.localizedName] })
    }

    init(listed: [ListedFamily]) { entries = listed.map { Entry(line: $0) } }

    init(families: [FontFamily]) { entries = families.map { Entry(line: ListedFamily($0), family: $0) } }

    var json: JSON {
        let families = entries.compactMap { entry -> JSON? in
            guard let family = entry.family else { return nil }
            let names: JSON = ["family": .string(family.name), "localizedName": .string(family.localizedName)]
            return names.adding(entry.reading.map(Self.facts) ?? []).adding(
                ("faces", .array(faces(of: family, entry.reading))),
                ("regular", entry.face.map { .string($0.postscriptName) }))
        }
        return ["families": .array(families), "missing": missing.json]
    }

    private static func facts(_ family: ReadingFamily) -> [(String, JSON?)] {
        [
            ("category", JSON(family.category?.category.rawValue)),
            ("evidence", JSON(family.category?.evidence.rawValue)), ("languages", JSON(family.languages)),
            ("synthetic", JSON(family.synthetic.map(\.rawValue))), ("badges", JSON(family.badges)),
            ("variable", JSON(family.isVariable)), ("sampleText", JSON(family.sample?.text)),
        ]
    }

    private func faces(of family: FontFamily, _ reading: ReadingFamily?) -> [JSON] {
        guard let reading else { return family.fonts.map(shortFace) }
        return zip(family.fonts, reading.fontFacts).map { font, fact in
            shortFace(font).adding(("format", JSON(fact.format?.rawValue)))
        }
    }

    /// Returns the properties of a face that a menu needs; `fontctl faces` returns all.
    private func shortFace(_ font: FontDescriptor) -> JSON {
        [
            "postscriptName": .string(font.postscriptName), "style": .string(font.style), "file": JSON(font.path),
            "index": JSON(font.face.index), "weight": JSON(font.weight), "width": JSON(font.width),
            "slant": JSON(font.slant), "variable": JSON(font.face.isVariable),
            "systemRegistration": font.path.flatMap { owners[$0] }.map(JSON.systemRegistration),
        ]
    }

    var text: TextOutput {
        // Thousands of families have a few different numbers of faces.
        let counts = Set(entries.lazy.map(\.line.count)).reduce(into: [:]) { $0[$1] = tr(counted($1, "face")) }
        return TextOutput(
            entries.map(\.line).map { family in
                let name =
                    family.localizedName == family.name ? family.name : "\(family.localizedName) (\(family.name))"
                return [name, counts[family.count] ?? "", family.styles.joined(separator: ", ")]
            })
    }

    var hint: String? { missing.isEmpty ? tr("No font matches. `fontctl register FILE` registers one.") : nil }
    var diagnostics: [String] { missing.lines }
    var exitStatus: Int32 { missing.isEmpty ? ExitStatus.done : ExitStatus.failed }
}
