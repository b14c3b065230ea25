public import Foundation

// The keys of `CTFontCopyName`.

/// The copyright.
public nonisolated(unsafe) let kCTFontCopyrightNameKey: CFString = "CTFontCopyrightName"

/// The family.
public nonisolated(unsafe) let kCTFontFamilyNameKey: CFString = "CTFontFamilyName"

/// The style.
public nonisolated(unsafe) let kCTFontSubFamilyNameKey: CFString = "CTFontSubFamilyName"

/// The style, as `kCTFontSubFamilyNameKey`.
public nonisolated(unsafe) let kCTFontStyleNameKey: CFString = "CTFontSubFamilyName"

/// The unique name.
public nonisolated(unsafe) let kCTFontUniqueNameKey: CFString = "CTFontUniqueName"

/// The full name.
public nonisolated(unsafe) let kCTFontFullNameKey: CFString = "CTFontFullName"

/// The version.
public nonisolated(unsafe) let kCTFontVersionNameKey: CFString = "CTFontVersionName"

/// The PostScript name.
public nonisolated(unsafe) let kCTFontPostScriptNameKey: CFString = "CTFontPostScriptName"

/// The trademark.
public nonisolated(unsafe) let kCTFontTrademarkNameKey: CFString = "CTFontTrademarkName"

/// The manufacturer.
public nonisolated(unsafe) let kCTFontManufacturerNameKey: CFString = "CTFontManufacturerName"

/// The designer.
public nonisolated(unsafe) let kCTFontDesignerNameKey: CFString = "CTFontDesignerName"

/// The description.
public nonisolated(unsafe) let kCTFontDescriptionNameKey: CFString = "CTFontDescriptionName"

/// The address of the vendor.
public nonisolated(unsafe) let kCTFontVendorURLNameKey: CFString = "CTFontVendorURLName"

/// The address of the designer.
public nonisolated(unsafe) let kCTFontDesignerURLNameKey: CFString = "CTFontDesignerURLName"

/// The licence.
public nonisolated(unsafe) let kCTFontLicenseNameKey: CFString = "CTFontLicenseNameName"

/// The address of the licence.
public nonisolated(unsafe) let kCTFontLicenseURLNameKey: CFString = "CTFontLicenseURLName"

/// The sample text.
public nonisolated(unsafe) let kCTFontSampleTextNameKey: CFString = "CTFontSampleTextName"

/// The PostScript name of a CID-keyed font.
public nonisolated(unsafe) let kCTFontPostScriptCIDNameKey: CFString = "CTFontPostScriptCIDName"
