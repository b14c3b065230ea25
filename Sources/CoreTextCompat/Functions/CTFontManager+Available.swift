import FontRegistry
public import Foundation

/// Returns the PostScript names of all fonts that can be matched, with named instances, sorted and each once.
@discardableResult
public func CTFontManagerCopyAvailablePostScriptNames() -> CFArray {
    let manager = CoreTextFonts.current.manager
    let names = try? CallingThread.wait { () async throws(FontError) in try await manager.postscriptNames() }
    return (names ?? []) as CFArray
}

/// Returns the families of all fonts that can be matched, in the order of a menu, without names that begin with a dot.
@discardableResult
public func CTFontManagerCopyAvailableFontFamilyNames() -> CFArray {
    let manager = CoreTextFonts.current.manager
    let names = try? CallingThread.wait { () async throws(FontError) in try await manager.familyNames() }
    return (names ?? []) as CFArray
}

/// Returns the files of all fonts that can be matched, sorted by their paths; fonts in memory have none.
@discardableResult
public func CTFontManagerCopyAvailableFontURLs() -> CFArray {
    let manager = CoreTextFonts.current.manager
    let files = try? CallingThread.wait { () async throws(FontError) in try await manager.files() }
    return (files ?? []).filter { !CoreTextFonts.isInMemory($0.path()) } as CFArray
}

/// Returns whether the first bytes of a file are those of a format that can be registered.
@discardableResult
public func CTFontManagerIsSupportedFont(_ fontURL: CFURL) -> Bool { FontFile.isSupported(fontURL as URL) }

/// Returns descriptors of all faces and named instances of a file, which is not registered; nil if it is no font.
@discardableResult
public func CTFontManagerCreateFontDescriptorsFromURL(_ fileURL: CFURL) -> CFArray? {
    (try? FontFile(contentsOf: fileURL as URL)).map { CTFontDescriptor.descriptors(of: $0) as CFArray }
}

/// Returns a descriptor of the first face of a font in memory, which is not registered; nil if it is no font.
@discardableResult
public func CTFontManagerCreateFontDescriptorFromData(_ data: CFData) -> CTFontDescriptor? {
    (try? FontFile(data: data as Data)).flatMap { CTFontDescriptor.descriptors(of: $0).first }
}

/// Returns descriptors of all faces and named instances of a font in memory, which is not registered; an empty array if
/// it is no font.
@discardableResult
public func CTFontManagerCreateFontDescriptorsFromData(_ data: CFData) -> CFArray {
    ((try? FontFile(data: data as Data)).map(CTFontDescriptor.descriptors) ?? []) as CFArray
}
