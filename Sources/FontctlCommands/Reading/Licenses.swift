import ArgumentParser
import FontAdvice
import FontRegistry
import Foundation
import ProgramSupport
import ReaderFonts

struct Licenses: FontctlCommand {
    static let configuration = CommandConfiguration(
        "licenses", abstract: "Print the licenses and authors of fonts.",
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
        guard check == nil || fonts.isEmpty else {
            throw ValidationError(
                message: "--check cannot be combined with fonts. Specify only a folder: fontctl licenses --check FOLDER"
            )
        }
    }

    func answer(in context: FontctlContext) async throws(FontError) -> any Report {
        if let check {
            let folder = URL(filePath: try context.absolute(check.text))
            return LicenseCheckReport(check: try LicenseCheck(folder: folder))
        }
        let manager = try await context.readingManager()
        _ = try await manager.generation()
        var names: [String] = []
        var files = GivenFiles()
        for font in fonts {
            switch try await font.target(in: context, by: manager).kind {
            case .file(let path): files.add(path)
            default: names.append(font.text)
            }
        }
        defer { withExtendedLifetime(files) {} }
        var page = LicensePage(format: format, failures: files.failures)
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
        return page
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
                let (read, unread) = copies.read { file throws(FontError) in
                    let fonts = try FontFile(contentsOf: file.path).faces.map { face in
                        FontDescriptor(face: face, path: file.path, origin: .file)
                    }
                    return AttributedFile(name: file.name, fonts: fonts, texts: file.texts(from: path))
                }
                files += read
                failures += unread
            } catch {
                var error = error
                error.file = error.file ?? path
                failures.append(error)
            }
        }
    }
}

/// The forms of the page of licences.
enum LicenseFormat: String, WordArgument {
    case text, html, json, spdx, debian
}

/// The licences of fonts.
struct LicensePage: Report {
    var format: LicenseFormat
    var found = FoundAttributions()
    /// Similar names for missing ones.
    var near: [String: [String]] = [:]
    /// The errors of registered fonts whose files are damaged or missing, and of files that cannot be read.
    var failures: [FontError] = []

    var isDocument: Bool { true }

    var json: JSON {
        [
            "families": .array(found.attributions.map(Self.document)), "missing": JSON(found.missing),
            "withheld": JSON.withheld(found.withheld), "failures": SkippedFiles.documents(failures),
        ]
    }

    private static func document(_ item: Attribution) -> JSON {
        JSON(item).adding(("texts", JSON(item.texts)), ("foundTexts", JSON(item.foundTexts)))
    }

    var text: TextOutput {
        let items = found.attributions
        let document =
            switch format {
            case .text, .json: items.text
            case .html: items.html
            case .spdx: items.spdx(by: "fontctl-\(Release.version)", at: Self.date)
            case .debian: items.debian
            }
        var output = TextOutput()
        output.lines(document.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).dropLast())
        return output
    }

    /// The current time, or the one that a reproducible build sets (reproducible-builds.org, "SOURCE_DATE_EPOCH").
    private static var date: Date {
        ProcessInfo.processInfo.environment["SOURCE_DATE_EPOCH"].flatMap(Double.init)
            .map(Date.init(timeIntervalSince1970:)) ?? Date()
    }

    /// Returns the line about a family without fonts.
    ///
    /// - Parameter withheld: The reason for which programs do not see the family.
    static func missing(_ family: String, near: [String]?, withheld: WithheldFont?) -> String {
        if let withheld { return tr("No font of the family “\(family)” can be used. \(withheld.explanation)") }
        return tr(
            "No font of the family “\(family)” can be used.\(NearNames.question(near ?? [])) `fontctl families` lists the families."
        )
    }

    var diagnostics: [String] {
        found.withheld.filter { !found.missing.contains($0.name) }.map { tr($0.remark) } + failures.failureLines
            + found.missing.map { name in
                Self.missing(name, near: near[name], withheld: found.withheld.first { $0.name == name })
            }
    }

    var hint: String? {
        failures.isEmpty ? tr("No font is registered. `fontctl register FILE` registers one.") : nil
    }

    var exitStatus: Int32 { found.missing.isEmpty && failures.isEmpty ? ExitStatus.done : ExitStatus.failed }
}

/// A check of the licences of the fonts in a folder.
struct LicenseCheckReport: Report {
    var check: LicenseCheck

    var json: JSON { ["files": .array(check.files.map(Self.document)), "complete": JSON(check.isComplete)] }

    private static func document(_ file: LicenseCheck.File) -> JSON {
        [
            "file": .string(file.path), "license": JSON(file.license.expression),
            "evidence": JSON(file.license.evidence?.rawValue), "texts": JSON(file.texts),
            "failure": JSON(file.failure), "complete": JSON(file.isComplete),
        ]
    }

    var text: TextOutput {
        TextOutput(
            check.files.map { file in
                let state =
                    file.isComplete
                    ? tr("complete") : file.texts.isEmpty ? tr("no license text") : tr("unknown license")
                return [
                    file.failure == nil ? state : tr("unreadable"), file.license.preciseIdentifier ?? "-", file.path,
                ]
            })
    }

    var diagnostics: [String] {
        check.files.filter { !$0.isComplete }.map { file in
            if let failure = file.localizedFailure { return "\(file.path): \(failure)" }
            return file.texts.isEmpty
                ? tr(
                    "\(file.path): no license text was found beside it. Add the file that came with the font, such as OFL.txt."
                ) : tr("\(file.path): its license is unknown. Ask its author before you distribute it.")
        }
    }

    var hint: String? { tr("This folder contains no fonts.") }

    var exitStatus: Int32 { check.isComplete ? ExitStatus.done : ExitStatus.failed }
}
