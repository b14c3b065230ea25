import FontModel
import Glibc
import SystemPackage

/// The errors of this module.
enum FontconfigFailure {
    /// The error if fontconfig had no memory or could not create a configuration.
    static var noConfiguration: FontError {
        FontError(
            .registrationFailed,
            "fontconfig could not load its configuration. Check it with fc-conflist, or free some memory.",
            cause: .configuration(.fontconfig, path: nil))
    }

    /// Returns the error if the memory is exhausted while a file is read.
    static func noMemory(_ path: String) -> FontError {
        FontError(
            .registrationFailed, "fontconfig ran out of memory while it read the file.", file: path,
            cause: .memory(concernsStore: false))
    }

    /// Returns the error for a configuration file that is missing, unreadable or not fontconfig XML.
    static func configurationFile(_ path: String) -> FontError {
        guard let cause = Self.cause(path, mode: R_OK) else {
            return FontError(
                .registrationFailed, "The fontconfig configuration file is damaged or includes a file that is.",
                file: path, cause: .configuration(.fontconfig, path: path))
        }
        return FontError(
            .registrationFailed, "The fontconfig configuration file cannot be read: \(cause).", file: path,
            cause: .file(
                FontError.FileFailure(errno: cause, operation: "read the configuration of fontconfig", path: path)))
    }

    /// Returns the error for a folder that fontconfig could not list.
    static func folder(_ path: String) -> FontError {
        guard let cause = Self.cause(path, mode: R_OK | X_OK) else {
            return FontError(
                .registrationFailed, "fontconfig could not scan the folder; the memory may have run out.", file: path,
                cause: .memory(concernsStore: false))
        }
        return FontError(
            .registrationFailed, "fontconfig cannot scan the folder: \(cause).", file: path,
            cause: .file(FontError.FileFailure(errno: cause, operation: "scan the folder", path: path)))
    }

    /// Returns the error for a file in which fontconfig found no font.
    static func noFont(_ path: String) -> FontError {
        switch cause(path, mode: R_OK) {
        case .none:
            FontError(.invalidFontData, "fontconfig finds no font in the file.", file: path)
        case .some(.permissionDenied):
            FontError(
                .insufficientPermissions, "The font file cannot be read: access is denied.", file: path,
                cause: .errno(.permissionDenied))
        case .some(let cause):
            FontError(
                .fileNotFound, "The font file cannot be opened: \(cause).", file: path,
                cause: .errno(cause))
        }
    }

    /// Returns the reason why a path is not accessible, or nil if it is accessible now; fontconfig sets no errno.
    private static func cause(_ path: String, mode: Int32) -> Errno? {
        access(path, mode) == 0 ? nil : Errno(rawValue: errno)
    }
}
