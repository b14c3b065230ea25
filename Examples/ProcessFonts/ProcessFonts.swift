import Foundation
import ProcessFonts
import Synchronization

// Process fonts for a program whose main loop is not written in Swift: the functions of `process_fonts.h`.

/// A function called from any thread when there is work for the thread with the main loop.
public typealias Wake = @convention(c) @Sendable () -> Void
/// A function called on the thread with the main loop after each change, with its cause.
public typealias Changed = @convention(c) @Sendable (UnsafePointer<CChar>) -> Void

/// The bridge; a process has only one, since it has only one fontconfig.
private let shown = Mutex<(fonts: ProcessFontManager, bridge: FontconfigBridge)?>(nil)
/// The work of the bridge for the thread with the main loop.
private let work = Mutex<[@Sendable () -> Void]>([])

@c(process_fonts_open)
public func open(_ provider: UnsafePointer<CChar>, _ wake: @escaping Wake, _ changed: @escaping Changed) -> CInt {
    status {
        let fonts = ProcessFontManager(provider: String(cString: provider))
        let bridge = FontconfigBridge(
            for: fonts,
            perform: { piece in
                work.withLock { $0.append(piece) }
                wake()
            },
            didChange: { changed($0.cause.rawValue) })
        shown.withLock { $0 = (fonts, bridge) }
    }
}

@c(process_fonts_work)
public func runWork() {
    let pieces = work.withLock { work in
        defer { work = [] }
        return work
    }
    for piece in pieces { piece() }
}

@c(process_fonts_register)
public func register(_ file: UnsafePointer<CChar>) -> CInt {
    status { () throws(FontError) in
        try opened().fonts.register(url(file), options: RegistrationOptions(replaces: true))
    }
}

@c(process_fonts_unregister)
public func unregister(_ file: UnsafePointer<CChar>) -> CInt {
    status { () throws(FontError) in try opened().fonts.unregister(url(file)) }
}

@c(process_fonts_synchronize)
public func synchronize() -> CInt { status { () throws(FontError) in try opened().bridge.synchronize() } }

@c(process_fonts_reinitialize)
public func reinitialize() -> CInt { status { () throws(FontError) in try opened().bridge.reinitialize() } }

private func opened() -> (fonts: ProcessFontManager, bridge: FontconfigBridge) {
    guard let shown = shown.withLock({ $0 }) else { preconditionFailure("process_fonts_open was not called") }
    return shown
}

private func url(_ file: UnsafePointer<CChar>) -> URL { URL(filePath: String(cString: file)) }

/// Returns 0, or the code of the error.
private func status(_ body: () throws(FontError) -> Void) -> CInt {
    do throws(FontError) {
        try body()
        return 0
    } catch { return CInt(error.code.rawValue) }
}
