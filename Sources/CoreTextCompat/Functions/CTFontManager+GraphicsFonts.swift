import FontRegistry
public import Foundation

/// Registers a font in memory for the process.
///
/// - Returns: Whether it was registered; if not, `error` has the reason.
@discardableResult
public func CTFontManagerRegisterGraphicsFont(
    _ font: CGFont, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> Bool {
    let name = font.postScriptName as String? ?? ""
    guard let data = font.contents else {
        let reason = FontError(
            .insufficientPermissions, "The file of the font cannot be read. Check its permissions.", file: name)
        return font.report(reason, to: error)
    }
    do throws(FontError) {
        let outcomes = try CoreTextFonts.current.register(
            [.data(data, name: name)], scope: .process, isEnabled: true)
        guard let reason = outcomes.lazy.compactMap(\.coreTextFailure).first else { return true }
        return font.report(reason, to: error)
    } catch let reason {
        return font.report(reason, to: error)
    }
}

/// Unregisters a font in memory.
///
/// - Returns: Whether it was registered by `CTFontManagerRegisterGraphicsFont`; if not, `error` has the reason.
@discardableResult
public func CTFontManagerUnregisterGraphicsFont(
    _ font: CGFont, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> Bool {
    let (fonts, name) = (CoreTextFonts.current, font.postScriptName as String? ?? "")
    let hash = font.contents.flatMap { try? FontFile(data: $0).sha256 }
    let registered = fonts.process.registered().first { $0.sha256 == hash && $0.originalURL == nil }
    guard let registered else {
        let reason = FontError(
            .notRegistered, "The font is not registered from memory. Unregister it as it was registered.", file: name)
        return font.report(reason, to: error)
    }
    do throws(FontError) {
        _ = try fonts.change(.unregister, [.registration(registered)], scope: .process)
        return true
    } catch let reason {
        return font.report(reason, to: error)
    }
}

extension CGFont {
    /// Passes an error on, with the font instead of a URL, and returns false.
    fileprivate func report(_ reason: FontError, to error: UnsafeMutablePointer<Unmanaged<CFError>?>?) -> Bool {
        let failure = reason.coreTextError
        var info = failure.userInfo
        info["CTFailedCGFont"] = self
        error?.pointee = .passRetained(NSError(domain: failure.domain, code: failure.code, userInfo: info))
        return false
    }
}
