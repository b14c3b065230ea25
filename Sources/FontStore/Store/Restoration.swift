import FontModel

/// The result of looking for the bytes of an object.
enum Restoration {
    /// The object has been restored from a file.
    case restored(from: String)
    /// No file has the bytes.
    case noCopy
    /// A file that may have the bytes cannot be read now, and no other file has them.
    case unreadable(FontError)
}
