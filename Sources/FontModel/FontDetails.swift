/// The facts of a face that describe it without selecting it: legal texts, classification and metrics.
///
/// They are read from the file on request (`FontManager.details(of:)`), for system fonts as for registered ones.
/// Lengths are in font units; see ``unitsPerEm``.
public struct FontDetails: Sendable, Hashable, Codable {
    /// The texts in all languages, per kind with the default text first.
    ///
    /// The default is the English text if the font has one. For a reader's language, use `text(_:for:)` of FontRegistry.
    public var texts: [FontText] = []
    /// The vendor's registered tag (`OS/2.achVendID`), such as `ADBE`.
    public var vendor: String?
    /// The IBM family class (`OS/2.sFamilyClass`): class in the upper byte, subclass in the lower one.
    public var familyClass: Int?
    /// The PANOSE classification (`OS/2.panose`): ten numbers, as in the CSS descriptor `panose-1`.
    public var panose: String?
    /// The embedding permissions (`OS/2.fsType`); see ``embedding``.
    public var fsType: Int?
    /// The style flags (`OS/2.fsSelection`); see ``isMarkedRegular``.
    public var fsSelection: Int?
    /// The time of the last change (`head.modified`), in seconds since 1970; nil if the font does not state it.
    public var modified: Int?
    /// The font units per em (`head.unitsPerEm`), 16…16,384.
    public var unitsPerEm = 1_000
    /// The height of lines above the baseline.
    ///
    /// As browsers and FreeType choose it: of `OS/2` if the font asks for its typographic metrics (`fsSelection` bit
    /// 7), else of `hhea`, or of `OS/2` if those of `hhea` are zero.
    public var ascender = 0
    /// The depth of lines below the baseline, normally negative; chosen as ``ascender``.
    public var descender = 0
    /// The additional space between lines; chosen as ``ascender``.
    public var lineGap = 0
    /// The height of lower-case letters (`OS/2.sxHeight`, from version 2 on).
    public var xHeight: Int?
    /// The height of capital letters (`OS/2.sCapHeight`, from version 2 on).
    public var capHeight: Int?
    /// The position of the underline's top (`post.underlinePosition`), normally negative.
    public var underlinePosition: Int?
    /// The thickness of the underline (`post.underlineThickness`).
    public var underlineThickness: Int?
    /// The smallest size for which the face is designed, in points (axis `opsz`, or `OS/2` from version 5 on).
    public var minimumOpticalSize: Double?
    /// The largest size for which the face is designed, in points; see ``minimumOpticalSize``.
    public var maximumOpticalSize: Double?
    /// The formats of colour glyphs: `COLRv0`, `COLRv1`, `SVG`, `CBDT`, `sbix`.
    public var colorFormats: [String] = []

    package init() {}

    /// Returns the default text of a kind, in English if the font has it (`CTFontCopyName`).
    public func text(_ kind: FontText.Kind) -> String? { texts.first { $0.kind == kind }?.text }

    /// The right to embed the font in documents (`OS/2.fsType`).
    public var embedding: FontEmbedding? { fsType.map(FontEmbedding.init(fsType:)) }

    /// Whether the face calls itself the regular one of its family (`OS/2.fsSelection` bit 6).
    public var isMarkedRegular: Bool { (fsSelection ?? 0) & 0x40 != 0 }
}

extension FontDetails: FieldRecord {
    package static let fields: [Field<FontDetails>] =
        FontText.Kind.allCases.map { kind in
            .derived(kind.rawValue, .text, label: kind.label.map { FieldLabel($0) }) {
                $0.text(kind).map(FieldValue.text)
            }
        } + [
            .records("texts", \.texts, upTo: Int(UInt16.max)),
            .text("vendor", \.vendor, label: FieldLabel("vendor")),
            .integer("familyClass", \.familyClass, in: -32_768...32_767, label: FieldLabel("family class")),
            .text("panose", \.panose, label: FieldLabel("PANOSE")),
            .integer("fsType", \.fsType, in: 0...0xFFFF),
            .integer("fsSelection", \.fsSelection, in: 0...0xFFFF),
            .derived("embedding", .text, label: FieldLabel("embedding")) {
                ($0.embedding?.permission.rawValue).map(FieldValue.text)
            },
            // From 1904, when the count of seconds begins, to the year 9999.
            .integer("modified", \.modified, in: -2_082_844_800...253_402_300_799),
            .integer("unitsPerEm", \.unitsPerEm, in: 16...16_384, label: FieldLabel("units per em")),
            .integer("ascender", \.ascender, in: -32_768...32_767, label: FieldLabel("ascender")),
            .integer("descender", \.descender, in: -32_768...32_767, label: FieldLabel("descender")),
            .integer("lineGap", \.lineGap, in: -32_768...32_767, label: FieldLabel("line gap")),
            .integer("xHeight", \.xHeight, in: -32_768...32_767, label: FieldLabel("x-height")),
            .integer("capHeight", \.capHeight, in: -32_768...32_767, label: FieldLabel("cap height")),
            .integer(
                "underlinePosition", \.underlinePosition, in: -32_768...32_767, label: FieldLabel("underline position")),
            .integer(
                "underlineThickness", \.underlineThickness, in: -32_768...32_767,
                label: FieldLabel("underline thickness")),
            .number("minimumOpticalSize", \.minimumOpticalSize, label: FieldLabel("smallest size", unit: " pt")),
            .number("maximumOpticalSize", \.maximumOpticalSize, label: FieldLabel("largest size", unit: " pt")),
            .texts("colorFormats", \.colorFormats, label: FieldLabel("color formats"), isSound: isTag),
        ]
}

