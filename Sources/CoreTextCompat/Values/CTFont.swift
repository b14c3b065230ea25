import FontRegistry
public import Foundation

/// A font at a size, for its names and traits; it does not draw.
///
/// It is immutable, and may be used from any thread.
public final class CTFont: NSObject, @unchecked Sendable {
    // Checked: all are constants.
    let descriptor: CTFontDescriptor
    let size: CGFloat

    /// The font; nil if the system has none at all.
    var font: FontDescriptor? { descriptor.font }

    /// Creates a font.
    ///
    /// - Parameter size: The size in points; 0 for 12.
    init(_ descriptor: CTFontDescriptor, size: CGFloat) {
        self.descriptor = descriptor
        self.size = size > 0 ? size : 12
    }

    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? CTFont else { return false }
        return descriptor == other.descriptor && size == other.size
    }

    public override var hash: Int { descriptor.hash }

    public override var description: String { "CTFont(\(name(kCTFontPostScriptNameKey) ?? ""), \(size))" }

    /// The name of a font that the system does not have.
    private static let none = "LastResort"

    /// Returns a name in English, if the font has it.
    func name(_ key: CFString) -> String? {
        switch key {
        case kCTFontPostScriptNameKey: return font?.postscriptName ?? Self.none
        case kCTFontFamilyNameKey: return font?.face.family ?? Self.none
        case kCTFontSubFamilyNameKey: return font?.style
        case kCTFontFullNameKey: return font?.fullName ?? Self.none
        default: return record(key)?.display
        }
    }

    /// Returns a name in the user's language, if the font has it, and the language.
    func localizedName(_ key: CFString) -> (text: String, language: String?)? {
        let kinds: [CFString: LocalizedName.Kind] = [
            kCTFontFamilyNameKey: .family, kCTFontSubFamilyNameKey: .style, kCTFontFullNameKey: .fullName,
        ]
        if let font, let kind = kinds[key] {
            let name = font.localizedName(kind, for: .current)
            return (name.text, name.language)
        }
        return name(key).map { ($0, record(key)?.language) }
    }

    private static let identifiers: [String: Int] = [
        kCTFontCopyrightNameKey as String: 0,
        kCTFontUniqueNameKey as String: 3,
        kCTFontVersionNameKey as String: 5,
        kCTFontTrademarkNameKey as String: 7,
        kCTFontManufacturerNameKey as String: 8,
        kCTFontDesignerNameKey as String: 9,
        kCTFontDescriptionNameKey as String: 10,
        kCTFontVendorURLNameKey as String: 11,
        kCTFontDesignerURLNameKey as String: 12,
        kCTFontLicenseNameKey as String: 13,
        kCTFontLicenseURLNameKey as String: 14,
        kCTFontSampleTextNameKey as String: 19,
        kCTFontPostScriptCIDNameKey as String: 20,
    ]

    /// Returns the record of a name in the file, that in English if there is one.
    private func record(_ key: CFString) -> NameRecord? {
        guard let font, let number = Self.identifiers[key as String] else { return nil }
        let manager = CoreTextFonts.current.manager
        let records =
            descriptor.file?.nameRecords(ofFace: font.face.index)
            ?? (try? CallingThread.wait { () async throws(FontError) in try await manager.nameRecords(of: font) }) ?? []
        let named = records.filter { $0.nameID == number && !$0.display.isEmpty }
        return named.first { $0.language?.hasPrefix("en") == true } ?? named.first
    }
}
