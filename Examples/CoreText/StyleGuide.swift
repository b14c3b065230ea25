import Foundation

#if canImport(CoreText)
    import CoreText
#else
    import CoreTextCompat
#endif

/// The fonts of a style guide, in the shape of packages that bring an app's look.
public enum StyleGuide {
    /// The errors of registering fonts.
    public enum RegistrationError: Error {
        case missing(String)
        case failed(URL, code: Int, reason: String)
    }

    /// Registers fonts of a bundle by their file names; fonts that the app registered before are no error.
    ///
    /// - Returns: The PostScript names.
    @discardableResult
    public static func registerFonts(_ names: [String], withExtension ending: String, in bundle: Bundle) throws
        -> [String]
    {
        try names.flatMap { name -> [String] in
            guard let url = bundle.url(forResource: name, withExtension: ending) else {
                throw RegistrationError.missing(name)
            }
            try register(url)
            return postScriptNames(of: url)
        }
    }

    /// Registers one file.
    public static func register(_ url: URL) throws {
        var error: Unmanaged<CFError>?
        if CTFontManagerRegisterFontsForURL(url as CFURL, .process, &error) { return }
        guard let failure = error?.takeRetainedValue() else { return }
        let code = CFErrorGetCode(failure)
        if code == CTFontManagerError.alreadyRegistered.rawValue { return }
        let reason = CFErrorCopyDescription(failure) as String
        throw RegistrationError.failed(url, code: code, reason: reason)
    }

    /// Unregisters one file, whether or not it is registered.
    public static func unregister(_ url: URL) {
        CTFontManagerUnregisterFontsForURL(url as CFURL, .process, nil)
    }

    /// Returns the PostScript names in a file.
    public static func postScriptNames(of url: URL) -> [String] {
        guard let descriptors = CTFontManagerCreateFontDescriptorsFromURL(url as CFURL) as? [CTFontDescriptor] else {
            return []
        }
        return descriptors.compactMap { CTFontDescriptorCopyAttribute($0, kCTFontNameAttribute) as? String }
    }

    /// Whether text in a font would be shown in it.
    public static func isAvailable(_ name: String) -> Bool {
        let font = CTFontCreateWithName(name as CFString, 17, nil)
        return CTFontCopyPostScriptName(font) as String == name
    }
}