/// A text of a font in one language.
public struct FontText: Sendable, Hashable, Codable {
    /// The kind of a text, by its `name` ID.
    public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
        /// `name` ID 0.
        case copyright
        /// `name` ID 7.
        case trademark
        /// The manufacturer (`name` ID 8).
        case manufacturer
        /// `name` ID 9.
        case designer
        /// `name` ID 10.
        case description
        /// The URL of the vendor (`name` ID 11).
        case vendorURL
        /// `name` ID 12.
        case designerURL
        /// The terms of the license (`name` ID 13).
        case license
        /// `name` ID 14.
        case licenseURL
        /// A text that shows the font well (`name` ID 19).
        case sampleText
        /// The identifier that no other font should have (`name` ID 3).
        case uniqueName
        /// The version text (`name` ID 5), in all its languages; see ``FontFace/version``.
        case version
        /// The name for a CID-keyed font in PostScript (`name` ID 20).
        case cidName

        /// The identifier in the `name` table.
        package var nameID: Int {
            switch self {
            case .copyright: 0
            case .trademark: 7
            case .manufacturer: 8
            case .designer: 9
            case .description: 10
            case .vendorURL: 11
            case .designerURL: 12
            case .license: 13
            case .licenseURL: 14
            case .sampleText: 19
            case .uniqueName: 3
            case .version: 5
            case .cidName: 20
            }
        }

        /// The words before the text in a report; nil for a text that the report has already.
        fileprivate var label: Message? {
            switch self {
            case .copyright: "copyright"
            case .trademark: "trademark"
            case .manufacturer: "manufacturer"
            case .designer: "designer"
            case .description: "description"
            case .license: "license"
            case .vendorURL: "vendor URL"
            case .designerURL: "designer URL"
            case .licenseURL: "license URL"
            case .sampleText: "sample text"
            case .uniqueName: "unique name"
            case .version: nil
            case .cidName: "CID name"
            }
        }
    }

    /// The kind of the text.
    public var kind: Kind
    /// The BCP 47 tag of the language; nil if the font does not give one.
    public var language: String?
    /// The text in display form, at most 16,384 characters; lines end with a line feed.
    public var text: String

    package init(kind: Kind, language: String?, text: String) {
        self.kind = kind
        self.language = language
        self.text = text
    }
}

extension FontText: FieldRecord {
    package init() { self.init(kind: .copyright, language: nil, text: "") }

    package static let fields: [Field<FontText>] = [
        .word("kind", \.kind),
        .text("language", \.language, isSound: isLanguage),
        .text("text", \.text) { $0.split(separator: "\n").allSatisfy { DisplayText.isHarmless(String($0)) } },
    ]
}

/// The right to embed a font in documents (`OS/2.fsType`).
public struct FontEmbedding: Sendable, Hashable {
    /// The permission of bits 0 to 3.
    public enum Permission: String, Sendable, Hashable, Codable {
        /// May be embedded and installed by the recipient.
        case installable
        /// May be embedded in documents that can be edited.
        case editable
        /// May be embedded in documents that can only be viewed and printed.
        case previewAndPrint = "preview-and-print"
        /// Must not be embedded without permission of the owner.
        case restricted
    }

    /// The permission; of several bits, which the specification forbids, the least restrictive one counts.
    public var permission: Permission
    /// Whether the font may be embedded as a subset of its glyphs (bit 8 is not set).
    public var allowsSubsetting: Bool
    /// Whether only bitmaps may be embedded (bit 9).
    public var isBitmapOnly: Bool

    /// Creates the right from the bits of the table `OS/2`.
    package init(fsType: Int) {
        permission =
            switch fsType {
            case _ where fsType & 0x8 != 0: .editable
            case _ where fsType & 0x4 != 0: .previewAndPrint
            case _ where fsType & 0x2 != 0: .restricted
            default: .installable
            }
        allowsSubsetting = fsType & 0x100 == 0
        isBitmapOnly = fsType & 0x200 != 0
    }
}

/// One record of the `name` table, with its bytes as stored in the file and its display form.
public struct NameRecord: Sendable, Hashable, Codable {
    /// The OpenType name ID, such as 1 for the family, 4 for the full name and 6 for the PostScript name.
    public var nameID: Int
    /// The platform: 0 Unicode, 1 Macintosh, 3 Windows.
    public var platformID: Int
    /// The encoding; its meaning depends on the platform.
    public var encodingID: Int
    /// The language number; its meaning depends on the platform.
    public var languageID: Int
    /// The BCP 47 tag of the language, if the number is known.
    public var language: String?
    /// The bytes as stored in the file, undecoded.
    public var raw: [UInt8]
    /// The display form: without control characters and invisible characters that could mislead.
    public var display: String

    package init(
        nameID: Int, platformID: Int, encodingID: Int, languageID: Int, language: String?, raw: [UInt8],
        display: String
    ) {
        self.nameID = nameID
        self.platformID = platformID
        self.encodingID = encodingID
        self.languageID = languageID
        self.language = language
        self.raw = raw
        self.display = display
    }
}
