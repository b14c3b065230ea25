/// The codes of errors of font management.
public enum CTFontManagerError: CFIndex, Sendable {
    /// There is nothing at the URL.
    case fileNotFound = 101
    /// The file exists and cannot be read.
    case insufficientPermissions = 102
    /// The file is not a font of a format that can be registered.
    case unrecognizedFormat = 103
    /// The contents of the font are damaged or unsafe.
    case invalidFontData = 104
    /// The same content is registered in the scope.
    case alreadyRegistered = 105
    /// A limit was exceeded.
    case exceededResourceLimit = 106
    /// The bundle has no such font.
    case assetNotFound = 107
    /// The font is not registered in the scope.
    case notRegistered = 201
    /// The font is in use, which does not occur, since open files outlive their registration.
    case inUse = 202
    /// The font belongs to the system.
    case systemRequired = 203
    /// The machine or the software failed, not the font.
    case registrationFailed = 301
    /// A policy of the user forbids the operation.
    case missingEntitlement = 302
    /// The descriptor does not lead to a file.
    case insufficientInfo = 303
    /// The user refused.
    case cancelledByUser = 304
    /// Another enabled font in the scope has the PostScript name.
    case duplicatedName = 305
    /// The URL does not refer to a regular file of this machine.
    case invalidFilePath = 306
    /// The scope is not available in this environment.
    case unsupportedScope = 307
}
