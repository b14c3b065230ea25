public import FontModel

/// The font that comes nearest to a query.
public struct FontQueryMatch: Sendable, Hashable {
    /// The font and its location in the variations.
    public var match: FontMatch
    /// The conditions of the query that the font does not meet.
    public var unmet: Set<FontQuery.Condition>

    public init(match: FontMatch, unmet: Set<FontQuery.Condition>) {
        self.match = match
        self.unmet = unmet
    }
}

extension FontQuery {
    /// A condition of a query, in the order in which a best-effort match gives up the later ones first.
    public enum Condition: String, Sendable, Hashable, Codable, CaseIterable {
        case file, postscriptName, fullName, family, tag, provider, scopes, characters, languages, style,
            excludedTraits,
            traits, width, slant, weight, axes, outlines
    }

    /// The conditions that are set.
    public var conditions: Set<Condition> { Set(Condition.allCases.filter { only([$0]) != FontQuery() }) }

    /// Returns the query with these conditions alone.
    package func only(_ kept: Set<Condition>) -> FontQuery {
        var query = FontQuery()
        for condition in kept {
            switch condition {
            case .file: query.file = file
            case .postscriptName: query.postscriptName = postscriptName
            case .fullName: query.fullName = fullName
            case .family: query.family = family
            case .tag: query.tag = tag
            case .provider: query.provider = provider
            case .scopes: query.scopes = scopes
            case .characters: query.characters = characters
            case .languages: query.languages = languages
            case .style: query.style = style
            case .excludedTraits: query.excludedTraits = excludedTraits
            case .traits: query.traits = traits
            case .width: query.width = width
            case .slant: query.slant = slant
            case .weight: query.weight = weight
            case .axes: query.axes = axes
            case .outlines: query.outlines = outlines
            }
        }
        return query
    }

    /// The style that the query asks for: the middle of each range, within the traits.
    package var wantedStyle: FontStyle {
        func middle(_ range: ClosedRange<Double>?) -> Double? {
            range.map { $0.lowerBound + ($0.upperBound - $0.lowerBound) / 2 }
        }
        var wanted = FontStyle(
            weight: middle(weight) ?? (traits.contains(.bold) ? 700 : 400),
            width: middle(width) ?? (traits.contains(.condensed) ? 75 : traits.contains(.expanded) ? 125 : 100))
        if let slant, !slant.contains(0) {
            wanted.slope = .oblique(degrees: middle(slant) ?? 0)
        } else if traits.contains(.italic) {
            wanted.slope = .italic
        }
        return wanted
    }
}
