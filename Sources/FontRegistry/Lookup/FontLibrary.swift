import FontModel
import Fontconfig
import GRDB

/// A font, with a closure that tests its characters.
private struct Candidate {
    var font: FontDescriptor
    /// The path given at registration.
    var file: String?
    var covers: (String) throws -> Bool

    func matches(_ query: FontQuery) throws -> Bool {
        var query = query
        // A descriptor has the path at which fontconfig sees the file, not the path given at registration.
        if query.file == file { query.file = nil }
        guard query.matches(font) else { return false }
        return try query.characters.isEmpty || covers(query.characters)
    }
}

/// The fonts among which a set of queries selects.
private struct Candidates {
    private let options: FontQuerySet.Options
    private var all: [Candidate] = []

    init(_ options: FontQuerySet.Options) { self.options = options }

    var state: RegistrationState { options.contains(.includeDisabled) ? .any : .enabled }

    mutating func add(_ font: FontDescriptor, file: String? = nil, covers: @escaping (String) throws -> Bool) {
        all.append(Candidate(font: font, file: file, covers: covers))
        guard options.contains(.namedInstances) else { return }
        for instance in font.face.instances where !instance.isDefault {
            var font = font
            font.instance = instance
            all.append(Candidate(font: font, file: file, covers: covers))
        }
    }

    func matching(_ set: FontQuerySet) throws(FontError) -> [FontDescriptor] {
        var found: [FontDescriptor] = []
        for candidate in all {
            do {
                guard try set.including.contains(where: { try candidate.matches($0) }),
                    try !set.excluding.contains(where: { try candidate.matches($0) })
                else { continue }
            } catch let error as FontError {
                throw error
            } catch {
                throw FontError(
                    .registrationFailed, "\(error)", cause: .store(.unavailable, detail: "reading coverage"))
            }
            found.append(candidate.font)
        }
        return found
    }
}

/// The fonts of the process scope and of the system.
struct FontLibrary: Sendable {
    let process: ProcessScope
    let system: SystemFontCache

    /// Evaluates a set of queries.
    func fonts(matching set: FontQuerySet, for caller: Caller) throws(FontError) -> [FontDescriptor] {
        var candidates = Candidates(set.options)
        for entry in process.entries {
            guard let registration = caller.view(of: entry.registration),
                candidates.state.includes(registration.isEnabled)
            else { continue }
            for face in registration.faces {
                candidates.add(registration.descriptor(of: face), file: registration.file) {
                    entry.coverages[face.index].covers($0)
                }
            }
        }
        if set.including.contains(where: { $0.scopes == nil && $0.provider == nil && $0.tag == nil }) {
            let index = try system.current()
            for (entry, font) in index.descriptors.enumerated() {
                candidates.add(font) { index.fonts.covers(entry, $0) }
            }
        }
        return try candidates.matching(set)
    }

    /// Sorts fonts: highest scope first, then by family, weight and style.
    static func ordered(_ fonts: [FontDescriptor], _ options: FontQuerySet.Options) -> [FontDescriptor] {
        let ordered = fonts.sorted { order($0) < order($1) }
        guard options.contains(.removeDuplicates) else { return ordered }
        var seen: Set<String> = []
        return ordered.filter { seen.insert($0.postscriptName).inserted }
    }

    private static func order(_ font: FontDescriptor) -> (Int, String, Double, String) {
        (-(font.priority?.rawValue ?? 0), font.face.family, font.weight, font.postscriptName)
    }

    /// Returns the registrations of the process scope that match the filters.
    func registered(state: RegistrationState, provider: String?) -> [Registration] {
        process.registrations.filter {
            state.includes($0.isEnabled) && (provider == nil || $0.provider == provider)
        }
    }

    /// Returns the font outside fontd's folders that a target matches.
    func foreignFont(_ target: FontTarget) -> ForeignFont? {
        guard let index = try? system.current() else { return nil }
        func file(_ path: String) -> String? { index.fonts.entries.first { $0.path == path }?.path }
        func named(_ name: String) -> String? {
            index.find(name, as: .postscriptName).first?.path ?? index.find(name, as: .instance).first?.path
        }
        let path: String? =
            switch target.kind {
            case .file(let path): file(path)
            case .name(let name): named(name)
            case .id: nil
            case .any(let text): file(text) ?? named(text)
            }
        return path.map { ForeignFont(path: $0, userFonts: system.userFonts) }
    }
}

extension Registrar {
    /// Evaluates a set of queries over the stored registrations.
    ///
    /// Of other providers' fonts, a provider sees what every program sees: the enabled ones, without their tags.
    func fonts(matching set: FontQuerySet, for caller: Caller) throws(FontError) -> [FontDescriptor] {
        var candidates = Candidates(set.options)
        let registrations = try registered(
            scope: nil, state: candidates.state, provider: nil, families: set.families)
        for registration in registrations {
            guard let registration = caller.view(of: registration) else { continue }
            for face in registration.faces {
                candidates.add(registration.descriptor(of: face), file: registration.file) { text in
                    try self.read { database, _ in
                        guard let database, let content = try database.content(sha256: registration.sha256) else {
                            return false
                        }
                        return try database.coverage(contentID: content.id, faceIndex: face.index)?.covers(text)
                            ?? false
                    }
                }
            }
        }
        return try candidates.matching(set)
    }

    /// Returns the stored registrations that match the filters, oldest first.
    ///
    /// - Parameter families: The folded names of families of which one must be in the file; nil for any family.
    func registered(
        scope: FontScope?, state: RegistrationState, provider: String?, families: [String]? = nil
    ) throws(FontError) -> [Registration] {
        let paths = paths
        return try read { database, session in
            guard let database else { return [] }
            var filter = "(? IS NULL OR r.scope = ?) AND (? IS NULL OR r.provider = ?)"
            var values: StatementArguments = [scope?.rawValue, scope?.rawValue, provider, provider]
            if let families {
                filter += """
                     AND r.contentID IN (SELECT contentID FROM lookup
                        WHERE kind IN (\(NameKind.family.rawValue), \(NameKind.localizedFamily.rawValue))
                            AND name IN (\(databaseQuestionMarks(count: families.count))))
                    """
                values += StatementArguments(families)
            }
            let rows = try database.registrations(where: filter, values, session: session)
            let faces = try database.faces(ofRegistrationsWhere: filter, values)
            return rows.filter { state.includes($0.isEnabled) }.map {
                $0.registration(faces: faces[$0.contentID] ?? [], paths: paths)
            }
        }
    }
}

extension FontQuerySet {
    /// The folded names of families of which a matching font must have one; nil if a font of any family may match, or
    /// if there are more of them than one SQL statement should have.
    fileprivate var families: [String]? {
        let families = including.map { $0.family.map(LookupName.fold) ?? "" }
        return families.contains("") || families.count > 100 ? nil : families
    }
}

extension RegistrationState {
    func includes(_ isEnabled: Bool) -> Bool {
        switch self {
        case .any: true
        case .enabled: isEnabled
        case .disabled: !isEnabled
        }
    }
}
