/// A file of colours or icons among the files of a target.
package struct StyleFile: Sendable, Hashable {
    /// The path for messages.
    package var path: String
    /// The path in the target's folder.
    package var source: String
    /// The path in the bundle of the target's resources; nil for a file that is not among them.
    package var resource: String?
    /// The content; of icons, its beginning.
    package var bytes: [UInt8]

    package init(path: String, source: String, resource: String?, bytes: [UInt8]) {
        self.path = path
        self.source = source
        self.resource = resource
        self.bytes = bytes
    }

    /// The names of the folders in the target's folder and of the file.
    ///
    /// By scalar, since a slash with a combining mark divides names, too.
    var parts: [String] { Self.parts(of: source) }

    /// Returns the names of the folders and of the file in a path.
    static func parts(of path: String) -> [String] { path.unicodeScalars.split(separator: "/").map { String($0) } }

    /// The largest document of colours that is read.
    private static let documentSize = 1 << 20
    /// The beginning of an icon that is read: enough for what precedes the root element of a drawing.
    private static let iconSize = 1 << 16

    /// Reads a file if it is one of colours or of an icon; nil for others.
    ///
    /// - Parameters:
    ///   - path: The absolute path.
    ///   - source: The path in the target's folder.
    ///   - resource: The path in the bundle; nil for a file that is not among the resources.
    package static func read(
        _ path: String, source: String, resource: String?
    ) throws(BuildProblem) -> StyleFile? {
        let isColors = Palette.isColors(source)
        guard isColors || IconSet.isIcon(source) else { return nil }
        let limit = isColors ? documentSize : iconSize
        let file = ResourceFile(path: path, source: source, resource: resource ?? source)
        let (bytes, length) = try file.start(limit)
        guard !isColors || length <= limit else {
            throw BuildProblem(.error, path, "The document is larger than 1 MiB. Divide it.")
        }
        return StyleFile(path: path, source: source, resource: resource, bytes: bytes)
    }
}
