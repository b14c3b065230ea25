public import Foundation

// The attributes of `CTFontDescriptor`.

/// The URL of the file (`CFURL`).
public nonisolated(unsafe) let kCTFontURLAttribute: CFString = "NSCTFontFileURLAttribute"

/// The PostScript name (`CFString`); in a query it is also tried as a family and as a full name.
public nonisolated(unsafe) let kCTFontNameAttribute: CFString = "NSFontNameAttribute"

/// The full name (`CFString`).
public nonisolated(unsafe) let kCTFontDisplayNameAttribute: CFString = "NSFontVisibleNameAttribute"

/// The family (`CFString`).
public nonisolated(unsafe) let kCTFontFamilyNameAttribute: CFString = "NSFontFamilyAttribute"

/// The style (`CFString`).
public nonisolated(unsafe) let kCTFontStyleNameAttribute: CFString = "NSFontFaceAttribute"

/// The traits (`CFDictionary`), by `kCTFontSymbolicTrait` and the other keys of traits.
public nonisolated(unsafe) let kCTFontTraitsAttribute: CFString = "NSCTFontTraitsAttribute"

/// The location of a named instance (`CFDictionary`): numbers by the numbers of axes.
public nonisolated(unsafe) let kCTFontVariationAttribute: CFString = "NSCTFontVariationAttribute"

/// The axes of a variable font (`CFArray` of `CFDictionary`), by `kCTFontVariationAxisIdentifierKey` and the other
/// keys of axes.
public nonisolated(unsafe) let kCTFontVariationAxesAttribute: CFString = "NSCTFontVariationAxesAttribute"

/// The size in points (`CFNumber`).
public nonisolated(unsafe) let kCTFontSizeAttribute: CFString = "NSFontSizeAttribute"

/// The characters (`CFCharacterSet`).
public nonisolated(unsafe) let kCTFontCharacterSetAttribute: CFString = "NSCTFontCharacterSetAttribute"

/// The languages (`CFArray` of `CFString`); in a query, those that the font must all support.
public nonisolated(unsafe) let kCTFontLanguagesAttribute: CFString = "NSCTFontLanguagesAttribute"

/// The format (`CFNumber` of a `CTFontFormat`).
public nonisolated(unsafe) let kCTFontFormatAttribute: CFString = "NSCTFontFormatAttribute"

/// The scope of the registration (`CFNumber` of a `CTFontManagerScope`).
public nonisolated(unsafe) let kCTFontRegistrationScopeAttribute: CFString = "NSCTFontRegistrationScopeAttribute"

/// The priority among fonts of one name (`CFNumber` of a `CTFontPriority`).
public nonisolated(unsafe) let kCTFontPriorityAttribute: CFString = "NSCTFontPriorityAttribute"

/// Whether the font can be matched (`CFNumber` of a Boolean).
public nonisolated(unsafe) let kCTFontEnabledAttribute: CFString = "NSCTFontEnabledAttribute"

/// Whether the font may be downloaded, which has no effect.
public nonisolated(unsafe) let kCTFontDownloadableAttribute: CFString = "NSCTFontDownloadableAttribute"

/// Whether the font was downloaded; no font has it.
public nonisolated(unsafe) let kCTFontDownloadedAttribute: CFString = "NSCTFontDownloadedAttribute"

/// The optical size (`CFNumber`), which has no effect.
public nonisolated(unsafe) let kCTFontOpticalSizeAttribute: CFString = "NSCTFontOpticalSizeAttribute"

/// A text that the program stores with a registration (`CFString`); in a query, that of the registration.
public nonisolated(unsafe) let kCTFontRegistrationUserInfoAttribute: CFString = "NSCTFontRegistrationUserInfoAttribute"
