import Foundation

#if canImport(CoreText)
    import CoreText
#else
    import CoreTextCompat
#endif

/// The fonts of a folder, in the shape of packages that search a bundle for fonts and load their bytes.
public enum BundledFonts {
    private static let endings = ["ttf", "otf", "ttc"]

    /// Loads all fonts in a folder, and returns their PostScript names.
    public static func load(in folder: URL) -> [String] {
        let files = (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
        return files.filter { endings.contains($0.pathExtension.lowercased()) }
            .sorted { $0.lastPathComponent < $1.lastPathComponent }.compactMap(load)
    }

    /// Loads one font into memory, and returns its PostScript name.
    public static func load(_ file: URL) -> String? {
        guard let data = try? Data(contentsOf: file), let provider = CGDataProvider(data: data as CFData),
            let font = CGFont(provider)
        else { return nil }
        var error: Unmanaged<CFError>?
        if CTFontManagerRegisterGraphicsFont(font, &error) { return font.postScriptName as String? }
        if let error = error?.takeRetainedValue() as Error? {
            let code = (error as NSError).code
            // The font is there, from this file or from another one.
            if code == CTFontManagerError.alreadyRegistered.rawValue || code == 305 {
                return font.postScriptName as String?
            }
        }
        return nil
    }

    /// Removes a font that was loaded from a file.
    public static func unload(_ file: URL) -> Bool {
        guard let provider = CGDataProvider(url: file as CFURL), let font = CGFont(provider) else { return false }
        return CTFontManagerUnregisterGraphicsFont(font, nil)
    }
}
