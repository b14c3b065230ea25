/// What an operation on registered fonts is about.
public enum FontTarget: Sendable, Hashable {
    /// The original file as it was given, the file that fontconfig sees, or any file with the same content.
    case file(String)
    /// A PostScript name; all registrations with a face of that name, else all with a named instance of it.
    ///
    /// The whole file is the unit: with an instance goes the variable font.
    case name(String)
    /// A registration's id.
    case id(String)
    /// An id, else a file, else a PostScript name.
    case any(String)

    /// As given.
    public var text: String {
        switch self {
        case .file(let text), .name(let text), .id(let text), .any(let text): text
        }
    }
}

/// A filter on whether registrations can be matched.
public enum RegistrationState: Sendable, Hashable {
    case any, enabled, disabled
}
