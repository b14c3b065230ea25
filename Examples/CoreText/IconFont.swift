import Foundation

#if canImport(CoreText)
    import CoreText
#else
    import CoreTextCompat
#endif

/// A font of icons, in the shape of packages that register one on first use.
public final class IconFont {
    public let fileURL: URL

    public init(fileURL: URL) { self.fileURL = fileURL }

    /// The names in the file, read from the array of descriptors by their pointers.
    public lazy var familyNames: [String] = {
        guard let descriptors = CTFontManagerCreateFontDescriptorsFromURL(fileURL as CFURL) else { return [] }
        return (0..<CFArrayGetCount(descriptors)).compactMap { index -> String? in
            let pointer = CFArrayGetValueAtIndex(descriptors, index)
            let descriptor = unsafeBitCast(pointer, to: CTFontDescriptor.self)
            return CTFontDescriptorCopyAttribute(descriptor, kCTFontFamilyNameAttribute) as? String
        }
    }()

    /// Registers the font without a scope, as old code does, and returns the code of the error.
    public func register() -> CFIndex? {
        var errorRef: Unmanaged<CFError>? = nil
        let succeeded = CTFontManagerRegisterFontsForURL(fileURL as CFURL, CTFontManagerScope.none, &errorRef)
        guard !succeeded, let error = errorRef?.takeRetainedValue() else { return nil }
        assert(CFErrorGetDomain(error) as String == kCTFontManagerErrorDomain as String)
        return CFErrorGetCode(error)
    }

    /// Unregisters the font from a scope, and returns the code of the error.
    public func unregister(from scope: CTFontManagerScope = .none) -> CFIndex? {
        var errorRef: Unmanaged<CFError>?
        guard !CTFontManagerUnregisterFontsForURL(fileURL as CFURL, scope, &errorRef) else { return nil }
        return errorRef.map { CFErrorGetCode($0.takeRetainedValue()) }
    }

    /// Whether the font is registered in any scope.
    public var isRegistered: Bool { CTFontManagerGetScopeForURL(fileURL as CFURL) != .none }
}
