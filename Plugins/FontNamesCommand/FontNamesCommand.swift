import Foundation
import PackagePlugin

/// `swift package font-names check|preview|install|migrate`: the subcommands of the tool `font-names` for the targets of a
/// package.
///
/// It has no permission to ask for: on Linux plugins have no sandbox.
@main struct FontNamesCommand: CommandPlugin {
    func performCommand(context: PluginContext, arguments: [String]) async throws {
        var extractor = ArgumentExtractor(arguments)
        let names = extractor.extractOption(named: "target")
        let arguments = extractor.remainingArguments
        let targets = try targets(of: context.package, named: names)
        switch arguments.first {
        case "check", "preview": try run(arguments, for: described(targets, of: context.package), context: context)
        case "install":
            // A program uses the fonts of the packages that it depends on, too.
            let others = names.isEmpty ? dependencies(of: targets, in: context.package) : []
            let all = [(context.package, targets)] + others
            try run(arguments, for: all.flatMap { described($1, of: $0) }, context: context)
        case "migrate":
            try migrate(targets, arguments: Array(arguments.dropFirst()), context: context)
        default:
            throw Failure("usage: swift package font-names check|preview|install|migrate [--target NAME] [OPTION ...]")
        }
    }

    /// Returns the targets with source files that have these names; all but those of tests without names.
    private func targets(of package: Package, named names: [String]) throws -> [any SourceModuleTarget] {
        let all = package.targets.compactMap { $0 as? any SourceModuleTarget }
        for name in names where !all.contains(where: { $0.name == name }) {
            throw Failure("The package has no target \(name).")
        }
        return all.filter { names.isEmpty ? $0.kind != .test : names.contains($0.name) }
    }

    /// Returns the targets of other packages that targets use, by package.
    private func dependencies(
        of targets: [any SourceModuleTarget], in root: Package
    ) -> [(Package, [any SourceModuleTarget])] {
        let used = Set(targets.flatMap(\.recursiveTargetDependencies).map(\.id))
        var (packages, known) = ([Package](), Set([root.id]))
        var open = root.dependencies.map(\.package)
        while let package = open.popLast() {
            guard known.insert(package.id).inserted else { continue }
            packages.append(package)
            open += package.dependencies.map(\.package)
        }
        return packages.sorted { $0.displayName < $1.displayName }.map { package in
            (package, package.targets.compactMap { $0 as? any SourceModuleTarget }.filter { used.contains($0.id) })
        }
    }

    /// Returns those targets that can have generated code, as the tool takes them: they link what it needs, and have
    /// files for it.
    private func described(_ targets: [any SourceModuleTarget], of package: Package) -> [(String, TargetArguments)] {
        targets.filter { $0.recursiveTargetDependencies.contains { $0.name == "FontResources" } }
            .map { ($0.name, TargetArguments.arguments(for: $0, of: package)) }.filter { !$0.1.files.isEmpty }
    }

    /// Runs the tool for each target.
    private func run(
        _ arguments: [String], for targets: [(name: String, described: TargetArguments)], context: PluginContext
    ) throws {
        guard !targets.isEmpty else {
            throw Failure("No target has resources and depends on FontResources, ProcessFonts or FontRegistry.")
        }
        if arguments[0] == "preview" && targets.count > 1 {
            let names = targets.map(\.name).joined(separator: ", ")
            throw Failure("Choose one of the targets \(names) with --target, since there is one page for each.")
        }
        let tool = try context.tool(named: "font-names").url
        // The problems of one target do not hide those of the others.
        var failure: (any Error)?
        for (_, target) in targets {
            do {
                try run(tool, [arguments[0]] + target.options + arguments.dropFirst() + ["--"] + target.resources)
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
    }

    /// Builds the tool for migrations, which only this subcommand needs, and runs it.
    private func migrate(
        _ targets: [any SourceModuleTarget], arguments: [String], context: PluginContext
    ) throws {
        let product = "font-names-migrate"
        let built = try packageManager.build(.product(product), parameters: .init(logging: .concise))
        guard built.succeeded, let tool = built.builtArtifacts.first(where: { $0.kind == .executable }) else {
            throw Failure(
                "\(built.logText)\n\(product) was not built. It needs libyaml (apt install libyaml-dev).")
        }
        let described = targets.flatMap { target in
            ["--target", "\(target.name)=\(target.directoryURL.path(percentEncoded: false))"]
        }
        try run(
            tool.url, ["--package", context.package.directoryURL.path(percentEncoded: false)] + described + arguments)
    }

    private func run(_ tool: URL, _ arguments: [String]) throws {
        let process = try Process.run(tool, arguments: arguments)
        process.waitUntilExit()
        guard process.terminationReason == .exit, process.terminationStatus == 0 else {
            throw Failure("\(tool.lastPathComponent) failed; its messages are above.")
        }
    }

    private struct Failure: Error, CustomStringConvertible {
        var description: String

        init(_ description: String) { self.description = description }
    }
}
