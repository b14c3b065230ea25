/// What a migration changes, and what it leaves to people.
package struct MigrationPlan: Sendable {
    /// Something that the migration could not do.
    package struct Remark: Sendable, Hashable {
        /// The file, as a path in the package.
        package var path: String
        /// The line, from 1.
        package var line: Int?
        package var text: String
    }

    /// The changes, by path.
    package internal(set) var changes: [FileChange] = []
    package internal(set) var remarks: [Remark] = []
    /// Lines for the manifest by the place in which they belong.
    package internal(set) var manifest: [(place: String, lines: [String])] = []

    /// The whole as text: the differences, what is left, and the lines for the manifest.
    package var text: String {
        var text = FileChange.text(of: changes)
        if !remarks.isEmpty {
            text += (text.isEmpty ? "" : "\n") + "What is left to you:\n"
            for remark in remarks {
                text += "  \(remark.path)\(remark.line.map { ":\($0)" } ?? ""): \(remark.text)\n"
            }
        }
        if !manifest.isEmpty {
            text += (text.isEmpty ? "" : "\n") + "Lines for Package.swift, where they are missing:\n"
            for (place, lines) in manifest {
                text += "  \(place)\n" + lines.map { "    \($0)\n" }.joined()
            }
        }
        return text.isEmpty ? "There is nothing to change.\n" : text
    }

    mutating func remark(_ text: String, _ path: String, line: Int? = nil) {
        let remark = Remark(path: path, line: line, text: text)
        if !remarks.contains(remark) { remarks.append(remark) }
    }

    /// Adds a change, and joins it with an earlier one of the same file.
    mutating func change(_ path: String, from old: [UInt8]?, to new: [UInt8]?) {
        if let index = changes.firstIndex(where: { $0.path == path }) {
            changes[index].new = new
        } else if old != new {
            changes.append(FileChange(path: path, old: old, new: new))
        }
    }

    /// The contents of a file after the changes so far; nil without such a change.
    func pending(_ path: String) -> [UInt8]? { changes.first { $0.path == path }?.new }
}
