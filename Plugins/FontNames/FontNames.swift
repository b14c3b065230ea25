import Foundation
import PackagePlugin

/// Generates the names and the table of the fonts among the resources of a target.
@main struct FontNames: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) async throws -> [Command] {
        guard let target = target as? any SourceModuleTarget else { return [] }
        let linked = target.recursiveTargetDependencies.map(\.name)
        guard linked.contains("FontResources") else {
            Diagnostics.error(
                "The target \(target.name) uses the plugin FontNames and links none of the products FontResources, ProcessFonts and FontRegistry. Add one of them to its dependencies."
            )
            return []
        }
        let described = TargetArguments.arguments(for: target, of: context.package)
        let output = context.pluginWorkDirectoryURL
        let arguments = ["generate"] + described.options + ["--output", output.path(percentEncoded: false), "--"]
        return [
            .buildCommand(
                displayName: "Names of the fonts in \(target.name)",
                executable: try context.tool(named: "font-names").url, arguments: arguments + described.resources,
                inputFiles: described.files,
                outputFiles: ["FontNames.swift", "FontNamesWarnings.swift"].map { output.appending(path: $0) })
        ]
    }
}
