public import Foundation

/// Returns the code of an error; see `CTFontManagerError`.
@discardableResult
public func CFErrorGetCode(_ err: CFError!) -> CFIndex { err.code }

/// Returns the domain of an error.
@discardableResult
public func CFErrorGetDomain(_ err: CFError!) -> CFErrorDomain! { NSString(string: err.domain) }

/// Returns the sentence that describes an error and what to do.
@discardableResult
public func CFErrorCopyDescription(_ err: CFError!) -> CFString! { NSString(string: err.localizedDescription) }

/// Returns the general meaning of the code of an error, if it is known.
@discardableResult
public func CFErrorCopyFailureReason(_ err: CFError!) -> CFString! { err.localizedFailureReason.map(NSString.init) }

/// Returns the actions that resolve an error, if there are any.
@discardableResult
public func CFErrorCopyRecoverySuggestion(_ err: CFError!) -> CFString! {
    err.localizedRecoverySuggestion.map(NSString.init)
}

/// Returns the values of an error by key, such as `kCTFontManagerErrorFontURLsKey`.
@discardableResult
public func CFErrorCopyUserInfo(_ err: CFError!) -> CFDictionary! { err.userInfo as NSDictionary }

/// Returns the number of elements.
@discardableResult
public func CFArrayGetCount(_ theArray: CFArray!) -> CFIndex { theArray.count }

/// Returns a pointer to an element, which is valid as long as the array.
///
/// `unsafeBitCast(CFArrayGetValueAtIndex(array, 0), to: CTFontDescriptor.self)` is the element.
@discardableResult
public func CFArrayGetValueAtIndex(_ theArray: CFArray!, _ idx: CFIndex) -> UnsafeRawPointer! {
    // The elements that the array keeps: `object(at:)` returns values, whose objects would not outlive this call.
    let kept = Mirror(reflecting: theArray as NSArray).children
    let element: Any =
        kept.count == theArray.count
        ? kept[kept.index(kept.startIndex, offsetBy: idx)].value : theArray.object(at: idx)
    return UnsafeRawPointer(Unmanaged.passUnretained(element as AnyObject).toOpaque())
}

/// Returns the bundle of the program.
@discardableResult
public func CFBundleGetMainBundle() -> CFBundle! { .main }

/// Returns a bundle that the program has loaded.
@discardableResult
public func CFBundleGetBundleWithIdentifier(_ bundleID: CFString!) -> CFBundle! {
    Bundle(identifier: String(describing: bundleID as NSString))
}
