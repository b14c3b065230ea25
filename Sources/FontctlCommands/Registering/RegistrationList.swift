import FontAdvice
import FontRegistry
import Foundation

/// The registrations.
struct RegistrationList: Report {
    /// The generation; nil if only PostScript names are listed.
    var generation: Int64?
    /// The registrations; empty if only PostScript names are listed.
    var registrations: [Registration] = []
    var faces: [ListedFace]
    /// The provider of the filter and similar ids, if it has no registrations.
    var unknownProvider: (id: String, near: [String])?
    /// The folders in which programs in a sandbox see fonts.
    var sandboxes: SandboxFolders?
    /// How programs treat the fonts.
    var views = ProgramViews()
    /// The faults of stored files that their presence and sizes show, by the ids of the registrations.
    var faults: [String: StoredFileFault] = [:]

    /// The families' names for people, by the names that programs know; without those that are equal.
    private(set) var familyNames: [String: String] = [:]
    /// The locale by whose rules families are sorted.
    var order = Locale(identifier: "en_001")
    /// The fonts of the system that the user has hidden.
    var hidden: [FontDescriptor] = []

    /// The form for people.
    var form = Form.lines
    /// The names that mean no registered font, with similar names.
    var missing: [String: [String]] = [:]

    /// The explanations of names among them that mean fonts that are disabled for all users.
    var explanations: [String: Message] = [:]

    /// The collection whose fonts are listed; nil for other fonts.
    private(set) var collection: FontCollection?

    /// The error for a family or collection without fonts.
    var nothing: FontError?

    /// A form of a list for people.
    enum Form: Sendable, Hashable {
        /// A line for each face with all columns, which scripts read.
        case lines
        /// A line for each family.
        case families(FittedTable.Terminal)
        /// The PostScript names only.
        case names
    }

    init(generation: Int64, registrations: [Registration]) {
        self.generation = generation
        self.registrations = registrations
        faces = registrations.flatMap(\.listedFaces)
    }

    init(faces: [ListedFace]) { self.faces = faces }

    /// Lists the fonts of a collection, for people in the user's order.
    mutating func show(_ collection: FontCollection) {
        self.collection = collection
        let places = Dictionary(
            collection.allFamilies.enumerated().map { (LookupName.fold($1), $0) },
            uniquingKeysWith: { first, _ in first })
        func place(_ face: ListedFace) -> Int { places[LookupName.fold(face.family)] ?? places.count }
        faces = faces.enumerated().sorted { (place($0.element), $0.offset) < (place($1.element), $1.offset) }
            .map(\.element)
    }

    /// Shows families by their names in a language, too.
    mutating func setFamilyNames(for locale: Locale) {
        for face in registrations.flatMap(\.faces) where familyNames[face.family] ?? face.family == face.family {
            familyNames[face.family] = face.shownName(.family, for: locale)
        }
    }

    /// Adds those of the faults that files of the list have.
    mutating func add(_ found: [String: StoredFileFault]) {
        guard !found.isEmpty else { return }
        let listed = Set(faces.map(\.id))
        faults = found.filter { listed.contains($0.key) }
    }

    /// Finds the faults of all stored files; none over the bus, where this process may not see the store.
    static func faults(in context: FontctlContext) async -> [String: StoredFileFault] {
        guard context.service == nil, let registry = try? context.registry() else { return [:] }
        let faults = try? await BlockingWork.perform { () throws(FontError) in
            try RegistrationFacts.evidentFaults(in: registry)
        }
        return faults ?? [:]
    }

    var json: JSON {
        let entries = registrations.map { registration in
            JSON(registration).adding(
                ("visibleInSandboxes", sandboxes.map { .bool(registration.path.map($0.show) ?? false) })
            ).adding(views.members(registration.id)).adding(
                ("fault", faults[registration.id].map { .string($0.rawValue) }))
        }
        return [
            "generation": generation.map { JSON($0) } ?? .null, "registrations": .array(entries),
            "hidden": hidden.isEmpty ? nil : JSON(hidden),
            "missing": missing.isEmpty ? nil : JSON(missing.keys.sorted()),
            "families": collection.map { JSON($0.allFamilies) },
        ]
    }

