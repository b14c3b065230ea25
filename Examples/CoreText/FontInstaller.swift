import Foundation

#if canImport(CoreText)
    import CoreText
#else
    import CoreTextCompat
#endif

/// The fonts that a font provider installs for all programs, in the shape of apps that offer fonts.
public final class FontInstaller {
    /// The errors of one operation, by code.
    public struct Problem: Error {
        public let code: Int
        public let files: [URL]
        public let explanation: String
    }

    private var observer: NSObjectProtocol?

    public init() {}

    deinit { if let observer { NotificationCenter.default.removeObserver(observer) } }

    /// Installs files, and stops at the first problem if wanted.
    public func install(
        _ files: [URL], stopsAtProblem: Bool = false, scope: CTFontManagerScope = .persistent,
        completion: @escaping ([Problem]) -> Void
    ) {
        var problems: [Problem] = []
        CTFontManagerRegisterFontURLs(files as CFArray, scope, true) { errors, done in
            problems += Self.problems(errors)
            if done { completion(problems) }
            return !stopsAtProblem || problems.isEmpty
        }
    }

    /// Removes files.
    public func remove(
        _ files: [URL], scope: CTFontManagerScope = .persistent, completion: @escaping ([Problem]) -> Void
    ) {
        var problems: [Problem] = []
        CTFontManagerUnregisterFontURLs(files as CFArray, scope) { errors, done -> Bool in
            problems += Self.problems(errors)
            if done { completion(problems) }
            return true
        }
    }

    /// The names of the installed fonts.
    public func installedNames(in scope: CTFontManagerScope = .persistent) -> [String] {
        let descriptors = CTFontManagerCopyRegisteredFontDescriptors(scope, true) as NSArray
        return descriptors.compactMap { descriptor in
            CTFontDescriptorCopyAttribute(descriptor as! CTFontDescriptor, kCTFontNameAttribute) as? String
        }
    }

    /// Asks for fonts by their names, and returns those that are still missing.
    public func request(_ names: [String], completion: @escaping ([String]) -> Void) {
        let descriptors = names.map { name in
            CTFontDescriptorCreateWithAttributes([kCTFontNameAttribute: name] as CFDictionary)
        }
        CTFontManagerRequestFonts(descriptors as CFArray) { unresolved in
            let missing = (unresolved as? [CTFontDescriptor]) ?? []
            completion(missing.compactMap { CTFontDescriptorCopyAttribute($0, kCTFontNameAttribute) as? String })
        }
    }

    /// Calls back when fonts were added or removed.
    public func observe(_ didChange: @escaping @Sendable () -> Void) {
        let name = Notification.Name(kCTFontManagerRegisteredFontsChangedNotification as String)
        observer = NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { _ in didChange() }
    }

    private static func problems(_ errors: CFArray) -> [Problem] {
        (errors as? [Error] ?? []).map { error in
            let error = error as NSError
            let files = error.userInfo[kCTFontManagerErrorFontURLsKey as String] as? [URL] ?? []
            return Problem(code: error.code, files: files, explanation: error.localizedDescription)
        }
    }
}
