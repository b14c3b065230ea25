import FontRegistry
public import Foundation

/// Registers the fonts of a file.
///
/// - Returns: Whether all fonts of the file were registered; if not, `error` has the reason.
@discardableResult
public func CTFontManagerRegisterFontsForURL(
    _ fontURL: CFURL, _ scope: CTFontManagerScope, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> Bool {
    FileRegistration(in: scope, isEnabled: true).failures(CallItem.urls([fontURL])) { item throws(FontError) in
        try item.source()
    }.report(to: error)
}

/// Unregisters the fonts of a file.
///
/// - Returns: Whether the file was registered in the scope; if not, `error` has the reason.
@discardableResult
public func CTFontManagerUnregisterFontsForURL(
    _ fontURL: CFURL, _ scope: CTFontManagerScope, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> Bool {
    Registrations(in: scope).failures(CallItem.urls([fontURL])) { item throws(FontError) in
        try item.target()
    }.report(to: error)
}

/// Registers the fonts of files.
///
/// - Returns: Whether all were registered; if not, `errors` has one error for each code. A static file of a family whose variable file is in
///   the same call is left out without an error.
@discardableResult
public func CTFontManagerRegisterFontsForURLs(
    _ fontURLs: CFArray, _ scope: CTFontManagerScope, _ errors: UnsafeMutablePointer<Unmanaged<CFArray>?>?
) -> Bool {
    FileRegistration(in: scope, isEnabled: true).failures(CallItem.urls(fontURLs)) { item throws(FontError) in
        try item.source()
    }.report(to: errors)
}

/// Unregisters the fonts of files.
///
/// - Returns: Whether all were registered in the scope; if not, `errors` has one error for each code.
@discardableResult
public func CTFontManagerUnregisterFontsForURLs(
    _ fontURLs: CFArray, _ scope: CTFontManagerScope, _ errors: UnsafeMutablePointer<Unmanaged<CFArray>?>?
) -> Bool {
    Registrations(in: scope).failures(CallItem.urls(fontURLs)) { item throws(FontError) in
        try item.target()
    }.report(to: errors)
}

/// Registers the fonts of files.
///
/// The handler is called on the calling thread before the function returns: with the errors of files before the next one
/// that can be registered, and at the end with all other errors and `done`. If it returns false, no further file is
/// registered.
public func CTFontManagerRegisterFontURLs(
    _ fontURLs: CFArray, _ scope: CTFontManagerScope, _ enabled: Bool,
    _ registrationHandler: ((_ errors: CFArray, _ done: Bool) -> Bool)?
) {
    let registration = FileRegistration(in: scope, isEnabled: enabled)
    registration.run(CallItem.urls(fontURLs), registrationHandler) { item throws(FontError) in try item.source() }
}

/// Unregisters the fonts of files.
///
/// The handler is called as by `CTFontManagerRegisterFontURLs`.
public func CTFontManagerUnregisterFontURLs(
    _ fontURLs: CFArray, _ scope: CTFontManagerScope,
    _ registrationHandler: ((_ errors: CFArray, _ done: Bool) -> Bool)?
) {
    let registrations = Registrations(in: scope)
    registrations.unregister(CallItem.urls(fontURLs), registrationHandler) { item throws(FontError) in try item.target()
    }
}

/// Returns the scope in which a file is registered; that of the process precedes the others.
@discardableResult
public func CTFontManagerGetScopeForURL(_ fontURL: CFURL) -> CTFontManagerScope {
    let (fonts, url) = (CoreTextFonts.current, fontURL as URL)
    let scopes: [FontScope] = [.process, .session, .persistent]
    let found = scopes.first { scope in
        (try? fonts.registered(in: scope, state: .any))?.contains { $0.isOf(url) } ?? false
    }
    return found.map(CTFontManagerScope.init) ?? .none
}

extension CallItem {
    /// Returns the items of an array of URLs.
    fileprivate static func urls(_ array: CFArray) -> [CallItem] {
        (array as [AnyObject]).map { object in
            (object as? NSURL).map { .url($0 as URL) } ?? .other(String(describing: object))
        }
    }

    /// Returns the path of the file.
    ///
    /// - Throws: `invalidFilePath` (306) if there is none.
    private func path() throws(FontError) -> String {
        guard case .url(let url) = self else {
            throw FontError(.invalidFilePath, "This is not a URL. Specify the URL of a font file.", file: name)
        }
        return try url.localPath()
    }

    /// Returns the source of the file.
    fileprivate func source() throws(FontError) -> [FontSource] { [.file(try path())] }

    /// Returns the target of the file.
    fileprivate func target() throws(FontError) -> FontTarget? { .file(try path()) }
}

extension [ItemFailure] {
    /// Passes the only error on, and returns whether there is none.
    fileprivate func report(to error: UnsafeMutablePointer<Unmanaged<CFError>?>?) -> Bool {
        if let first { error?.pointee = .passRetained(first.coreTextError) }
        return isEmpty
    }

    /// Passes the errors on, and returns whether there are none.
    fileprivate func report(to errors: UnsafeMutablePointer<Unmanaged<CFArray>?>?) -> Bool {
        if !isEmpty { errors?.pointee = .passRetained(coreTextErrors as CFArray) }
        return isEmpty
    }
}
