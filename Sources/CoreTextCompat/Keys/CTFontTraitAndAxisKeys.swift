public import Foundation

// The keys in the values of `kCTFontTraitsAttribute` and `kCTFontVariationAxesAttribute`.

// MARK: Traits

/// The Boolean traits and the class of the design (`CFNumber` of `CTFontSymbolicTraits`).
public nonisolated(unsafe) let kCTFontSymbolicTrait: CFString = "NSCTFontSymbolicTrait"

/// The weight, −1…1, 0 for regular.
public nonisolated(unsafe) let kCTFontWeightTrait: CFString = "NSCTFontWeightTrait"

/// The width, −1…1, 0 for normal.
public nonisolated(unsafe) let kCTFontWidthTrait: CFString = "NSCTFontProportionTrait"

/// The slant, −1…1, 1 for 30 degrees to the right.
public nonisolated(unsafe) let kCTFontSlantTrait: CFString = "NSCTFontSlantTrait"

// MARK: Axes

/// The tag of the axis as a number.
public nonisolated(unsafe) let kCTFontVariationAxisIdentifierKey: CFString = "NSCTVariationAxisIdentifier"

/// The smallest value.
public nonisolated(unsafe) let kCTFontVariationAxisMinimumValueKey: CFString = "NSCTVariationAxisMinimumValue"

/// The largest value.
public nonisolated(unsafe) let kCTFontVariationAxisMaximumValueKey: CFString = "NSCTVariationAxisMaximumValue"

/// The value of the default location.
public nonisolated(unsafe) let kCTFontVariationAxisDefaultValueKey: CFString = "NSCTVariationAxisDefaultValue"

/// The name of the axis.
public nonisolated(unsafe) let kCTFontVariationAxisNameKey: CFString = "NSCTVariationAxisName"

/// Whether the font requests that user interfaces hide the axis.
public nonisolated(unsafe) let kCTFontVariationAxisHiddenKey: CFString = "NSCTVariationAxisHidden"
