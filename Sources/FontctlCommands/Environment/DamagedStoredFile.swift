import FontRegistry
import Glibc

extension FontctlContext {
    /// Returns an error of reading a font, as one of its stored file if that differs from the registered one.
    ///
    /// The reader of a damaged file reports a defect of its tables, for which it cannot know another cause.
    func explained(_ error: FontError) async -> FontError {
        guard error.code == .invalidFontData || error.code == .unrecognizedFormat, let file = error.file,
            let paths = try? readingRegistry().paths, paths.isAmongFonts(file) || file.hasPrefix(paths.objects + "/"),
            let registered = try? await readingManager().registered()
        else { return error }
        let owner = registered.first { $0.path == file || paths.object($0.sha256) == file }
        guard let owner, let found = ByteCopy.sha256(ofFile: file), found != owner.sha256 else { return error }
        return .storedFile(of: owner, .damaged, code: error.code, file: file)
    }
}

extension StoredFileFault {
    /// The fault in a column.
    var word: String {
        switch self {
        case .missing: "missing"
        case .damaged: "damaged"
        case .notShown: "not shown"
        }
    }
}

extension FontError {
    /// Returns the error for a registered font with a fault of its files, which names the command that repairs them.
    ///
    /// - Parameters:
    ///   - code: The code of a damaged file.
    ///   - file: The file with the fault; nil for the one that programs open.
    static func storedFile(
        of registration: Registration, _ fault: StoredFileFault, code: Code = .invalidFontData, file: String? = nil
    ) -> FontError {
        let name = registration.faces.first?.postscriptName ?? registration.file
        let copy = access(registration.file, R_OK) == 0 ? ", such as \(registration.file)," : ""
        let repair =
            fault == .notShown
            ? "Run `fontctl doctor --repair`, which shows it again."
            : "Run `fontctl doctor --repair`, which restores it from an intact copy\(copy) or removes its registration if there is none."
        return FontError(
            fault == .damaged ? code : .fileNotFound, "\(fault.sentence(on: name)) \(repair)",
            file: file ?? registration.path ?? registration.file)
    }
}

extension [FontError] {
    /// Returns the line for each error of ``FontError/storedFile(of:_:code:file:)`` or of a file.
    var failureLines: [String] { map { "\($0.file ?? ""): \($0.message) (\($0.code.rawValue))" } }
}
