import ArgumentParser
import FontRegistry
import Foundation
import Glibc

struct Export: StoreCommand {
    static let configuration = CommandConfiguration(
        "export", abstract: "Write the registered fonts to a file.",
        discussion: """
            The file is a tar archive with a manifest, the fonts and their licenses. `fontctl import` reads it. With \
            --manifest only the manifest is written: hashes, names, files, tags, providers, whether a font is \
            enabled, and the policy. The manifest is JSON that changes only with the registrations, so that you can \
            keep it with your other settings. Fonts in session scope are left out.

            Use - as the file for standard output.

            Examples:
              fontctl export fonts.tar
              fontctl export --manifest ~/dotfiles/fonts.json
              fontctl export - | ssh other 'cat > fonts.tar && fontctl import fonts.tar'
            """)

    @Argument(help: ArgumentHelp("The file to write.", valueName: "file"), completion: .file())
    var file: PathArgument

    @Flag(help: "Write only the manifest, without the fonts.")
    var manifest = false

    @OptionGroup var options: StoreOptions

    private var isStandardOutput: Bool { file.text == "-" }

    func validate() throws {
        guard !isStandardOutput || !output.json else {
            throw ValidationError(
                message: "Standard output is either the export or the report: specify a file with --json.")
        }
        guard !isStandardOutput || manifest || !FontctlContext.current.console.isOutputTerminal else {
            throw ValidationError(message: "A terminal cannot show fonts. Specify a file: fontctl export fonts.tar")
        }
    }

    func answer(in context: FontctlContext) async throws(FontError) -> any Report {
        let manager = try await context.manager()
        guard !isStandardOutput else {
            guard let output = OpenedFile(duplicating: STDOUT_FILENO) else {
                throw FontError(
                    .insufficientPermissions, "Standard output is closed. Specify a file: `fontctl export fonts.tar`.")
            }
            let exported = try await manager.export(to: output, path: "standard output", includesFonts: !manifest)
            return ExportReport(file: nil, isManifest: manifest, exported: exported)
        }
        let path = try context.absolute(file.text)
        let exported = try await manager.export(to: URL(localPath: path), includesFonts: !manifest)
        return ExportReport(file: path, isManifest: manifest, exported: exported)
    }
}
