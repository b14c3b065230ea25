/// The setting of an OpenType feature for a text (`kCTFontFeatureSettingsAttribute`, `font-feature-settings` of CSS).
///
/// It has the notation `smcp` or `+smcp` (on), `-liga` (off) and `ss01=2` (the value), which is that of `hb-shape`. A feature
/// that a font lacks, and a value that it does not have, change nothing.
public struct FontFeatureSetting: Sendable, Hashable {
    /// The tag: four bytes of printable ASCII, such as `smcp`; the first is neither `+` nor `-`.
    public var tag: String
    /// The value, ``values``: 0 turns the feature off, 1 on; for a feature with alternates the number of one, from 1.
    public var value: Int

    public init(_ tag: String, value: Int = 1) {
        self.tag = tag
        self.value = value
    }

    /// Reads the notation of a setting; nil if it is none.
    public init?(notation: String) {
        var rest = Array(notation.utf8)[...]
        let sign = rest.first.flatMap { [UInt8(ascii: "+"), UInt8(ascii: "-")].contains($0) ? $0 : nil }
        if sign != nil { rest = rest.dropFirst() }
        let (tag, ending) = (rest.prefix(4), rest.dropFirst(4))
        self.init(String(decoding: tag, as: UTF8.self), value: sign == UInt8(ascii: "-") ? 0 : 1)
        if !ending.isEmpty {
            let digits = ending.dropFirst()
            guard sign == nil, ending.first == UInt8(ascii: "="),
                (1...5).contains(digits.count),
                digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
                let value = Int(String(decoding: digits, as: UTF8.self))
            else { return nil }
            self.value = value
        }
        guard isValid else { return nil }
    }

    /// The values of settings.
    public static let values = 0...Int(UInt16.max)
    /// The maximum number of settings of a text.
    public static let limit = 64

    /// Whether the tag is one, and the value within ``values``.
    public var isValid: Bool {
        let bytes = Array(tag.utf8)
        return bytes.count == 4 && bytes.allSatisfy { (0x20...0x7E).contains($0) }
            && ![UInt8(ascii: "+"), UInt8(ascii: "-")].contains(bytes[0]) && Self.values.contains(value)
    }
}

extension FontFeatureSetting: CustomStringConvertible {
    /// The notation, in its shortest form.
    public var description: String {
        switch value {
        case 0: "-\(tag)"
        case 1: tag
        default: "\(tag)=\(value)"
        }
    }
}

extension Field {
    /// Settings of features in their notation; no other text and not more than a text can have.
    package static func features(_ name: String, _ path: Path<[FontFeatureSetting]>) -> Field {
        stored(
            name, .texts, path, label: nil, wrap: { .texts($0.map(\.description)) },
            unwrap: { value in
                guard let texts = value.texts, texts.count <= FontFeatureSetting.limit else { return nil }
                let settings = texts.compactMap { FontFeatureSetting(notation: $0) }
                return settings.count == texts.count ? settings : nil
            }
        ).withoutEmpty
    }
}
