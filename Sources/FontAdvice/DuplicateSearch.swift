import FontRegistry
import Glibc

/// The search for fonts of any origin that have a PostScript name in common.
///
/// Fonts with the same bytes have the same names, so only those of one name are read and compared.
struct DuplicateSearch {
    /// A font before its bytes are known.
    private struct Candidate {
        var origin: DuplicateFont.Origin
        var condition: DuplicateFont.Condition
        /// The path at which programs find it; nil for a disabled registration.
        var path: String?
        /// The path of the bytes.
        var stored: String
        /// The path of the bytes without links.
        var real: String
        /// The file at that path.
        var identity: Fingerprint.Identity?
        var sha256: String?
        var faces: [FontFace]

        var isVisible: Bool {
            switch condition {
            case .shown, .shadowed: true
            case .disabled, .hidden: false
            }
        }

        var registration: Registration? {
            if case .registered(let registration) = origin { registration } else { nil }
        }
    }

    private let manager: FontManager
    private let context: ExplainingContext
    private let paths: FontPaths

    init(_ manager: FontManager, in context: ExplainingContext, _ paths: FontPaths) {
        self.manager = manager
        self.context = context
        self.paths = paths
    }

    /// Returns the groups of fonts of which programs see at least two, by family and name.
    func groups() async throws(FontError) -> [DuplicateGroup] {
        let candidates = try await self.candidates()
        let named = Self.sharedNames(of: candidates)
        let places = named.values.reduce(into: Set()) { $0.formUnion($1) }.sorted()
        // How programs treat a font takes longer than the comparison of names, so only those with a shared name are asked.
        let views = try await manager.programViews(of: places.compactMap { candidates[$0].registration })
        let members = try await members(places, candidates, views)
        // Several names of the same files are one group: those of a collection, for example.
        var groups: [[Int]: [String]] = [:]
        for (name, places) in named {
            let present = places.filter { members[$0] != nil }.sorted()
            groups[present, default: []].append(name)
            // Files with the same bytes are a group of their own beside others of the name.
            for same in Dictionary(grouping: present, by: { members[$0]?.sha256 ?? "" }).values
            where same.count > 1 && same.count < present.count {
                groups[same, default: []].append(name)
            }
        }
        var found: [DuplicateGroup] = []
        for (places, names) in groups {
            let fonts = places.compactMap { members[$0] }
            guard fonts.count(where: \.isVisible) > 1 else { continue }
            found.append(try await group(fonts, named: names.sorted(), views))
        }
        return found.sorted { ($0.family.lowercased(), $0.id) < ($1.family.lowercased(), $1.id) }
    }

    // MARK: Candidates

    /// Returns all fonts of the machine, a file with several paths once.
    private func candidates() async throws(FontError) -> [Candidate] {
        let registered = try await manager.registered().filter { $0.scope != .process }
        var candidates = registered.map { registration in
            Candidate(
                origin: .registered(registration), condition: registration.isEnabled ? .shown : .disabled,
                path: registration.isEnabled ? registration.path : nil,
                stored: registration.path ?? paths.object(registration.sha256), real: registration.path ?? "",
                sha256: registration.sha256, faces: registration.faces)
        }
        func add(_ fonts: [FontDescriptor], _ condition: DuplicateFont.Condition) {
            for (path, fonts) in Dictionary(grouping: fonts, by: { $0.path.map(ExactText.init) }) {
                guard let path = path?.string else { continue }
                candidates.append(
                    Candidate(
                        origin: .other, condition: condition, path: path, stored: path, real: path,
                        faces: fonts.map(\.face).sorted { $0.index < $1.index }))
            }
        }
        add(try await manager.systemFonts(), .shown)
        add(try await manager.hiddenFonts(), .hidden)
        return candidates
    }

    /// Returns the fonts of each name that several have and of which programs see two.
    ///
    /// A name that was formed for a named instance, since the font has none for it, stands for one in another font only.
    private static func sharedNames(of candidates: [Candidate]) -> [String: Set<Int>] {
        var given: [String: Set<Int>] = [:]
        var formed: [String: Set<Int>] = [:]
        for (place, candidate) in candidates.enumerated() {
            for names in candidate.faces.map(ExactNames.init) {
                for name in names.given { given[name, default: []].insert(place) }
                for name in names.formed { formed[name, default: []].insert(place) }
            }
        }
        for name in given.keys { given[name]?.formUnion(formed[name] ?? []) }
        return given.filter { $1.count > 1 && $1.count(where: { candidates[$0].isVisible }) > 1 }
    }

    // MARK: Members

