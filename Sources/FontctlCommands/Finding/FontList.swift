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
    ///
    /// - Returns: The names that mean none.
    mutating func keep(_ texts: [String], by manager: FontManager) async -> MissingNames {
        await MissingNames(
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
                [
                    font.postscriptName, font.face.family, font.style, font.weightText, font.originText,
                    font.path ?? "",
                ]
            })
    }

    var hint: String? { missing.isEmpty ? "No font matches. `fontctl register FILE` registers one." : nil }
    var diagnostics: [String] { missing.lines }
    var exitStatus: Int32 { missing.isEmpty ? ExitStatus.done : ExitStatus.failed }
}

/// The families of fonts that programs can use, in the order of a menu.
struct FamilyList: Report {
    /// The families; empty if the list is printed for people, who see ``listed``.
    var families: [FontFamily] = []
    /// The facts for readers, one for each family; nil if they were not requested.
    var reading: [ReadingFamily]?
    /// The face that each family alone means; empty if they were not requested.
    var faces: [FontDescriptor?] = []
    /// The registrations for all users, by the paths of their fonts.
    var owners: [String: SystemRegistration] = [:]
    var listed: [ListedFamily]
    /// The names that mean no family.
    var missing = MissingNames()

    /// Keeps the families of names, or all if there are none.
    ///
    /// - Returns: The names that mean none.
    mutating func keep(_ texts: [String], by manager: FontManager) async -> MissingNames {
        guard !texts.isEmpty else { return MissingNames() }
        var places = Array(listed.indices)
        let listed = listed
        let missing = await MissingNames(
            keeping: texts, of: &places, by: manager, areFamilies: true,
            where: { place, text in
                let folded = LookupName.fold(text)
                return [listed[place].name, listed[place].localizedName].contains { LookupName.fold($0) == folded }
            },
            names: { [listed[$0].name, listed[$0].localizedName] })
        self.listed = places.map { listed[$0] }
        if !families.isEmpty { families = places.map { families[$0] } }
        if let all = reading { reading = places.map { all[$0] } }
        return missing
    }

    init(families: [FontFamily]) {
        self.families = families
        listed = families.map(ListedFamily.init)
    }

    init(_ reading: [ReadingFamily]) {
        self.init(families: reading.map(\.family))
        self.reading = reading
    }

    init(listed: [ListedFamily]) { self.listed = listed }

    var json: JSON {
        let entries = families.indices.map { index -> JSON in
            let family = families[index]
            let names: JSON = ["family": .string(family.name), "localizedName": .string(family.localizedName)]
            let regular = faces.indices.contains(index) ? faces[index] : nil
            return names.adding(reading.map { Self.facts($0[index]) } ?? []).adding(
                ("faces", .array(family.fonts.map(shortFace))), ("regular", regular.map { .string($0.postscriptName) }))
        }
        return ["families": .array(entries), "missing": missing.json]
    }

    private static func facts(_ family: ReadingFamily) -> [(String, JSON?)] {
        [
            ("category", JSON(family.category?.category.rawValue)),
            ("evidence", JSON(family.category?.evidence.rawValue)), ("languages", JSON(family.languages)),
            ("synthetic", JSON(family.synthetic.map(\.rawValue))), ("badges", JSON(family.badges)),
            ("variable", JSON(family.isVariable)),
        ]
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
        TextOutput(
            listed.map { family in
                let name =
                    family.localizedName == family.name ? family.name : "\(family.localizedName) (\(family.name))"
                return [name, counted(family.count, "face"), family.styles.joined(separator: ", ")]
            })
    }

    var hint: String? { missing.isEmpty ? "No font matches. `fontctl register FILE` registers one." : nil }
    var diagnostics: [String] { missing.lines }
    var exitStatus: Int32 { missing.isEmpty ? ExitStatus.done : ExitStatus.failed }
}