    var text: TextOutput {
        var text = fontText
        text.table(otherFamilies.map { [$0, tr("no registered font")] })
        return text
    }

    /// The families of the collection of which no font is registered.
    private var otherFamilies: [String] {
        guard let collection else { return [] }
        let registered = Set(faces.map { LookupName.fold($0.family) })
        return collection.families.filter { !registered.contains(LookupName.fold($0)) }
    }

    private var fontText: TextOutput {
        switch form {
        case .lines: return lines
        case .families(let terminal):
            var text = faces.isEmpty ? TextOutput() : familyTable(on: terminal)
            let families = Dictionary(grouping: hidden, by: \.face.family).sorted { $0.key < $1.key }
            if !families.isEmpty {
                if !faces.isEmpty { text.line() }
                text.line(tr("Hidden fonts of the system:"))
                text.table(families.map { [$0.key, tr(counted($0.value.count, "style"))] }, indent: 2)
            }
            return text
        case .names: return TextOutput(faces.map { [$0.postscriptName] })
        }
    }

    /// Whether programs do not see a face, although it is enabled.
    func isHidden(_ face: ListedFace) -> Bool {
        guard let hidden = views.hidden(face.id) else { return false }
        return hidden.reason != .sameContents && hidden.postscriptName == face.postscriptName
    }

    /// The state of a face in a line.
    private func state(_ face: ListedFace) -> String {
        let fault = (faults[face.id]?.word).map(tr)
        guard face.isEnabled else { return [tr("disabled"), fault].compactMap(\.self).joined(separator: ", ") }
        return fault ?? (isHidden(face) ? tr("hidden") : "")
    }

    /// The lines about faults, each once for several registrations of a file.
    private var faultLines: [String] {
        var (stored, shown): ([String], [String]) = ([], [])
        for face in faces {
            switch faults[face.id] {
            case .missing, .damaged: if !stored.contains(face.postscriptName) { stored.append(face.postscriptName) }
            case .notShown: if !shown.contains(face.postscriptName) { shown.append(face.postscriptName) }
            case nil: continue
            }
        }
        return [
            stored.isEmpty
                ? nil
                : tr(
                    "The stored files of these fonts are missing or damaged: \(stored.list(first: 5)). Run `fontctl doctor --repair`, which restores them from intact copies, or removes registrations without one."
                ),
            shown.isEmpty
                ? nil
                : tr(
                    "The font folders lack the files of these fonts, or have other bytes in their place: \(shown.list(first: 5)). Run `fontctl doctor --repair`, which shows them again."
                ),
        ].compactMap(\.self)
    }

    private var lines: TextOutput {
        let isHidden = tr("hidden")
        return TextOutput(
            faces.map { face in
                [
                    face.postscriptName, familyNames[face.family] ?? face.family, face.style,
                    face.axes.weightText(face.weight), face.scope.rawValue, face.provider, state(face), face.id,
                    face.file,
                ]
            }
                + hidden.map { font in
                    [
                        font.postscriptName, font.face.family, font.style, font.weightText, "system", "", isHidden, "",
                        font.path ?? "",
                    ]
                })
    }

    var diagnostics: [String] {
        let lines = missing.sorted { $0.key < $1.key }.map { name, near in
            let fact = tr("No registered font has that name.")
            let advice = explanations[name].map { " " + tr($0) } ?? tr(NearNames.question(near))
            return "\(name): \(fact)\(advice) (201)"
        }
        let nothing = nothing.map { ["\($0.localizedMessage) (\($0.code.rawValue))"] } ?? []
        let unknown = unknownProvider.map { id, near in
            let advice = tr("`fontctl providers` lists the providers that have registered fonts.")
            return [tr("Nothing is registered by “\(id)”.") + tr(NearNames.question(near)) + " " + advice]
        }
        return lines + nothing + (unknown ?? faultLines)
    }

    var hint: String? {
        if let collection {
            return tr(
                "The collection “\(collection.name)” is empty. `fontctl tag add` with its name and fonts fills it.")
        }
        return unknownProvider == nil && missing.isEmpty && nothing == nil
            ? tr("No registered font matches. `fontctl register FILE` registers a font.") : nil
    }

    var exitStatus: Int32 {
        missing.isEmpty && nothing == nil ? ExitStatus.done : ExitStatus.failed
    }
}
