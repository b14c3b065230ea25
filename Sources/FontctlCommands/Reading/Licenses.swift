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
            The output contains the statements in the fonts, the license texts that were kept at registration or are \
            beside the files in a folder of one family, and the texts in the packages of system fonts. Without \
            families it covers all registered fonts. A text that may be the license of other fonts in the folder is \
            listed as found beside the font. A text that names another family in the folder is left out.

            With --check it examines the fonts in a folder, such as the resources of a program, and fails if a \
            license is unknown or its text is missing. To check an archive, unpack it and check the folder.

            Examples:
              fontctl licenses > LICENSES-fonts.txt
              fontctl licenses Literata Lora --format html
              fontctl licenses --check Resources/Fonts
            """)

    @Argument(
        help: ArgumentHelp("Families, PostScript names or full names.", valueName: "family"), completion: .families)
    var families: [NameArgument] = []

    @Option(name: .shortAndLong, help: "Output format: text, html, json, spdx (SPDX 2.3) or debian (DEP-5).")
    var format = LicenseFormat.text

    @Option(help: ArgumentHelp("A folder of fonts to check.", valueName: "folder"), completion: .directory)
    var check: PathArgument?

    @OptionGroup var options: OutputOptions

    var output: OutputOptions {
        var output = options
        output.json = options.json || format == .json
        return output
    }

    func validate() throws {
        guard check == nil || families.isEmpty else {
            throw ValidationError(
                "--check cannot be combined with families. Specify only a folder: fontctl licenses --check FOLDER")
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
