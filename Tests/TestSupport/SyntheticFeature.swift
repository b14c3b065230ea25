/// A typographic feature of a synthetic `GSUB` or `GPOS`, which changes no glyph.
public struct SyntheticFeature: Sendable, Hashable {
    public var tag: String
    /// The bytes of `FeatureParams`; without any, the feature has none.
    public var parameters: [UInt8]

    public init(_ tag: String, parameters: [UInt8] = []) {
        self.tag = tag
        self.parameters = parameters
    }

    /// Returns a stylistic set with the `name` ID of its name.
    public static func stylisticSet(_ tag: String, name: Int) -> SyntheticFeature {
        SyntheticFeature(tag, parameters: words(0, name))
    }

    /// Returns a character variant with the `name` IDs of its label, explanation, sample and the first of its choices.
    public static func characterVariant(
        _ tag: String, label: Int, explanation: Int = 0, sample: Int = 0, choices: Int = 0, first: Int = 0
    ) -> SyntheticFeature {
        SyntheticFeature(tag, parameters: words(0, label, explanation, sample, choices, first, 0))
    }

    /// Returns a table of version 1.0 with features, without scripts and lookups.
    public static func table(_ features: [SyntheticFeature]) -> [UInt8] {
        let start = 2 + 6 * features.count
        var (records, bodies): ([UInt8], [UInt8]) = ([], [])
        for feature in features {
            records += Array(feature.tag.utf8.prefix(4)) + words(start + bodies.count)
            bodies += words(feature.parameters.isEmpty ? 0 : 4, 0) + feature.parameters
        }
        let list = words(features.count) + records + bodies
        return words(1, 0, 10, 12, 12 + list.count) + words(0) + list + words(0)
    }
}
