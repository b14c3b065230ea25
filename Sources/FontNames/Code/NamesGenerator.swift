import FoundationEssentials
import Glibc

/// Generates the code for the resources of a target.
package struct NamesGenerator: Sendable {
    package let fonts: TargetFonts
    package let constants: FontConstants
    package let styles: TargetStyles
    /// Errors and warnings, sorted by path.
    package let problems: [BuildProblem]

    /// Reads the resources of a target.
    package init(for target: ResourceTarget) {
        fonts = TargetFonts(of: target)
        constants = FontConstants(of: fonts)
        styles = TargetStyles(of: fonts)
        problems = (fonts.problems + constants.problems + styles.problems).sorted {
            ($0.path, $0.text) < ($1.path, $1.text)
        }
    }

    /// The generated files by name; nil if there are errors.
    package var files: [String: String]? {
        guard !problems.contains(where: { $0.severity == .error }) else { return nil }
        return [
            NamesCode.fileName: NamesCode(of: fonts, constants).text(styles: styles.code.text),
            WarningsCode.fileName: WarningsCode.text(problems),
        ]
    }

    /// Writes the generated files into a folder, those alone that differ, so that nothing else is compiled again.
    ///
    /// - Returns: The problem of a file that cannot be written.
    package static func write(_ files: [String: String], to folder: String) -> BuildProblem? {
        let manager = FileManager.default
        for (name, text) in files.sorted(by: { $0.key < $1.key }) {
            let path = "\(folder)/\(name)"
            let data = Data(text.utf8)
            guard manager.contents(atPath: path) != data else { continue }
            do {
                try manager.createDirectory(atPath: folder, withIntermediateDirectories: true)
                try data.write(to: URL(filePath: path), options: .atomic)
            } catch {
                let cause = (error as? CocoaError)?.underlying as? POSIXError
                let reason = cause.map { ": " + (unsafe String(cString: strerror($0.code.rawValue))) } ?? ""
                return BuildProblem(
                    .error, path, "The file cannot be written\(reason). Make room and the folder writable.")
            }
        }
        return nil
    }
}
