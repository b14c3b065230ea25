import FontRegistry
public import Foundation

/// Returns the font with a PostScript name, a family or a full name, or else the one that programs show instead.
///
/// The size is in points; 0 stands for 12. The matrix has no effect.
@discardableResult
public func CTFontCreateWithName(
    _ name: CFString, _ size: CGFloat, _ matrix: UnsafePointer<CGAffineTransform>?
) -> CTFont {
    CTFont(CTFontDescriptor(CoreTextFonts.current.font(named: name as String)), size: size)
}

/// Returns the font of a descriptor, or else the one that programs show instead.
///
/// The size is in points; 0 stands for that of the descriptor, or 12. The matrix has no effect.
@discardableResult
public func CTFontCreateWithFontDescriptor(
    _ descriptor: CTFontDescriptor, _ size: CGFloat, _ matrix: UnsafePointer<CGAffineTransform>?
) -> CTFont {
    let given = (descriptor.attribute(kCTFontSizeAttribute as String) as? NSNumber).map { CGFloat($0.doubleValue) } ?? 0
    let size = size > 0 ? size : given
    if descriptor.font != nil { return CTFont(descriptor, size: size) }
    if let found = descriptor.matches(requiring: []).first { return CTFont(found, size: size) }
    let name = descriptor.postscriptName ?? descriptor.family ?? ""
    return CTFont(CTFontDescriptor(CoreTextFonts.current.font(named: name)), size: size)
}

/// Returns the font of a graphics font.
///
/// The size is in points; 0 stands for 12. The matrix has no effect. The attributes are further ones of the font.
@discardableResult
public func CTFontCreateWithGraphicsFont(
    _ graphicsFont: CGFont, _ size: CGFloat, _ matrix: UnsafePointer<CGAffineTransform>?,
    _ attributes: CTFontDescriptor?
) -> CTFont {
    let descriptor = graphicsFont.descriptor
    guard let attributes else { return CTFont(descriptor, size: size) }
    return CTFont(CTFontDescriptor(descriptor.font, given: attributes.given, file: descriptor.file), size: size)
}

/// Returns the graphics font of a font, whose attributes it does not have.
@discardableResult
public func CTFontCopyGraphicsFont(
    _ font: CTFont, _ attributes: UnsafeMutablePointer<Unmanaged<CTFontDescriptor>?>?
) -> CGFont {
    attributes?.pointee = .passRetained(font.descriptor)
    return CGFont(font.descriptor)
}

/// Returns the descriptor of a font.
@discardableResult
public func CTFontCopyFontDescriptor(_ font: CTFont) -> CTFontDescriptor { font.descriptor }

/// Returns an attribute of a font; nil if it has none.
@discardableResult
public func CTFontCopyAttribute(_ font: CTFont, _ attribute: CFString) -> CFTypeRef? {
    attribute == kCTFontSizeAttribute
        ? NSNumber(value: Double(font.size)) : font.descriptor.attribute(attribute as String)
}

/// Returns the size in points.
@discardableResult
public func CTFontGetSize(_ font: CTFont) -> CGFloat { font.size }

/// Returns the PostScript name.
@discardableResult
public func CTFontCopyPostScriptName(_ font: CTFont) -> CFString { font.knownName(kCTFontPostScriptNameKey) }

/// Returns the family.
@discardableResult
public func CTFontCopyFamilyName(_ font: CTFont) -> CFString { font.knownName(kCTFontFamilyNameKey) }

/// Returns the full name.
@discardableResult
public func CTFontCopyFullName(_ font: CTFont) -> CFString { font.knownName(kCTFontFullNameKey) }

/// Returns the full name in the user's language, if the font has it.
@discardableResult
public func CTFontCopyDisplayName(_ font: CTFont) -> CFString {
    NSString(string: font.localizedName(kCTFontFullNameKey)?.text ?? "")
}

/// Returns a name of the font in English, if it has it; nil if the font has no such name.
@discardableResult
public func CTFontCopyName(_ font: CTFont, _ nameKey: CFString) -> CFString? {
    font.name(nameKey).map(NSString.init)
}

/// Returns a name of the font in the user's language, if it has it, and the language; nil if the font has no such name.
@discardableResult
public func CTFontCopyLocalizedName(
    _ font: CTFont, _ nameKey: CFString, _ actualLanguage: UnsafeMutablePointer<Unmanaged<CFString>?>?
) -> CFString? {
    guard let name = font.localizedName(nameKey) else { return nil }
    if let language = name.language { actualLanguage?.pointee = .passRetained(NSString(string: language)) }
    return NSString(string: name.text)
}

/// Returns the Boolean traits and the class of the design.
@discardableResult
public func CTFontGetSymbolicTraits(_ font: CTFont) -> CTFontSymbolicTraits {
    CTFontSymbolicTraits(rawValue: font.font?.coreTextTraits.symbolic ?? 0)
}

/// Returns the traits, by `kCTFontSymbolicTrait` and the other keys of traits.
@discardableResult
public func CTFontCopyTraits(_ font: CTFont) -> CFDictionary { font.font?.coreTextTraits.dictionary ?? [:] }

/// Returns the axes of a variable font; nil if it has none.
@discardableResult
public func CTFontCopyVariationAxes(_ font: CTFont) -> CFArray? { font.font?.variationAxes }

extension CTFont {
    fileprivate func knownName(_ key: CFString) -> CFString { NSString(string: name(key) ?? "") }
}
