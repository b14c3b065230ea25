public import FontModel

/// The decoding of the query of `Faces` and `Families`.
extension FontQuerySet {
    /// The member names that a query may have.
    public static let busKeys: Set<String> = [
        "postscriptName", "family", "style", "fullName", "file", "languages", "characters", "axes", "traits",
        "excludedTraits", "outlines", "weight", "width", "slant", "scopes", "provider", "tag", "includeDisabled",
        "namedInstances", "removeDuplicates",
    ]

    /// Decodes a single query with its options.
    public init(_ record: BusRecord) throws(BusFailure) {
        var query = FontQuery(
            postscriptName: try record.optional("postscriptName", \.string),
            family: try record.optional("family", \.string), style: try record.optional("style", \.string),
            fullName: try record.optional("fullName", \.string),
            traits: try record.optional("traits") { $0.strings.flatMap(FontTraits.init(names:)) } ?? [],
            excludedTraits: try record.optional("excludedTraits") { $0.strings.flatMap(FontTraits.init(names:)) } ?? [],
            weight: try record.optional("weight", Self.range), width: try record.optional("width", Self.range),
            slant: try record.optional("slant", Self.range), languages: try record.languages("languages"),
            characters: try record.optional("characters", \.string) ?? "",
            outlines: try record.optional("outlines") { $0.string.flatMap(OutlineFormat.init(rawValue:)) },
            axes: try record.strings("axes"),
            scopes: try record.optional("scopes") { value in
                guard let words = value.strings else { return nil }
                let scopes = words.compactMap(FontScope.init(rawValue:))
                return scopes.count == words.count ? Set(scopes) : nil
            }, provider: try record.optional("provider", \.string), tag: try record.optional("tag", \.string))
        query.file = try record.optional("file", \.string)
        var options: Options = []
        if try record.optional("includeDisabled", \.boolean) ?? false { options.insert(.includeDisabled) }
        if try record.optional("namedInstances", \.boolean) ?? false { options.insert(.namedInstances) }
        if try record.optional("removeDuplicates", \.boolean) ?? false { options.insert(.removeDuplicates) }
        self.init(including: [query], options: options)
    }

    private static func range(_ value: BusValue) -> ClosedRange<Double>? {
        guard let fields = value.structure, fields.count == 2, let low = fields[0].number, let high = fields[1].number,
            low <= high
        else { return nil }
        return low...high
    }
}

extension FontQuery {
    /// The encoded members of the query, without options.
    public var busMembers: [String: BusValue] {
        func range(_ range: ClosedRange<Double>?) -> BusValue? {
            range.map { .structure([.double($0.lowerBound), .double($0.upperBound)]) }
        }
        var members: [String: BusValue] = [:]
        members.set("postscriptName", postscriptName.map(BusValue.string))
        members.set("family", family.map(BusValue.string))
        members.set("style", style.map(BusValue.string))
        members.set("fullName", fullName.map(BusValue.string))
        members.set("file", file.map(BusValue.string))
        members.set("traits", traits.isEmpty ? nil : .strings(traits.names))
        members.set("excludedTraits", excludedTraits.isEmpty ? nil : .strings(excludedTraits.names))
        members.set("weight", range(weight))
        members.set("width", range(width))
        members.set("slant", range(slant))
        members.set("languages", languages.isEmpty ? nil : .strings(languages))
        members.set("characters", characters.isEmpty ? nil : .string(characters))
        members.set("outlines", outlines.map { .string($0.rawValue) })
        members.set("axes", axes.isEmpty ? nil : .strings(axes))
        members.set("scopes", scopes.map { .strings($0.map(\.rawValue).sorted()) })
        members.set("provider", provider.map(BusValue.string))
        members.set("tag", tag.map(BusValue.string))
        return members
    }
}
