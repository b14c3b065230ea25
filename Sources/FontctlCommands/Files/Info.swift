import ArgumentParser
import FontAdvice
import FontRegistry

struct Info: StoreCommand {
    static let configuration = CommandConfiguration(
        "info", abstract: "Show all metadata of a font.",
        discussion: """
            Specify a font file, registered or not; or registered fonts by a family, a full name, a PostScript name, \
            a pattern or an id; or the name of a system font. Shows every face with its names, weight, width, slant, \
            languages, variation axes, named instances and typographic features; with --json also the undecoded names. For a folder or an \
            archive, such as a ZIP file, it shows all fonts inside, without registering them.

            Examples:
              fontctl info Lora.ttf
              fontctl info ~/Downloads/Lora.zip
              fontctl info Lora-Bold
            """)

    @Argument(
        help: ArgumentHelp(
            "A font file, folder or archive, or a name or an id. A name may have several words.",
            valueName: "font"),
        completion: .registeredNames())
    var words: [TargetArgument]

    @OptionGroup var options: StoreOptions

    func validate() throws { try words.validateJoined() }

    func answer(in context: FontctlContext) async throws(FontError) -> any Report {
        let font = words.joined
        // A file needs no store.
        if let path = try font.file(in: context), AbsolutePath.exists(path), !AbsolutePath.isFolder(path) {
            return PackedFile.isReadable(path) || PackedFile.isWebFont(path)
                ? try contents(of: path, in: context) : InfoReport(files: [try report(at: path, in: context)])
        }
        let manager = try await context.readingManager()
        let chosen = try await ChosenFonts(manager: manager, options: SelectedProperties(), context: context)
            .registrations([font]).chosen
        var files: [FileReport] = []
        for registration in chosen {
            var report = try await report(of: registration, in: context, of: manager)
            report.registration = registration
            files.append(report)
        }
        if files.isEmpty, case .file(let path) = try await font.target(in: context, by: manager).kind {
            if FontCopies.areContents(path) { return try contents(of: path, in: context) }
            files = [try report(at: path, in: context)]
        }
        if files.isEmpty, let match = try await manager.resolve(font.text).match,
            let path = try await manager.readable(match).path
        {
            files = [try report(at: path, in: context)]
        }
        guard files.isEmpty else { return InfoReport(files: files, remarks: Self.remarks(on: chosen)) }
        // A hidden font is described as any other, and a family with all its styles.
        var withheld = try await manager.withheld(font.text, isFamily: true)
        if withheld == nil { withheld = try await manager.withheld(font.text) }
        if let withheld {
            files = Set(withheld.fonts.compactMap(\.path)).sorted().compactMap { try? report(at: $0, in: context) }
            guard files.isEmpty else { return InfoReport(files: files, remarks: [tr(withheld.remark)]) }
            throw FontError(
                .notRegistered, "None of your fonts has that name. \(withheld.explanation)", file: font.text)
        }
        let near = NearNames.question(await manager.nearNames(to: [font.text])[font.text] ?? [])
        throw FontError(.notRegistered, "No font has that name.\(near)", file: font.text)
    }

    /// Returns a remark on each registration that is disabled.
    private static func remarks(on registrations: [Registration]) -> [String] {
        registrations.filter { !$0.isEnabled }.map { registration in
            let name = registration.faces.first?.postscriptName ?? registration.file
            return tr(
                "\(name) is disabled: programs do not see this registration. `\(registration.enabling)` enables it.")
        }
    }

    /// Describes the fonts in a folder or an archive, or the one in a file that is packed for the web.
    private func contents(of path: String, in context: FontctlContext) throws(FontError) -> InfoReport {
        let copies = try FontCopies(of: path)
        defer { withExtendedLifetime(copies) {} }
        let (files, failures) = copies.read { file throws(FontError) in
            var report = try report(at: file.path, in: context)
            report.file = file.name
            return report
        }
        let answer = InfoReport(files: files, failures: copies.failures + failures)
        if answer.files.isEmpty, let failure = answer.failures.first { throw failure }
        return answer
    }

    private func report(
        of registration: Registration, in context: FontctlContext, of manager: FontManager
    ) async throws(FontError) -> FileReport {
        if let path = registration.path { return try report(at: path, in: context) }
        if manager.storeContext != nil {
            return try report(at: try context.registry().paths.object(registration.sha256), in: context)
        }
        // A sandbox does not see the store, and its service has the bytes.
        let file = try await manager.open(registration)
        return report(
            try FontFile(try SourceFile(opened: file, name: registration.file)), at: registration.file, in: context)
    }

    private func report(at path: String, in context: FontctlContext) throws(FontError) -> FileReport {
        report(try FontFile(contentsOf: path), at: path, in: context)
    }

    private func report(_ font: FontFile, at path: String, in context: FontctlContext) -> FileReport {
        FileReport(
            file: path, format: font.format, size: font.size, sha256: font.sha256,
            faces: font.faces.map {
                .init(
                    face: $0, details: font.details(ofFace: $0.index), features: font.features(ofFace: $0.index),
                    names: font.nameRecords(ofFace: $0.index))
            },
            owner: context.systemRegistrations(at: [path])[path], locale: context.namesLocale)
    }
}

/// The properties of one font file, or of all files of a family or pattern.
struct InfoReport: Report {
    var files: [FileReport]
    /// The errors of other files in a folder or archive.
    var failures: [FontError] = []
    /// The reason for which programs do not see fonts.
    var remarks: [String] = []

    var json: JSON { ["files": .array(files.map(\.json)), "failures": SkippedFiles.documents(failures)] }

    var text: TextOutput {
        var text = TextOutput()
        for (place, file) in files.enumerated() {
            if place > 0 { text.line() }
            text.append(file.text)
        }
        return text
    }

    var diagnostics: [String] { remarks + failures.failureLines }

    var exitStatus: Int32 { failures.isEmpty ? ExitStatus.done : ExitStatus.failed }
}
