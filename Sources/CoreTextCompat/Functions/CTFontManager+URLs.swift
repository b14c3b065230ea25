import FontRegistry
public import Foundation

/// Registers the fonts of a file.
///
/// - Returns: Whether all fonts of the file were registered; if not, `error` has the reason.
@discardableResult
public func CTFontManagerRegisterFontsForURL(
    _ fontURL: CFURL, _ scope: CTFontManagerScope, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> Bool {
    URLBatch(scope).register([fontURL], isEnabled: true).report(to: error)
}

/// Unregisters the fonts of a file.
///
/// - Returns: Whether the file was registered in the scope; if not, `error` has the reason.
@discardableResult
public func CTFontManagerUnregisterFontsForURL(
    _ fontURL: CFURL, _ scope: CTFontManagerScope, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> Bool {
    URLBatch(scope).unregister([fontURL]).report(to: error)
}

/// Registers the fonts of files.
///
/// - Returns: Whether all were registered; if not, `errors` has one error for each code. Files that no error names were
///   registered.
@discardableResult
public func CTFontManagerRegisterFontsForURLs(
    _ fontURLs: CFArray, _ scope: CTFontManagerScope, _ errors: UnsafeMutablePointer<Unmanaged<CFArray>?>?
) -> Bool {
    URLBatch(scope).register(fontURLs as [AnyObject], isEnabled: true).report(to: errors)
}

/// Unregisters the fonts of files.
///
/// - Returns: Whether all were registered in the scope; if not, `errors` has one error for each code.
@discardableResult
public func CTFontManagerUnregisterFontsForURLs(
    _ fontURLs: CFArray, _ scope: CTFontManagerScope, _ errors: UnsafeMutablePointer<Unmanaged<CFArray>?>?
) -> Bool {
    URLBatch(scope).unregister(fontURLs as [AnyObject]).report(to: errors)
}

/// Registers the fonts of files.
///
/// The handler is called on the calling thread before the function returns: with errors before the next file that can be
/// used, and at the end with all other errors and `done`. If it returns false, no further file is registered.
public func CTFontManagerRegisterFontURLs(
    _ fontURLs: CFArray, _ scope: CTFontManagerScope, _ enabled: Bool,
    _ registrationHandler: ((_ errors: CFArray, _ done: Bool) -> Bool)?
) {
    URLBatch(scope).register(fontURLs as [AnyObject], isEnabled: enabled, registrationHandler)
}

/// Unregisters the fonts of files.
///
/// The handler is called as by `CTFontManagerRegisterFontURLs`.
public func CTFontManagerUnregisterFontURLs(
    _ fontURLs: CFArray, _ scope: CTFontManagerScope,
    _ registrationHandler: ((_ errors: CFArray, _ done: Bool) -> Bool)?
) {
    URLBatch(scope).unregister(fontURLs as [AnyObject], registrationHandler)
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

/// A batch of files in a scope.
private struct URLBatch {
    private let scope: CTFontManagerScope
    private let fonts = CoreTextFonts.current

    init(_ scope: CTFontManagerScope) { self.scope = scope }

    private func items(_ objects: [AnyObject]) -> [CallItem] {
        objects.map { object in
            if let url = object as? NSURL { return .url(url as URL) }
            return .other(String(describing: object))
        }
    }

    private func path(_ item: CallItem) throws(FontError) -> String {
        guard case .url(let url) = item else {
            throw FontError(.invalidFilePath, "This is not a URL. Specify the URL of a font file.", file: item.name)
        }
        return try url.localPath()
    }

    // MARK: Registering

    /// Checks what can be seen without reading a whole file.
    private func file(_ item: CallItem) throws(FontError) -> [FontSource] {
        let path = try path(item)
        try FontFile.checkFormat(at: path)
        return [.file(path)]
    }

    func register(_ objects: [AnyObject], isEnabled: Bool) -> [ItemFailure] {
        HandledBatch.run(items(objects), prepare: file) { fonts.register($0, scope.registering, isEnabled: isEnabled) }
    }

    func register(_ objects: [AnyObject], isEnabled: Bool, _ handler: RegistrationHandler?) {
        HandledBatch.run(items(objects), handler, prepare: file) {
            fonts.register($0, scope.registering, isEnabled: isEnabled)
        }
    }

    // MARK: Unregistering

    func unregister(_ objects: [AnyObject]) -> [ItemFailure] {
        let registrations = Registrations(in: scope)
        return HandledBatch.run(
            items(objects),
            prepare: { item throws(FontError) in
                try registrations.targets(of: item, .file(try path(item)))
            }, change: registrations.unregister)
    }

    func unregister(_ objects: [AnyObject], _ handler: RegistrationHandler?) {
        let registrations = Registrations(in: scope)
        HandledBatch.run(
            items(objects), handler,
            prepare: { item throws(FontError) in
                try registrations.targets(of: item, .file(try path(item)))
            }, change: registrations.unregister)
    }
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
