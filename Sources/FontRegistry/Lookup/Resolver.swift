import FontModel
import Fontconfig

/// Resolves a name to the font of that name, or to no font, but never to a substitute.
struct Resolver: Sendable {
    let system: SystemFontCache

    /// Resolves a name.
    ///
    /// Kinds of names are tried in the order of ``NameKind``; within one kind, scopes in the order process, session,
    /// persistent, system.
    /// - Parameter registered: The registered fonts that match, process scope first.
    func resolve(_ name: String, among registered: [RegisteredMatch]) throws(FontError) -> FontResolution {
        for kind in NameKind.allCases {
            let fonts = registered.first { $0.kind == kind }?.fonts ?? []
            if let best = Self.best(fonts, kind) { return found(name, best, kind) }
            let others = try system.current(loadsRegistered: true).find(name, as: kind)
            if let best = Self.best(others, kind) { return found(name, best, kind) }
        }
        let substitute = try system.current(loadsRegistered: true).fonts.substitute(for: name)
        return FontResolution(
            query: name,
            substitute: substitute.map { FontDescriptor(face: $0.face, path: $0.path, origin: .system) })
    }

    /// Returns the best of the registered fonts that match a name, regardless of all others.
    static func resolution(of name: String, to match: RegisteredMatch) -> FontResolution? {
        best(match.fonts, match.kind).map {
            FontResolution(query: name, match: $0, matchedBy: match.kind.matchedBy)
        }
    }

    private func found(_ name: String, _ match: FontDescriptor, _ kind: NameKind) -> FontResolution {
        FontResolution(query: name, match: match, matchedBy: kind.matchedBy)
    }

    /// Returns the best candidate: the highest scope, a static file before an instance of a variable one, the oldest
    /// registration; for a family the most regular font of the highest scope.
    private static func best(_ candidates: [FontDescriptor], _ kind: NameKind) -> FontDescriptor? {
        guard let highest = candidates.compactMap(\.rank).max() else { return nil }
        let candidates = candidates.filter { $0.rank == highest }
        guard kind.wantsRegular else { return candidates.first { $0.instance == nil } ?? candidates.first }
        let withInstances = candidates.flatMap { candidate in
            [candidate]
                + candidate.face.instances.map {
                    FontDescriptor(face: candidate.face, instance: $0, path: candidate.path, origin: candidate.origin)
                }
        }
        // `min` returns the first of equal elements: the face itself before an instance with the same values.
        return withInstances.min { distanceFromRegular($0) < distanceFromRegular($1) }
    }

    /// Returns the distance of a style from upright, normal width and weight 400.
    ///
    /// A bold face counts as bold regardless of its weight value.
    private static func distanceFromRegular(_ font: FontDescriptor) -> Double {
        let style = abs(font.weight - 400) + abs(font.width - 100) * 10
        let italic = font.slant != 0 || font.face.traits.contains(.italic) ? 10_000.0 : 0
        return style + italic + (font.instance == nil && font.face.traits.contains(.bold) ? 1_000 : 0)
    }
}

extension Registration {
    /// Returns a descriptor of one of the faces.
    func descriptor(of face: FontFace, instance: Int? = nil) -> FontDescriptor {
        FontDescriptor(
            face: face, instance: instance.map { face.instances[$0] }, path: path,
            origin: .registered(id: id, scope: scope, provider: provider, isEnabled: isEnabled, tags: tags))
    }
}
