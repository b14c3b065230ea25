package import FontModel
import SystemPackage

extension ErrorText {
    /// Returns the text for a picture that could not be written: without actions, as another file is chosen by exporting
    /// again.
    package static func ofExport(_ error: FontError) -> ErrorText {
        var text = ErrorText(error)
        text.actions.removeAll { $0 == .retry }
        if error.code == .registrationFailed { text.title = tr("The Specimen Was Not Exported") }
        return text
    }

    /// Returns the file, what the system says, and what helps, for an error whose cause is that.
    ///
    /// - Parameter file: The path of the file.
    static func body(of errno: Errno, file: String) -> String {
        let help =
            switch errno {
            case .permissionDenied, .notPermitted, .readOnlyFileSystem:
                tr("{file} could not be used: {reason}. Choose another folder, or change its permissions.")
            case .noSpace, .diskQuotaExceeded:
                tr("{file} could not be used: {reason}. Free some space, then try again.")
            default: tr("{file} could not be used: {reason}. Check it and its folder, then try again.")
            }
        return help.filled([
            "file": DisplayText.clean(String(PathText.name(of: file))),
            "reason": DisplayText.harmless(Message(errno).localized),
        ])
    }

    /// Returns what the library says of an error without a cause: what failed, and what helps.
    ///
    /// Nil if it says nothing, or gives a command to type.
    static func reason(of error: FontError) -> String? {
        let message = DisplayText.harmless(error.localizedMessage)
        guard !message.isEmpty, !message.contains("fontctl") else { return nil }
        let name = error.file.map { DisplayText.clean(String(PathText.name(of: $0))) }
        guard let name, !message.contains(name) else { return message }
        return tr("{file}: {reason}").filled(["file": name, "reason": message])
    }
}
