public import Foundation

// Foundation on Linux has classes where Apple's Core Foundation has opaque types. As aliases they convert with `as` in
// both directions, as on Apple's systems.

/// A reference to a file (`NSURL`).
public typealias CFURL = NSURL
/// An array (`NSArray`).
public typealias CFArray = NSArray
/// A text (`NSString`).
public typealias CFString = NSString
/// Bytes (`NSData`).
public typealias CFData = NSData
/// An error (`NSError`).
public typealias CFError = NSError
/// The domain of an error.
public typealias CFErrorDomain = CFString
/// A dictionary (`NSDictionary`).
public typealias CFDictionary = NSDictionary
/// A set (`NSSet`).
public typealias CFSet = NSSet
/// A number or a Boolean (`NSNumber`).
public typealias CFNumber = NSNumber
/// A set of characters (`NSCharacterSet`).
public typealias CFCharacterSet = NSCharacterSet
/// A bundle (`Bundle`).
public typealias CFBundle = Bundle
/// An object of any class.
public typealias CFTypeRef = AnyObject
/// An index or a count.
public typealias CFIndex = Int

/// A transformation of coordinates, for the arguments of functions that take a pointer to one.
///
/// Fonts are used for their names and traits only, so it has no effect.
public struct CGAffineTransform: Sendable, Hashable {
    public var a: CGFloat
    public var b: CGFloat
    public var c: CGFloat
    public var d: CGFloat
    public var tx: CGFloat
    public var ty: CGFloat

    public init(a: CGFloat, b: CGFloat, c: CGFloat, d: CGFloat, tx: CGFloat, ty: CGFloat) {
        (self.a, self.b, self.c, self.d, self.tx, self.ty) = (a, b, c, d, tx, ty)
    }

    /// The transformation that changes nothing.
    public static let identity = CGAffineTransform(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)
}
