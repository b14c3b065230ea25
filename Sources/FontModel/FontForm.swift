/// A form in which a family is distributed; a folder often has both forms.
public enum FontForm: String, Sendable, Hashable, CaseIterable {
    /// One variable file with named instances.
    case variable
    /// A file for each style.
    case `static`
}
