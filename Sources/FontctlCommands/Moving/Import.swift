import ArgumentParser
import FontRegistry
import Foundation

struct Import: StoreCommand, ChangingCommand {
    static let configuration = CommandConfiguration(
        "import", abstract: "Register the fonts of an export.",
        discussion: """
            Reads a file that `fontctl export` wrote on this or another machine, and registers its fonts with the \
            same providers, tags and dates. Fonts that are registered already are enabled or disabled as in the \
            export, and get its tags in addition to their own. Other fonts are not changed. Importing the same file \
            again changes nothing. `fontctl undo` undoes an import.

            Fonts that the file does not contain, as in a manifest, are taken from the store, from the paths in the \
            manifest, or from the folders of --fonts. Fonts that are not found fail; the others are registered.

            With --exact the registered fonts and their tags become exactly those of the export: fonts that it does \
            not list are unregistered, except for fonts in session scope, and collections that it does not have are \
            removed, unless it says nothing about collections. If a font of the export cannot be \
            registered, nothing is changed.

            With --policy the permissions of programs are also replaced with those of the export, as a separate \
            operation for `fontctl undo`. Without it they are not changed. The permissions that programs get are \
            listed, also with --dry-run.

            Examples:
              fontctl import fonts.tar
              fontctl import --dry-run fonts.json
              fontctl import --exact /etc/skel/fonts.tar
              fontctl import fonts.json --fonts ~/Fonts --fonts /media/usb
            """)

    @Argument(help: ArgumentHelp("A file that `fontctl export` wrote.", valueName: "file"), completion: .file())
    var file: PathArgument

    @Option(
        help: ArgumentHelp(
            "A folder to search for fonts that are not in the file; may be repeated.", valueName: "folder"),
        completion: .directory)
    var fonts: [PathArgument] = []

    @Flag(help: "Unregister the fonts, and remove the collections, that the export does not list.")
    var exact = false

    @Flag(help: "Replace the policy with that of the export.")
    var policy = false

    @OptionGroup var change: ChangeOptions
    @OptionGroup var options: StoreOptions

    func validate() throws {
        guard file.text != "-" else {
            throw ValidationError(
                message:
                    "An export cannot be read from standard input, because it is checked before any font is registered. Save it to a file first: `cat > fonts.tar && fontctl import fonts.tar`"
            )
        }
    }

    func answer(in context: FontctlContext) async throws(FontError) -> any Report {
        let manager = try await context.manager()
        let folders = try context.absolute(fonts).map { URL(localPath: $0) }
        let export = try FontExport(contentsOf: URL(localPath: try context.absolute(file.text)))
        // A policy that cannot be replaced is found before the fonts are registered.
        if policy, context.service == nil {
            let file = PolicyFile(try context.registry().paths)
            _ = try file.readOwn()
            if let wanted = export.policy { try file.check(wanted) }
        }
        let summary = try await manager.importFonts(
            export, searching: folders, isExact: exact, isDryRun: isDryRun)
        var report = ImportReport(summary: await .change(summary, isDryRun: isDryRun, by: manager, in: context))
        do throws(FontError) {
            report.policy = try policy(of: export, in: context, &report)
        } catch {
            // The fonts are imported, and their outcomes must not be lost.
            (report.policy, report.policyFailure) = (.failed, Failure(error))
        }
        return report
    }

    /// Applies the policy of an export if that is requested.
    private func policy(
        of export: FontExport, in context: FontctlContext, _ report: inout ImportReport
    ) throws(FontError) -> ImportReport.Policy? {
        let registry = try context.registry()
        guard let wanted = export.policy else { return policy ? .missing : nil }
        let present = try? PolicyFile(registry.paths).readOwn()
        guard present != wanted else { return .unchanged }
        report.grants = wanted.grants(beyond: present ?? FontPolicy())
        if wanted.consent != present?.consent { report.consent = wanted.consent }
        guard policy else { return .differs }
        if !isDryRun {
            report.isPolicyRecorded = try Registrar(registry).changePolicy { $0 = wanted }.isRecorded
        }
        return .changed
    }
}
