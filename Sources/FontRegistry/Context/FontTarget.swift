/// A target of an operation on registered fonts.
public enum FontTarget: Sendable, Hashable {
    /// The original file as given, the file that fontconfig sees, or any file with the same content.
    case file(String)
    /// A PostScript name, which means all registrations with a face of that name, else all with such a named instance.
    ///
    /// The whole file is the unit: the target of an instance is its variable font.
    case name(String)
    /// A registration's id.
    case id(String)
    /// An id, else a file, else a PostScript name.
    case any(String)

    /// The text as given.
    package var text: String {
        switch self {
        case .file(let text), .name(let text), .id(let text), .any(let text): text
        }
    }
}

/// A filter on whether registrations can be matched.
public enum RegistrationState: Sendable, Hashable {
    case any, enabled, disabled
}
