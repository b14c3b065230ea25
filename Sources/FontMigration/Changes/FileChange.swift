/// A change of one file of a package.
package struct FileChange: Sendable, Hashable {
    /// The path in the package.
    package var path: String
    /// The contents before; nil if there is no file.
    package var old: [UInt8]?
    /// The contents after; nil if the file is removed.
    package var new: [UInt8]?

    package init(path: String, old: [UInt8]?, new: [UInt8]?) {
        self.path = path
        self.old = old
        self.new = new
    }

    /// The texts of changes in the unified form; of files that are no text, the paths alone.
    package static func text(of changes: [FileChange]) -> String {
        var text = ""
        for change in changes {
            let (old, new) = (change.old.map(Self.text), change.new.map(Self.text))
            if old == .some(nil) || new == .some(nil) {
                text += moved(change, among: changes)
            } else {
                text += UnifiedDiff.text(from: old ?? nil, to: new ?? nil, path: change.path)
            }
        }
        return text
    }

    /// Returns the line for a file that is no text.
    private static func moved(_ change: FileChange, among changes: [FileChange]) -> String {
        guard let new = change.new else {
            return changes.contains { $0.new == change.old } ? "" : "Binary file a/\(change.path) is removed\n"
        }
        guard let origin = changes.first(where: { $0.new == nil && $0.old == new }) else {
            return "Binary file b/\(change.path) is new\n"
        }
        return "rename from \(origin.path)\nrename to \(change.path)\n"
    }

    private static func text(_ bytes: [UInt8]) -> String? {
        bytes.contains(0) ? nil : String(validating: bytes, as: UTF8.self)
    }
}
