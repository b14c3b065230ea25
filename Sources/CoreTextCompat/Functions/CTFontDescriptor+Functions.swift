import FontRegistry
public import Foundation

/// Returns a descriptor of attributes, for searching fonts and for registering them.
@discardableResult
public func CTFontDescriptorCreateWithAttributes(_ attributes: CFDictionary) -> CTFontDescriptor {
    CTFontDescriptor(attributes: attributes)
}

/// Returns a descriptor of a name and a size.
@discardableResult
public func CTFontDescriptorCreateWithNameAndSize(_ name: CFString, _ size: CGFloat) -> CTFontDescriptor {
    var given: [String: Any] = [kCTFontNameAttribute as String: name]
    if size > 0 { given[kCTFontSizeAttribute as String] = NSNumber(value: Double(size)) }
    return CTFontDescriptor(nil, given: given)
}

/// Returns a descriptor with further attributes, which precede those of the original.
@discardableResult
public func CTFontDescriptorCreateCopyWithAttributes(
    _ original: CTFontDescriptor, _ attributes: CFDictionary
) -> CTFontDescriptor {
    let added = CTFontDescriptor(attributes: attributes).given
    return CTFontDescriptor(
        original.font, given: original.given.merging(added) { $1 }, file: original.file)
}

/// Returns the font of another family with the style of a descriptor; nil if there is no such family.
@discardableResult
public func CTFontDescriptorCreateCopyWithFamily(_ original: CTFontDescriptor, _ family: CFString) -> CTFontDescriptor?
{
    original.inFamily(family as String) { _ in }
}

/// Returns the font of the same family with other traits; nil if the family has none.
@discardableResult
public func CTFontDescriptorCreateCopyWithSymbolicTraits(
    _ original: CTFontDescriptor, _ symTraitValue: CTFontSymbolicTraits, _ symTraitMask: CTFontSymbolicTraits
) -> CTFontDescriptor? {
    guard let font = original.found, let family = original.family ?? original.found?.face.family else { return nil }
    let present = font.coreTextTraits.symbolic & ~symTraitMask.rawValue
    let wanted = CTFontSymbolicTraits(rawValue: present | symTraitValue.rawValue & symTraitMask.rawValue)
    let found = original.inFamily(family) { style in
        if symTraitMask.contains(.traitBold) { style.weight = wanted.contains(.traitBold) ? 700 : 400 }
        if symTraitMask.contains(.traitItalic) { style.slope = wanted.contains(.traitItalic) ? .italic : .upright }
        if symTraitMask.contains(.traitCondensed) || symTraitMask.contains(.traitExpanded) {
            style.width = wanted.contains(.traitCondensed) ? 75 : wanted.contains(.traitExpanded) ? 125 : 100
        }
    }
    guard let found, let traits = found.font?.coreTextTraits.symbolic else { return nil }
    let compared = symTraitMask.intersection([.traitBold, .traitItalic, .traitCondensed, .traitExpanded]).rawValue
    return traits & compared == wanted.rawValue & compared ? found : nil
}

/// Returns a descriptor with another value of an axis, whose tag is given as a number.
@discardableResult
public func CTFontDescriptorCreateCopyWithVariation(
    _ original: CTFontDescriptor, _ variationIdentifier: CFNumber, _ variationValue: CGFloat
) -> CTFontDescriptor {
    let key = kCTFontVariationAttribute as String
    var location = original.attribute(key) as? [NSNumber: NSNumber] ?? [:]
    location[variationIdentifier] = NSNumber(value: Double(variationValue))
    let added = [key: location as NSDictionary]
    return CTFontDescriptor(original.font, given: original.given.merging(added) { $1 }, file: original.file)
}

/// Returns the font that comes nearest to a descriptor; nil if there is none with the mandatory attributes.
@discardableResult
public func CTFontDescriptorCreateMatchingFontDescriptor(
    _ descriptor: CTFontDescriptor, _ mandatoryAttributes: CFSet?
) -> CTFontDescriptor? {
    descriptor.matches(requiring: keys(mandatoryAttributes)).first
}

/// Returns the fonts that match a descriptor, or the nearest one; nil if there is none with the mandatory attributes.
@discardableResult
public func CTFontDescriptorCreateMatchingFontDescriptors(
    _ descriptor: CTFontDescriptor, _ mandatoryAttributes: CFSet?
) -> CFArray? {
    let found = descriptor.matches(requiring: keys(mandatoryAttributes))
    return found.isEmpty ? nil : found as CFArray
}

private func keys(_ attributes: CFSet?) -> Set<String> {
    Set((attributes?.allObjects ?? []).compactMap(CTFontDescriptor.text))
}

/// Returns the given attributes, and of a font also its names, its file and its traits.
@discardableResult
public func CTFontDescriptorCopyAttributes(_ descriptor: CTFontDescriptor) -> CFDictionary {
    let keys = [
        kCTFontURLAttribute, kCTFontNameAttribute, kCTFontDisplayNameAttribute, kCTFontFamilyNameAttribute,
        kCTFontStyleNameAttribute, kCTFontTraitsAttribute, kCTFontVariationAttribute,
    ]
    var attributes = descriptor.given
    for key in keys.map({ $0 as String }) where attributes[key] == nil { attributes[key] = descriptor.attribute(key) }
    return attributes as NSDictionary
}

/// Returns an attribute; nil if the descriptor has none.
@discardableResult
public func CTFontDescriptorCopyAttribute(_ descriptor: CTFontDescriptor, _ attribute: CFString) -> CFTypeRef? {
    descriptor.attribute(attribute as String)
}

/// Returns an attribute in the user's language if it has several, and the language.
@discardableResult
public func CTFontDescriptorCopyLocalizedAttribute(
    _ descriptor: CTFontDescriptor, _ attribute: CFString, _ language: UnsafeMutablePointer<Unmanaged<CFString>?>?
) -> CFTypeRef? {
    guard let localized = descriptor.localizedAttribute(attribute as String) else {
        return descriptor.attribute(attribute as String)
    }
    language?.pointee = .passRetained(NSString(string: localized.language))
    return NSString(string: localized.text)
}

extension CTFontDescriptor {
    /// The font, or the one that comes nearest.
    var found: FontDescriptor? { font ?? matches(requiring: []).first?.font }

    /// Returns the face of a family whose style is nearest to that of the font; nil if there is no such family.
    fileprivate func inFamily(_ family: String, _ change: (inout FontStyle) -> Void) -> CTFontDescriptor? {
        let manager = CoreTextFonts.current.manager
        var style = FontStyle()
        if let font = found {
            (style.weight, style.width) = (font.weight, font.width)
            if font.traits.contains(.italic) { style.slope = .italic }
        }
        change(&style)
        let match = try? CallingThread.wait { [style] () async throws(FontError) in
            try await manager.match(family: family, style: style)
        }
        guard let font = match?.font else { return nil }
        let size = given[kCTFontSizeAttribute as String]
        return CTFontDescriptor(font, given: size.map { [kCTFontSizeAttribute as String: $0] } ?? [:])
    }
}
