import FontModel
import FontResources
import FoundationEssentials

/// The subcommand `preview`: writes one page with every face, colour and icon of a target.
package enum PreviewCommand {
    /// How it is called.
    package static let usage = """
        usage: font-names preview --package NAME --target NAME --folder DIR --output FILE [--bundle NAME] RESOURCE ...

          --output FILE  the page, in HTML; it refers to the files of the target by relative addresses

          The other options are those of generate.

        """

    /// Writes the page.
    ///
    /// - Parameters:
    ///   - arguments: The arguments after the name of the subcommand.
    ///   - print: Takes lines for standard output.
    ///   - report: Takes lines for standard error.
    /// - Returns: The exit status: 0, 1 after an error in the resources or a failure, 2 after an error in the arguments.
    package static func run(_ arguments: [String], print: (String) -> Void, report: (String) -> Void) -> Int32 {
        do throws(CommandArguments.UsageError) {
            let arguments = try CommandArguments(arguments, options: ResourceTarget.options.union(["output"]))
            let output = URL(filePath: try arguments.required("output")).standardizedFileURL.path
            let generator = NamesGenerator(for: try ResourceTarget(arguments))
            let errors = generator.problems.filter { $0.severity == .error }
            for problem in errors { report(problem.line) }
            guard errors.isEmpty else { return 1 }
            do {
                let page = try generator.page(in: PathText.folder(of: output))
                try Data(page.html.utf8).write(to: URL(filePath: output), options: .atomic)
            } catch {
                let reason = (error as? BuildProblem)?.line ?? "\(output) cannot be written. Check its folder."
                report("font-names: \(reason)")
                return 1
            }
            print(output)
            return 0
        } catch {
            report("font-names: \(error.text)\n\n\(usage)")
            return 2
        }
    }
}

extension NamesGenerator {
    /// Returns the page with all fonts, colours and icons.
    ///
    /// - Parameter folder: The absolute path of the folder for the page.
    fileprivate func page(in folder: String) throws(BuildProblem) -> PreviewPage {
        func address(_ file: ResourceFile) -> String {
            PreviewPage.address(of: Self.relative(file.path, to: folder))
        }
        var names = PreviewPage.Names()
        (names.fonts, names.colors, names.icons) = (constants.byName, styles.code.colors, styles.code.icons)
        var shown: [PreviewFont] = []
        for font in fonts.fonts {
            shown.append(
                PreviewFont(
                    path: font.file.resource, address: address(font.file), contents: font.contents,
                    bytes: try font.file.bytes()))
        }
        let files = Dictionary(fonts.otherFiles.map { ($0.resource, address($0)) }) { first, _ in first }
        return PreviewPage(
            fonts.target.name, fonts: shown, palette: styles.palette, icons: styles.icons, addresses: files,
            names: names)
    }

    /// Returns the path of a file from a folder.
    private static func relative(_ path: String, to folder: String) -> String {
        let (file, from) = (path.split(separator: "/"), folder.split(separator: "/"))
        let common = zip(file, from).prefix { $0 == $1 }.count
        return (Array(repeating: "..", count: from.count - common) + file.dropFirst(common)).joined(separator: "/")
    }
}
