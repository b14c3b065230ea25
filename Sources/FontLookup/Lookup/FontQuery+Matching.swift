import FontModel

extension FontQuery {
    /// Whether a font matches the query, without regard to its characters.
    func matches(_ font: FontDescriptor) -> Bool {
        matchesNames(font) && matchesStyle(font) && matchesOrigin(font)
    }

    private func matchesNames(_ font: FontDescriptor) -> Bool {
        let face = font.face
        func isOne(_ wanted: String?, _ kind: LocalizedName.Kind, _ names: String?...) -> Bool {
            guard let wanted else { return true }
            let localized = face.localizedNames.filter { $0.kind == kind }.map(\.text)
            return (names.compactMap(\.self) + localized).contains { LookupName.fold($0) == LookupName.fold(wanted) }
        }
        func isPostScriptName(_ wanted: String) -> Bool {
            if font.postscriptName == wanted { return true }
            return font.instance == nil && face.instances.contains { $0.postscriptName == wanted }
        }
        return (postscriptName.map(isPostScriptName) ?? true)
            && isOne(family, .family, face.family, face.legacyFamily)
            && isOne(style, .style, font.style, face.legacyStyle)
            && isOne(fullName, .fullName, face.fullName)
    }

    private func matchesStyle(_ font: FontDescriptor) -> Bool {
        let face = font.face
        /// A variable face has the range of its axis; an instance has its own value.
        func reaches(_ wanted: ClosedRange<Double>?, _ value: Double, axis: String) -> Bool {
            guard let wanted else { return true }
            if font.instance == nil, let axis = face.axes.first(where: { $0.tag == axis }),
                axis.minimum <= axis.maximum
            {
                return wanted.overlaps(axis.minimum...axis.maximum)
            }
            return wanted.contains(value)
        }
        return font.traits.meets(traits) && font.traits.avoids(excludedTraits)
            && reaches(weight, font.weight, axis: "wght") && reaches(width, font.width, axis: "wdth")
            && (slant?.contains(font.slant) ?? true) && (outlines.map { $0 == face.outlines } ?? true)
            && axes.allSatisfy { tag in face.axes.contains { $0.tag == tag } }
            && languages.allSatisfy { wanted in face.languages.contains(where: LanguageRange(wanted).matches) }
    }

    private func matchesOrigin(_ font: FontDescriptor) -> Bool {
        if let file, !font.path.hasBytes(of: file) { return false }
        guard scopes != nil || provider != nil || tag != nil else { return true }
        guard case .registered(_, let scope, let itsProvider, _, let tags) = font.origin else { return false }
        return (scopes?.contains(scope) ?? true) && (provider.map { $0 == itsProvider } ?? true)
            && (tag.map(tags.contains) ?? true)
    }
}
