import FontAdvice
import FontRegistry
import Foundation

/// The registrations.
struct RegistrationList: Report {
    /// The generation; nil if the list is printed for people, who do not see it.
    var generation: Int64?
    /// The registrations; empty if the list is printed for people, who see the faces.
    var registrations: [Registration] = []
    var faces: [ListedFace]
    /// The provider of the filter, if it has no registrations.
    var unknownProvider: UnknownProvider?
    /// The folders in which programs in a sandbox see fonts.
    var sandboxes: SandboxFolders?
    /// What programs make of the fonts.
    var views = ProgramViews()

    /// The families' names for people, by the names that programs know; without those that are equal.
    private var familyNames: [String: String] = [:]
    /// The locale by whose rules families are sorted.
    var order = Locale(identifier: "en_001")
    /// The fonts of the system that the user has hidden.
    var hidden: [FontDescriptor] = []

    /// The form for people.
    var form = Form.lines
    /// The names that mean no registered font, with similar names.
    var missing: [String: [String]] = [:]

    /// The explanations of names among them that mean fonts that are disabled for all users.
    var explanations: [String: String] = [:]

    /// The error for a family or collection without fonts.
    var nothing: FontError?

    /// A form of a list for people.
    enum Form: Sendable, Hashable {
        /// A line for each face with all columns, which scripts read.
        case lines
        /// A line for each family.
        case families(FittedTable.Terminal)
        /// The Only PostScript names.
        case names
    }

    /// A provider id without registrations.
    struct UnknownProvider: Sendable {
        var id: String
        /// Similar ids.
        var near: [String]
    }

    init(generation: Int64, registrations: [Registration]) {
        self.generation = generation
        self.registrations = registrations
        faces = registrations.flatMap(\.listedFaces)
    }

    init(faces: [ListedFace]) { self.faces = faces }

    /// Shows families by their names in a language, too.
    mutating func setFamilyNames(for locale: Locale) {
        for face in registrations.flatMap(\.faces) where familyNames[face.family] ?? face.family == face.family {
            familyNames[face.family] = face.shownName(.family, for: locale)
        }
    }

    var json: JSON {
        let entries = registrations.map { registration in
            JSON(registration).adding(
                ("visibleInSandboxes", sandboxes.map { .bool(registration.path.map($0.show) ?? false) })
            ).adding(views.members(registration.id))
        }
        let document: JSON = ["generation": generation.map { JSON($0) } ?? .null, "registrations": .array(entries)]
        return document.adding(
            ("hidden", hidden.isEmpty ? nil : JSON(hidden)),
            ("missing", missing.isEmpty ? nil : JSON(missing.keys.sorted())))
    }

    var text: TextOutput {
        switch form {
        case .lines: return lines
        case .families(let terminal):
            let table = FamilyTable(faces, names: familyNames, order: order, isHidden: isHidden)
            var text = faces.isEmpty ? TextOutput() : table.text(for: terminal)
            let families = Dictionary(grouping: hidden, by: \.face.family).sorted { $0.key < $1.key }
            if !families.isEmpty {
                if !faces.isEmpty { text.line() }
                text.line("Hidden fonts of the system:")
                text.table(families.map { [$0.key, counted($0.value.count, "style")] }, indent: 2)
            }
            return text
        case .names: return TextOutput(faces.map { [$0.postscriptName] })
        }
    }

    /// Whether programs do not see a face, although it is enabled.
    private func isHidden(_ face: ListedFace) -> Bool {
        guard let hidden = views.hidden(face.id) else { return false }
        return hidden.reason != .sameContents && hidden.postscriptName == face.postscriptName
    }

    private var lines: TextOutput {
        TextOutput(
            faces.map { face in
                [
                    face.postscriptName, familyNames[face.family] ?? face.family, face.style, face.weightText,
                    face.scope.rawValue, face.provider,
                    face.isEnabled ? isHidden(face) ? "hidden" : "" : "disabled", face.id, face.file,
                ]
            }
                + hidden.map { font in
                    [
                        font.postscriptName, font.face.family, font.style, font.weightText, "system", "", "hidden", "",
                        font.path ?? "",
                    ]
                })
    }

    var diagnostics: [String] {
        let lines = missing.sorted { $0.key < $1.key }.map { name, near in
            "\(name): No registered font has that name.\(explanations[name].map { " " + $0 } ?? NearNames.question(near)) (201)"
        }
        let nothing = nothing.map { ["\($0.message) (\($0.code.rawValue))"] } ?? []
        guard let unknownProvider else { return lines + nothing }
        return lines + nothing + [
            "Nothing is registered by “\(unknownProvider.id)”.\(NearNames.question(unknownProvider.near)) `fontctl providers` lists the providers that have registered fonts."
        ]
    }

    var hint: String? {
        unknownProvider == nil && missing.isEmpty && nothing == nil
            ? "No registered font matches. `fontctl register FILE` registers a font." : nil
    }

    var exitStatus: Int32 {
        missing.isEmpty && nothing == nil ? ExitStatus.done : ExitStatus.failed
    }
}
