/// A form in which a family is delivered; many come in both, side by side in one folder.
public enum FontForm: String, Sendable, Hashable, CaseIterable {
    /// One variable file with named instances.
    case variable
    /// A file for each style.
    case `static`
}
