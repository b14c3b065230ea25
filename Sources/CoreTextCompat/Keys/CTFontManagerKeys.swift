public import Foundation

// Constants are immutable objects, of classes that Foundation does not mark as sendable.

/// The domain of all errors of font management.
public nonisolated(unsafe) let kCTFontManagerErrorDomain: CFString = "com.apple.CoreText.CTFontManagerErrorDomain"

/// The key of the URLs that an error concerns, an array.
public nonisolated(unsafe) let kCTFontManagerErrorFontURLsKey: CFString = "CTFontManagerErrorFontURLs"

/// The key of the descriptors that an error concerns, an array.
public nonisolated(unsafe) let kCTFontManagerErrorFontDescriptorsKey: CFString = "CTFontManagerErrorFontDescriptors"

/// The key of the names of assets that an error concerns, an array.
public nonisolated(unsafe) let kCTFontManagerErrorFontAssetNameKey: CFString = "CTFontManagerErrorFontAssetNameKey"

/// The name of the notification of `NotificationCenter.default` that fonts were registered, unregistered, enabled or
/// disabled, in process scope or by any program of the user.
///
/// Changes are watched from the first use of this name on. The notification comes on the thread that changed the fonts
/// of the process, and on a thread of its own for all other changes. With fonts that can be matched since then,
/// `CTFontManagerAvailableFontURLsAdded` is an array of their URLs.
public var kCTFontManagerRegisteredFontsChangedNotification: CFString {
    CoreTextFonts.current.changes.watch()
    return NSString(string: ChangeNotifier.name.rawValue)
}
