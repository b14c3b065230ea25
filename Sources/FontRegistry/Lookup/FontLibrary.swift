import FontModel
import Fontconfig
import GRDB

/// Every font there is: registered in any scope, and the system's.
struct FontLibrary: Sendable {
    let registrar: Registrar
    let process: ProcessScope
    let system: SystemFontCache

    /// A font, and the characters it maps when asked.
    private struct Candidate {
        var font: FontDescriptor
        /// As it was given when registered.
        var file: String?
        var covers: (String) throws -> Bool
    }

    /// Evaluates a set of queries.
    ///
    /// Highest scope first, then family, weight and style. A provider sees of another's fonts what every program sees:
    /// the enabled ones, without their tags.
    func fonts(matching set: FontQuerySet, for caller: Caller) throws(FontError) -> [FontDescriptor] {
        let includesSystem = set.including.contains { $0.scopes == nil && $0.provider == nil && $0.tag == nil }
        var found: [FontDescriptor] = []
        for candidate in try candidates(includingSystem: includesSystem, set.options, caller) {
            do {
                guard try set.including.contains(where: { try matches(candidate, $0) }),
                    try !set.excluding.contains(where: { try matches(candidate, $0) })
                else { continue }
            } catch let error as FontError {
                throw error
            } catch {
                throw FontError(
                    .registrationFailed, "\(error)", cause: .store(.unavailable, detail: "reading coverage"))
            }
            found.append(candidate.font)
        }
        found.sort { Self.order($0) < Self.order($1) }
        guard set.options.contains(.removeDuplicates) else { return found }
        var seen: Set<String> = []
        return found.filter { seen.insert($0.postscriptName).inserted }
    }

    private static func order(_ font: FontDescriptor) -> (Int, String, Double, String) {
        (-(font.priority?.rawValue ?? 0), font.face.family, font.weight, font.postscriptName)
    }

    /// Registrations in store and process that fulfil the filters.
    func registered(
        scope: FontScope?, state: RegistrationState, provider: String?
    ) throws(FontError) -> [Registration] {
        let paths = registrar.paths
        let stored: [Registration] =
            scope == .process
            ? []
            : try registrar.read { database, session in
                guard let database else { return [] }
                let filter = "(? IS NULL OR r.scope = ?) AND (? IS NULL OR r.provider = ?)"
                let values: StatementArguments = [scope?.rawValue, scope?.rawValue, provider, provider]
                let rows = try database.registrations(where: filter, values, session: session)
                let faces = try database.faces(ofRegistrationsWhere: filter, values)
                return rows.filter { state.includes($0.isEnabled) }.map {
                    $0.registration(faces: faces[$0.contentID] ?? [], paths: paths)
                }
            }
        let local = process.registrations.filter {
            (scope == nil || scope == .process) && state.includes($0.isEnabled)
                && (provider == nil || $0.provider == provider)
        }
        return local + stored
    }

    /// Whether a target is a font that fontconfig finds outside fontd's folders.
    func isSystemFont(_ target: FontTarget) -> Bool {
        guard let index = try? system.current() else { return false }
        func hasFile(_ path: String) -> Bool { index.fonts.entries.contains { $0.path == path } }
        func hasName(_ name: String) -> Bool { !index.find(name, as: .postscriptName).isEmpty }
        switch target {
        case .file(let path): return hasFile(path)
        case .name(let name): return hasName(name)
        case .id: return false
        case .any(let text): return hasFile(text) || hasName(text)
        }
    }

    private func candidates(
        includingSystem: Bool, _ options: FontQuerySet.Options, _ caller: Caller
    ) throws(FontError) -> [Candidate] {
        let state: RegistrationState = options.contains(.includeDisabled) ? .any : .enabled
        var candidates: [Candidate] = []
        func add(_ font: FontDescriptor, file: String? = nil, covers: @escaping (String) throws -> Bool) {
            candidates.append(Candidate(font: font, file: file, covers: covers))
            guard options.contains(.namedInstances) else { return }
            for instance in font.face.instances where !instance.isDefault {
                var font = font
                font.instance = instance
                candidates.append(Candidate(font: font, file: file, covers: covers))
            }
        }
        for entry in process.entries {
            guard let registration = caller.view(of: entry.registration), state.includes(registration.isEnabled) else {
                continue
            }
            for face in registration.faces {
                add(registration.descriptor(of: face), file: registration.file) {
                    entry.coverages[face.index].covers($0)
                }
            }
        }
        for registration in try registered(scope: nil, state: state, provider: nil)
        where registration.scope != .process {
            guard let registration = caller.view(of: registration) else { continue }
            for face in registration.faces {
                add(registration.descriptor(of: face), file: registration.file) { text in
                    try registrar.read { database, _ in
                        guard let database, let content = try database.content(sha256: registration.sha256) else {
                            return false
                        }
                        return try database.coverage(contentID: content.id, faceIndex: face.index)?.covers(text)
                            ?? false
                    }
                }
            }
        }
        if includingSystem {
            let index = try system.current()
            for (entry, font) in index.descriptors.enumerated() { add(font) { index.fonts.covers(entry, $0) } }
        }
        return candidates
    }

    private func matches(_ candidate: Candidate, _ query: FontQuery) throws -> Bool {
        var query = query
        // A descriptor knows where fontconfig sees its file, not what the file was called before.
        if query.file == candidate.file { query.file = nil }
        guard query.matches(candidate.font) else { return false }
        return try query.characters.isEmpty || candidate.covers(query.characters)
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
