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
            Specify families or fonts by name, or font files, folders or archives, which need not be registered. \
            Without arguments it covers all registered fonts.

            The output contains the statements in the fonts, the license texts that were kept at registration or are \
            beside the files in a folder of one family, and the texts in the packages of system fonts. A text that may be the license of other fonts in the folder is \
            listed as found beside the font. A text that names another family in the folder is left out.

            With --check it examines the fonts in a folder, such as the resources of a program, and fails if a \
            license is unknown or its text is missing. To check an archive, unpack it and check the folder.

            Examples:
              fontctl licenses > LICENSES-fonts.txt
              fontctl licenses Literata Lora --format html
              fontctl licenses ~/Downloads/Lora.zip
              fontctl licenses --check Resources/Fonts
            """)

    @Argument(
        help: ArgumentHelp(
            "Families, PostScript names, full names, font files, folders or archives.", valueName: "font"),
        completion: .familiesOrFiles)
    var fonts: [TargetArgument] = []

    @Option(name: .shortAndLong, help: "Output format: text, html, json, spdx (SPDX 2.3) or debian (DEP-5).")
    var format = WordArgument(LicenseFormat.text)

    @Option(help: ArgumentHelp("A folder of fonts to check.", valueName: "folder"), completion: .directory)
    var check: PathArgument?

    @OptionGroup var options: OutputOptions

    var output: OutputOptions {
        var output = options
        output.json = options.json || format.value == .json
        return output
    }

    func validate() throws {
        guard check == nil || fonts.isEmpty else {
            throw ValidationError(
                "--check cannot be combined with fonts. Specify only a folder: fontctl licenses --check FOLDER")
        }
    }

    func answer(in context: FontctlContext) async throws(FontError) -> LicenseReport {
        if let check {
            return .check(try LicenseCheck(folder: URL(filePath: try context.absolute(check.text))))
        }
        let manager = try await context.readingManager()
        _ = try await manager.generation()
        var names: [String] = []
        var files = GivenFiles()
        for font in fonts {
            switch try font.target(in: context).kind {
            case .file(let path): files.add(path)
            default: names.append(font.text)
            }
        }
        defer { withExtendedLifetime(files) {} }
        var page = LicensePage(failures: files.failures)
        page.found = try await manager.attributions(
            of: fonts.isEmpty ? nil : names, files: files.files, searchesGivenFolders: true
        ) { file in
            context.packageOwner(file.path(percentEncoded: false)).map { "/usr/share/doc/\($0)/copyright" }
        }
        page.near = await manager.nearNames(to: page.found.missing, in: names, areFamilies: true)
        let check = await StoredFileCheck(manager, in: context)
        // All registered fonts are too many to read.
        if fonts.isEmpty {
            check.addEvidentFaults()
        } else {
            _ = await check.unusable("", page.found.fonts)
        }
        page.failures += check.failures
        return .page(page, format.value)
    }

    /// The fonts of files, folders and archives, which need not be registered.
    private struct GivenFiles {
        var files: [AttributedFile] = []
        var failures: [FontError] = []
        private var copies: [FontCopies] = []
        private var paths: Set<String> = []

        mutating func add(_ path: String) {
            guard paths.insert(path).inserted else { return }
            do throws(FontError) {
                let copies = try FontCopies(of: path)
                self.copies.append(copies)
                failures += copies.failures
                for file in copies.files { add(file, of: copies, at: path) }
            } catch {
                var error = error
                error.file = error.file ?? path
                failures.append(error)
            }
        }

        private mutating func add(_ file: FontCopies.File, of copies: FontCopies, at path: String) {
            do throws(FontError) {
                let fonts = try FontFile(contentsOf: file.path).faces.map { face in
                    FontDescriptor(face: face, path: file.path, origin: .file)
                }
                let texts = file.licenses.map { text in
                    Attribution.Text(file: path, text: String(decoding: text.bytes, as: UTF8.self))
                }
                files.append(AttributedFile(name: file.name, fonts: fonts, texts: texts))
            } catch {
                failures.append(copies.naming(error))
            }
        }
    }
}
