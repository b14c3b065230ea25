import ArgumentParser
import FontAdvice
import FontRegistry
import Foundation
import ReaderFonts

struct Licenses: FontctlCommand {
    static let configuration = CommandConfiguration(
        commandName: "licenses", _superCommandName: "fontctl",
        abstract: "Print the licenses and authors of fonts.",
        discussion: """
            The page consists of what the fonts state, of the license texts that were kept at registration or lie beside the \
            files in a folder of one family, and of those in the packages of the system's fonts. Without families it has \
            all registered fonts. A text that may be the license of other fonts in the folder is listed as found beside \
            the font, and one that names another family there is left out.

            With --check it examines the fonts in a folder, such as the resources of a program, and fails if a license \
            is unknown or its text is missing. To check an archive, unpack it and check the folder.

            Examples:
              fontctl licenses > LICENSES-fonts.txt
              fontctl licenses Literata Lora --format html
              fontctl licenses --check Resources/Fonts
            """)

    @Argument(help: ArgumentHelp("Families.", valueName: "family"), completion: .families)
    var families: [NameArgument] = []

    @Option(name: .shortAndLong, help: "The form: text, html, json, spdx (SPDX 2.3) or debian (DEP-5).")
    var format = LicenseFormat.text

    @Option(help: ArgumentHelp("A folder of fonts to check instead.", valueName: "folder"), completion: .directory)
    var check: PathArgument?

    @OptionGroup var options: OutputOptions

    var output: OutputOptions {
        var output = options
        output.json = options.json || format == .json
        return output
    }

    func validate() throws {
        guard check == nil || families.isEmpty else {
            throw ValidationError("--check takes a folder and no families: fontctl licenses --check FOLDER")
        }
    }

    func answer(in context: FontctlContext) async throws(FontError) -> LicenseReport {
        if let check {
            return .check(try LicenseCheck(folder: URL(filePath: try context.absolute(check.text))))
        }
        let manager = try await context.readingManager()
        _ = try await manager.generation()
        let found = try await manager.attributions(
            of: families.isEmpty ? nil : families.map(\.text), searchesGivenFolders: true
        ) { file in
            context.packageOwner(file.path(percentEncoded: false)).map { "/usr/share/doc/\($0)/copyright" }
        }
        let near = await manager.nearNames(to: found.missing, in: families.map(\.text), areFamilies: true)
        return .page(found.attributions, missing: found.missing, near: near, withheld: found.withheld, format)
    }
}
