import ProcessFonts

/// A library with a font of its own, whatever the app has.
public enum Captions {
    /// The font of captions.
    public static let font = FontName.loraRegular

    /// Registers the fonts of the library.
    public static func registerFonts() -> FontSummary { ModuleFonts.register() }

    /// Unregisters them; those that others registered, too, remain.
    public static func unregisterFonts() -> FontSummary { ModuleFonts.unregister() }
}
