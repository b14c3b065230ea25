import FontRegistry
public import Foundation

/// Registers the files of descriptors, or enables them if they are registered and disabled.
///
/// Of a descriptor, the URL, the PostScript name, the family and the user info count. The handler is called as by
/// `CTFontManagerRegisterFontURLs`.
public func CTFontManagerRegisterFontDescriptors(
    _ fontDescriptors: CFArray, _ scope: CTFontManagerScope, _ enabled: Bool,
    _ registrationHandler: ((_ errors: CFArray, _ done: Bool) -> Bool)?
) {
    let (fonts, registration) = (CoreTextFonts.current, FileRegistration(in: scope, isEnabled: enabled))
    // The faces of a collection share their file.
    var known: Set<String> = []
    registration.run(CallItem.descriptors(fontDescriptors), registrationHandler) { item throws(FontError) in
        try fonts.files(of: item, registration.scope).filter { known.insert($0).inserted }
            .map { FontSource.file($0, tag: item.tag) }
    }
}

/// Unregisters the fonts that descriptors mean by their URL, PostScript name, family or user info.
///
/// The handler is called as by `CTFontManagerRegisterFontURLs`.
public func CTFontManagerUnregisterFontDescriptors(
    _ fontDescriptors: CFArray, _ scope: CTFontManagerScope,
    _ registrationHandler: ((_ errors: CFArray, _ done: Bool) -> Bool)?
) {
    Registrations(in: scope).unregister(CallItem.descriptors(fontDescriptors), registrationHandler) { $0.target }
}

/// Enables or disables the registered fonts that descriptors mean, in all scopes.
public func CTFontManagerEnableFontDescriptors(_ descriptors: CFArray, _ enable: Bool) {
    let fonts = CoreTextFonts.current
    for item in CallItem.descriptors(descriptors) { fonts.setEnabled(enable, item) }
}

/// Returns the descriptors of the fonts that this program registered in a scope, either the enabled or the disabled ones.
@discardableResult
public func CTFontManagerCopyRegisteredFontDescriptors(_ scope: CTFontManagerScope, _ enabled: Bool) -> CFArray {
    guard let scope = scope.meant else { return [] }
    let registrations = try? CoreTextFonts.current.registered(in: scope, state: enabled ? .enabled : .disabled)
    return (registrations ?? []).flatMap(CTFontDescriptor.descriptors) as CFArray
}

/// Makes fonts usable in this process.
///
/// Fonts that can be matched are resolved, and fonts that this program registered and disabled are enabled. The handler
/// gets the descriptors of all other fonts. It is always called, on the calling thread, before the function returns.
public func CTFontManagerRequestFonts(
    _ fontDescriptors: CFArray, _ completionHandler: @escaping (_ unresolvedFontDescriptors: CFArray) -> Void
) {
    let fonts = CoreTextFonts.current
    let unresolved = CallItem.descriptors(fontDescriptors).compactMap { item -> CTFontDescriptor? in
        guard case .descriptor(let descriptor) = item else { return nil }
        if fonts.canMatch(descriptor) { return nil }
        fonts.setEnabled(true, item)
        return fonts.canMatch(descriptor) ? nil : descriptor
    }
    completionHandler(unresolved as CFArray)
}

extension CallItem {
    /// Returns the items of an array of descriptors.
    fileprivate static func descriptors(_ array: CFArray) -> [CallItem] {
        (array as [AnyObject]).map { object in
            (object as? CTFontDescriptor).map(CallItem.descriptor) ?? .other(String(describing: object))
        }
    }

    /// The tag of the registration.
    fileprivate var tag: String? { if case .descriptor(let descriptor) = self { descriptor.userInfo } else { nil } }

    /// The target that the item means if no registration has its file, name or family; nil if it has none of them.
    fileprivate var target: FontTarget? {
        guard case .descriptor(let descriptor) = self else { return nil }
        if let url = descriptor.url { return .url(url) }
        return descriptor.postscriptName.map(FontTarget.name) ?? descriptor.family.map(FontTarget.family)
    }
}

extension FontSource {
    /// Returns the source of one file, with a tag of its own if there is one.
    fileprivate static func file(_ path: String, tag: String?) -> FontSource {
        tag.map { .query(FontQuery(file: path, tag: $0)) } ?? .file(path)
    }
}

extension CoreTextFonts {
    /// Returns the files of a descriptor.
    ///
    /// - Throws: `insufficientInfo` (303) if it leads to none, `invalidFilePath` (306) if its URL is not of a local file.
    fileprivate func files(of item: CallItem, _ scope: FontScope) throws(FontError) -> [String] {
        guard case .descriptor(let descriptor) = item else { throw Self.noFile(item) }
        if let url = descriptor.url { return [try url.localPath()] }
        // A query does not find the file of a disabled font.
        let known = descriptor.meant(among: (try? registered(in: scope, state: .any)) ?? []).compactMap(file)
        if !known.isEmpty { return known }
        guard descriptor.postscriptName != nil || descriptor.family != nil else { throw Self.noFile(item) }
        for query in descriptor.queries {
            let found = fonts(matching: FontQuerySet(including: [query.untagged]))
            let paths = Set(found.compactMap(\.path)).filter { !Self.isInMemory($0) }
            if !paths.isEmpty { return paths.sorted() }
        }
        throw Self.noFile(item)
    }

    /// Returns the file of a registration: the one that was given, or else one with the same bytes.
    private func file(of registration: Registration) -> String? {
        let given = registration.file
        if given.hasPrefix("/"), Fingerprint(of: given) != nil { return given }
        let kept = try? CallingThread.wait { [manager] () async throws(FontError) in
            try await manager.file(of: registration)
        }
        return kept ?? nil
    }

    private static func noFile(_ item: CallItem) -> FontError {
        FontError(
            .insufficientInfo,
            "The descriptor does not refer to a font file. Specify the file, or the name of an available font.",
            file: item.name)
    }

    /// Whether a descriptor means a font that can be matched.
    fileprivate func canMatch(_ descriptor: CTFontDescriptor) -> Bool {
        guard
            descriptor.url != nil || descriptor.postscriptName != nil || descriptor.family != nil
                || descriptor.userInfo != nil
        else { return false }
        return descriptor.queries.contains { !fonts(matching: FontQuerySet(including: [$0])).isEmpty }
    }

    /// Enables or disables what an item means.
    fileprivate func setEnabled(_ isEnabled: Bool, _ item: CallItem) {
        guard case .descriptor(let descriptor) = item else { return }
        for scope in [FontScope.process, .session, .persistent] {
            let meant = descriptor.meant(among: (try? registered(in: scope, state: .any)) ?? [])
            guard !meant.isEmpty else { continue }
            // There is no result: a font whose name another one has stays disabled.
            _ = try? change(isEnabled ? .enable : .disable, meant.map(FontTarget.registration), scope: scope)
        }
    }
}
