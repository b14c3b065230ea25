import Foundation

#if canImport(CoreText)
    import CoreText
#else
    import CoreTextCompat
#endif

/// A menu of fonts, in the shape of packages that list families and find their bold and italic faces.
public enum FontMenu {
    /// The families of the system.
    public static var families: [String] { CTFontManagerCopyAvailableFontFamilyNames() as? [String] ?? [] }

    /// The faces of a family by style.
    public static func faces(of family: String) -> [String: String] {
        let attributes: [CFString: Any] = [kCTFontFamilyNameAttribute: family as CFString]
        let query = CTFontDescriptorCreateWithAttributes(attributes as CFDictionary)
        let mandatory = NSSet(object: kCTFontFamilyNameAttribute) as CFSet
        guard let found = CTFontDescriptorCreateMatchingFontDescriptors(query, mandatory) as? [CTFontDescriptor] else {
            return [:]
        }
        var faces: [String: String] = [:]
        for descriptor in found {
            guard let name = CTFontDescriptorCopyAttribute(descriptor, kCTFontNameAttribute) as? String,
                let style = CTFontDescriptorCopyAttribute(descriptor, kCTFontStyleNameAttribute) as? String
            else { continue }
            faces[style] = name
        }
        return faces
    }

    /// The PostScript name of the bold face beside a font; nil if its family has none.
    public static func bold(of name: String) -> String? {
        let descriptor = CTFontDescriptorCreateWithNameAndSize(name as CFString, 12)
        guard let bold = CTFontDescriptorCreateCopyWithSymbolicTraits(descriptor, .traitBold, .traitBold) else {
            return nil
        }
        let font = CTFontCreateWithFontDescriptor(bold, 0, nil)
        guard CTFontGetSymbolicTraits(font).contains(.traitBold) else { return nil }
        return CTFontCopyPostScriptName(font) as String
    }

    /// The weight of a font on Core Text's scale.
    public static func weight(of name: String) -> Double? {
        let traits = CTFontCopyTraits(CTFontCreateWithName(name as CFString, 0, nil)) as NSDictionary
        return (traits[kCTFontWeightTrait] as? NSNumber)?.doubleValue
    }
}
