import ProcessFonts
import Synchronization

// The generated code is public, by fontnames.json, so that the program uses the same names. What is here is for programs
// in other languages that load the library.

/// The bridge to the process's fontconfig.
private let bridge = Mutex<FontconfigBridge?>(nil)

/// Registers the fonts; returns the number of files that failed.
@c(typefaces_register)
public func registerForC() -> CInt { CInt(registerModuleFonts().errors.count) }

/// Registers the fonts and shows them to all code of the process that uses fontconfig.
///
/// Call it on the thread that uses fontconfig, before the first use of fonts.
@c(typefaces_show)
public func showForC() -> CInt {
    let failed = registerForC()
    bridge.withLock { $0 = $0 ?? FontconfigBridge(for: ProcessFontManager(provider: "org.example.Reader")) }
    return failed
}
