import FontModel
import Fontconfig

extension Doctor {
    /// Checks for fonts that programs in a sandbox do not see, although others do, and of which they see no copy.
    ///
    /// Inside a sandbox the folders have other paths; there the service, which is outside, makes this check.
    mutating func examineSandboxes() {
        guard !Sandbox.isPresent, let fonts = try? fonts() else { return }
        let shown = SandboxFolders(paths)
        let entries = (0..<fonts.count).map(fonts.entryWithoutLanguages)
        var visible: Set<Release> = []
        var hidden: [(release: Release, path: String)] = []
        for entry in entries {
            let release = Release(name: entry.face.postscriptName, revision: entry.face.revision)
            if shown.show(entry.path) {
                visible.insert(release)
            } else {
                hidden.append((release, entry.path))
            }
        }
        let files = Set(hidden.filter { !visible.contains($0.release) }.map(\.path))
        let links = files.compactMap(shown.link)
        noteLinks(Set(links).sorted(), count: links.count)
        let folders = fonts.fontDirectories.sorted()
        let outside = Dictionary(grouping: files.filter { shown.link(to: $0) == nil }) { path in
            folders.first { path.hasPrefix($0 + "/") } ?? path
        }
        for (folder, files) in outside.sorted(by: { $0.key < $1.key }) {
            note(
                "folder-outside-sandboxes", .note,
                "Programs in a sandbox, such as Flatpaks, do not see \(folder), which has \(counted(files.count, "font file")).",
                "To show them copies, run `\(ShellWords.line(["fontctl", "register", folder]))`.")
        }
    }

    private mutating func noteLinks(_ links: [String], count: Int) {
        guard let first = links.first else { return }
        note(
            "link-outside-sandboxes", .warning,
            links.count == 1
                ? "\(first) leads to a place that programs in a sandbox, such as Flatpaks, do not see: they lack its \(counted(count, "font file"))."
                : "\(links.count) links, such as \(first), lead to places that programs in a sandbox, such as Flatpaks, do not see: they lack \(counted(count, "font file")).",
            "To show them copies, run `\(ShellWords.line(["fontctl", "register"] + links))`.")
    }
}

/// One release of a face, in any file.
private struct Release: Hashable {
    var name: String
    var revision: Double
}
