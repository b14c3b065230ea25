extension SyntheticFont {
    /// A name in a language, written for Windows in UTF-16.
    public struct LocalizedName: Sendable, Hashable {
        /// The name ID: 1 family, 2 style, 4 full name, 16 and 17 typographic family and style.
        public var nameID: Int
        /// The Windows language number, such as 0x411 for Japanese.
        public var language: Int
        /// The name.
        public var text: String

        /// Creates a name in a language.
        public init(_ nameID: Int, language: Int, _ text: String) {
            self.nameID = nameID
            self.language = language
            self.text = text
        }
    }

    /// A record of the `name` table with arbitrary bytes.
    public struct RawName: Sendable, Hashable {
        /// The name ID.
        public var nameID: Int
        /// The platform: 0 Unicode, 1 Macintosh, 3 Windows.
        public var platformID: Int
        /// The encoding; its meaning depends on the platform.
        public var encodingID: Int
        /// The language number; its meaning depends on the platform.
        public var languageID: Int
        /// The bytes as written to the file.
        public var bytes: [UInt8]

        /// Creates a record.
        public init(nameID: Int, platformID: Int, encodingID: Int, languageID: Int, bytes: [UInt8]) {
            self.nameID = nameID
            self.platformID = platformID
            self.encodingID = encodingID
            self.languageID = languageID
            self.bytes = bytes
        }

        /// Returns a record for Windows in UTF-16, which replaces a generated name if the language is 0x409.
        public static func windows(_ nameID: Int, _ text: String, language: Int = 0x409) -> RawName {
            windows(nameID, codeUnits: Array(text.utf16), language: language)
        }

        /// Returns a record for Windows with arbitrary code units, such as unpaired surrogates and NUL.
        public static func windows(_ nameID: Int, codeUnits: [UInt16], language: Int = 0x409) -> RawName {
            var writer = SyntheticWriter(capacity: 2 * codeUnits.count)
            for unit in codeUnits { writer.u16(Int(unit)) }
            return RawName(
                nameID: nameID, platformID: 3, encodingID: 1, languageID: language, bytes: writer.bytes)
        }

        /// Returns a record for Macintosh in Roman (encoding 0) and English (language 0); non-ASCII characters become
        /// `?`.
        public static func macintosh(_ nameID: Int, _ text: String) -> RawName {
            RawName(
                nameID: nameID, platformID: 1, encodingID: 0, languageID: 0,
                bytes: text.unicodeScalars.map { $0.isASCII ? UInt8(truncatingIfNeeded: $0.value) : 0x3F })
        }

        /// Returns a record for the Unicode platform in UTF-16.
        public static func unicode(_ nameID: Int, _ text: String) -> RawName {
            RawName(
                nameID: nameID, platformID: 0, encodingID: 3, languageID: 0,
                bytes: SyntheticFont.utf16(text))
        }
    }

    /// An axis of a variable face.
    public struct Axis: Sendable, Hashable {
        /// The tag: four characters.
        public var tag: String
        /// The smallest value.
        public var minimum: Double
        /// The value of the default location.
        public var defaultValue: Double
        /// The largest value.
        public var maximum: Double
        /// The name in the `name` table.
        public var name: String
        /// Whether user interfaces should hide the axis (flag 1).
        public var isHidden: Bool

        /// Creates an axis, with the tag as its name unless another is given.
        public init(
            _ tag: String, minimum: Double, defaultValue: Double, maximum: Double, name: String? = nil,
            isHidden: Bool = false
        ) {
            self.tag = tag
            self.minimum = minimum
            self.defaultValue = defaultValue
            self.maximum = maximum
            self.name = name ?? tag
            self.isHidden = isHidden
        }

        /// The axis `wght`, 100…900, default 400.
        public static let weight = Axis("wght", minimum: 100, defaultValue: 400, maximum: 900, name: "Weight")
        /// The axis `wdth`, 75…125, default 100.
        public static let width = Axis("wdth", minimum: 75, defaultValue: 100, maximum: 125, name: "Width")
        /// The axis `slnt`, -12…0, default 0.
        public static let slant = Axis("slnt", minimum: -12, defaultValue: 0, maximum: 0, name: "Slant")
        /// The axis `opsz`, 8…72, default 12.
        public static let opticalSize = Axis(
            "opsz", minimum: 8, defaultValue: 12, maximum: 72, name: "Optical Size")
    }

    /// A named instance of a variable face.
    public struct Instance: Sendable, Hashable {
        /// The name in the `name` table; equal names share a record.
        public var name: String
        /// The location by axis tag; axes that are missing here are at their default.
        public var coordinates: [String: Double]
        /// The PostScript name, if any; if one instance has one, every instance record has the field.
        public var postscriptName: String?

        /// Creates an instance.
        public init(_ name: String, _ coordinates: [String: Double], postscriptName: String? = nil) {
            self.name = name
            self.coordinates = coordinates
            self.postscriptName = postscriptName
        }
    }
}

extension SyntheticFont {
    /// Returns a text in big-endian UTF-16.
    public static func utf16(_ text: String) -> [UInt8] {
        text.utf16.flatMap { [UInt8(truncatingIfNeeded: $0 >> 8), UInt8(truncatingIfNeeded: $0)] }
    }

    /// Returns the scalars of a text, one range each, for ``characters``.
    public static func characters(of text: String) -> [ClosedRange<UInt32>] {
        text.unicodeScalars.map { $0.value...$0.value }
    }

    /// Returns a variable face with the axis `wght` and the instances Light 300, Regular 400 and Bold 700.
    public static func variable(
        family: String = "Synthetic Variable", instancesHavePostScriptNames: Bool = true, salt: UInt32 = 0
    ) -> SyntheticFont {
        SyntheticFont(family: family, salt: salt) { font in
            font.axes = [.weight]
            let prefix = family.filter { $0 != " " }
            font.instances = [("Light", 300.0), ("Regular", 400.0), ("Bold", 700.0)].map { name, weight in
                let postscriptName = instancesHavePostScriptNames ? "\(prefix)-\(name)" : nil
                return Instance(name, ["wght": weight], postscriptName: postscriptName)
            }
        }
    }

    /// Returns a face with English and Japanese names that maps ASCII, kana and 64 ideographs.
    public static func japanese(
        family: String = "Synthetic Mincho", japaneseFamily: String = "合成明朝", salt: UInt32 = 0
    ) -> SyntheticFont {
        SyntheticFont(family: family, salt: salt) { font in
            font.localizedNames = [
                LocalizedName(1, language: 0x411, japaneseFamily),
                LocalizedName(2, language: 0x411, "標準"),
                LocalizedName(4, language: 0x411, "\(japaneseFamily) 標準"),
            ]
            font.characters = [0x20...0x7E, 0x3041...0x3096, 0x30A1...0x30FA, 0x4E00...0x4E3F]
            font.codePages = 1 | 1 << 17
        }
    }
}