    /// Reads and classifies candidates; those that are the file of another one, or cannot be read, are left out.
    private func members(
        _ places: [Int], _ candidates: [Candidate], _ views: [String: ProgramView]
    ) async throws(FontError) -> [Int: DuplicateFont] {
        let (context, paths) = (context, paths)
        let chosen = places.map { candidates[$0] }
        return try await BlockingWork.perform { () throws(FontError) in
            let read = BlockingWork.results(chosen.count) { Self.read(chosen[$0]) }
            // A file has several paths by links and by mounts of its folder.
            var known = Set(
                read.compactMap(\.self).filter { $0.registration != nil && $0.path != nil }.map(\.identity))
            var fonts: [Int: DuplicateFont] = [:]
            // A path without links comes before those with links to it.
            let order = read.indices.sorted {
                let links = [$0, $1].map { read[$0]?.real != chosen[$0].path }
                return links[0] != links[1] ? links[1] : $0 < $1
            }
            for index in order {
                guard let candidate = read[index], let sha256 = candidate.sha256 else { continue }
                if candidate.registration == nil, !known.insert(candidate.identity).inserted { continue }
                var status = stat()
                let size = GivenPath.with(candidate.stored) { stat($0, &status) } == 0 ? Int64(status.st_size) : 0
                // The configuration hides it if no other font is shown in its place.
                let hidden = candidate.registration.flatMap { views[$0.id]?.hidden }
                let isRejected = hidden.map { $0.shown == nil } ?? false
                fonts[places[index]] = DuplicateFont(
                    candidate.origin, condition: isRejected ? .hidden : candidate.condition,
                    path: candidate.path, sha256: sha256, byteCount: size, faces: candidate.faces)
            }
            let foreign = fonts.filter { $1.registration == nil }
            let others = foreign.filter { _, font in !(font.path.map { LooseFonts.includes($0, paths) } ?? false) }
            let owners = context.packageOwners(others.values.compactMap(\.path).sorted())
            for (place, font) in foreign {
                if others[place] == nil { fonts[place]?.origin = .own }
                if let path = font.path, others[place] != nil, let package = owners[path] {
                    fonts[place]?.origin = .package(package)
                }
            }
            return fonts
        }
    }

    /// Returns a candidate with its hash and its path without links; nil if it cannot be read.
    private static func read(_ candidate: Candidate) -> Candidate? {
        var candidate = candidate
        if let real = GivenPath.with(candidate.stored, { realpath($0, nil) }) {
            candidate.real = PathText.text(ofCString: real)
            free(real)
        }
        candidate.identity = Fingerprint.Identity(of: candidate.stored)
        candidate.sha256 = candidate.sha256 ?? ByteCopy.sha256(ofFile: candidate.stored)
        return candidate.sha256 == nil || candidate.registration == nil && candidate.identity == nil ? nil : candidate
    }

    // MARK: Groups

    /// Returns a group with what programs get.
    private func group(
        _ fonts: [DuplicateFont], named names: [String], _ views: [String: ProgramView]
    ) async throws(FontError) -> DuplicateGroup {
        var fonts = fonts
        var undisputed: [String] = []
        for place in fonts.indices where fonts[place].isVisible {
            guard let face = Self.face(of: fonts[place], named: names) else { continue }
            let hidden: ProgramView.Hidden?
            if let registration = fonts[place].registration {
                hidden = views[registration.id]?.hidden
            } else {
                hidden = try await manager.shadow(
                    of: FontDescriptor(face: face, path: fonts[place].path, origin: .system))
            }
            if let hidden, hidden.postscriptName == face.postscriptName, hidden.shown != nil,
                let preference = ExplainedFont.Preference(rawValue: hidden.reason.rawValue)
            {
                fonts[place].condition = .shadowed(preference)
            } else {
                undisputed.append(fonts[place].id)
            }
        }
        var shown = undisputed.first
        if undisputed.count > 1 {
            // Fonts of several families or styles have one name: by the name itself programs get the first one found.
            let match = try await manager.resolve(names[0]).match
            shown = undisputed.first { $0 == match?.registrationID || $0 == match?.path } ?? shown
        }
        fonts.sort { one, other in
            let ranks = [one, other].map { (Self.rank($0, shown: shown), $0.file) }
            return ranks[0] < ranks[1]
        }
        let kind: DuplicateGroup.Kind = Set(fonts.map(\.sha256)).count == 1 ? .contents : .name
        let family = (fonts.first { $0.id == shown } ?? fonts[0]).faces.first?.family ?? names[0]
        return DuplicateGroup(kind, names: names, family: family, members: fonts, shown: shown)
    }

    /// Returns the face that has one of the names, itself or in a named instance.
    private static func face(of font: DuplicateFont, named names: [String]) -> FontFace? {
        font.faces.first { names.contains($0.postscriptName) }
            ?? font.faces.first { !Set(ExactNames(of: $0).all).isDisjoint(with: names) }
    }

    private static func rank(_ font: DuplicateFont, shown: String?) -> Int {
        if font.id == shown { return 0 }
        let origin =
            switch font.origin {
            case .registered: 1
            case .own: 2
            case .package: 3
            case .other: 4
            }
        return font.isVisible ? origin : origin + 4
    }
}
