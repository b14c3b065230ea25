import FontRegistry
public import Foundation

/// Bytes for a `CGFont`.
public final class CGDataProvider: Sendable {
    private let bytes: Data

    /// The bytes.
    public var data: CFData? { bytes as NSData }

    /// Creates a provider of data.
    public init?(data: CFData) { bytes = data as Data }

    /// Creates a provider of the contents of a file, which are read at once; nil if they cannot be read.
    public init?(url: CFURL) {
        guard let path = try? (url as URL).localPath(), let bytes = Self.contents(of: path) else { return nil }
        self.bytes = bytes
    }

    /// Creates a provider of the contents of a file at a path; nil if they cannot be read.
    public convenience init?(filename: UnsafePointer<CChar>) {
        self.init(url: NSURL(fileURLWithPath: String(cString: filename)))
    }

    /// Returns the contents of a regular file of at most the size of a font; nil if it cannot be read.
    static func contents(of path: String) -> Data? {
        guard let source = try? SourceFile(opening: path), let memory = try? SealedMemory(copying: source) else {
            return nil
        }
        return Data(memory.contents.bytes)
    }
}
