package import Foundation

/// Moves a package from SwiftGen, R.swift, `UIAppFonts` and asset catalogues to FontNames.
///
/// It reads the package and writes nothing; ``ChangeWriter`` writes the changes of the plan.
package struct Migration {
    /// The way to fontd in the lines for the manifest.
    private static let dependency = #".package(path: "../fontd"),"#
    /// The functions of Core Text that register fonts.
    private static let registering = "CTFontManagerRegister"
    /// What registers fonts in data sets, and what reads data sets.
    private static let usersOfDataSets: Set<String> = ["CTFontManagerRegisterFontsWithAssetNames", "NSDataAsset"]

    private let files: PackageFiles
    private var targets: [MigrationTarget]
    private var plan = MigrationPlan()

    private init(package: URL, targets: [MigrationTarget]) {
        files = PackageFiles(package: package)
        self.targets = targets.sorted { $0.folder < $1.folder }
    }

    /// Makes the plan for a package.
    ///
    /// - Parameters:
    ///   - package: The package's folder.
    ///   - targets: The targets with source files.
    ///   - configuration: SwiftGen's configuration, as a path in the package; nil for `swiftgen.yml`, if there is one.
    /// - Throws: `MigrationError` if the configuration cannot be read.
    package static func plan(
        package: URL, targets: [MigrationTarget], configuration: String? = nil
    ) throws(MigrationError) -> MigrationPlan {
        var migration = Migration(package: package, targets: targets)
        try migration.makePlan(configuration: configuration)
        return migration.plan
    }

    private mutating func makePlan(configuration: String?) throws(MigrationError) {
        let swiftGen = try SwiftGenMigration(files: files, configuration: configuration)
        swiftGen?.apply(to: targets, plan: &plan)
        for index in targets.indices {
            let usesDataSets = try editSources(of: targets[index], swiftGen: swiftGen)
            AssetCatalogFonts.move(in: &targets[index], isUsed: usesDataSets, files: files, plan: &plan)
            AppFontList.compare(in: targets[index], files: files, plan: &plan)
        }
        plan.changes.sort { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
        addManifest()
    }

    /// Edits the sources of a target.
    ///
    /// - Returns: Whether they use data sets by their names.
    private mutating func editSources(
        of target: MigrationTarget, swiftGen: SwiftGenMigration?
    ) throws(MigrationError) -> Bool {
        let constants = target.constantsOfRSwift
        var usesDataSets = false
        for path in files.paths where path.hasSuffix(".swift") && target.contains(path) {
            // What a generator wrote, and is removed, needs no edits.
            guard !plan.changes.contains(where: { $0.path == path && $0.new == nil }) else { continue }
            guard let source = files.contents(path) else { continue }
            var edit = SourceEdit(source)
            RFontUses.replace(in: &edit, constants: constants)
            let words = edit.tokens.tokens.compactMap(\.word)
            for enumeration in enumerations(of: swiftGen, visibleIn: target, with: words) {
                SwiftGenUses.replace(in: &edit, enumeration: enumeration)
            }
            usesDataSets = usesDataSets || words.contains(where: Self.usersOfDataSets.contains)
            if let call = edit.tokens.tokens.first(where: { $0.word?.hasPrefix(Self.registering) == true }) {
                let name = call.word ?? ""
                edit.remark("\(name) is in CoreTextCompat; registerModuleFonts() registers all fonts here.", at: call)
            }
            plan.change(path, from: source, to: edit.edited)
            for remark in edit.remarks.sorted(by: { $0.line < $1.line }) {
                plan.remark(remark.text, path, line: remark.line)
            }
        }
        return usesDataSets
    }

    /// Returns the names of SwiftGen's enumerations that a source of a target sees: those of its own target, and of the
    /// modules that it imports.
    private func enumerations(
        of swiftGen: SwiftGenMigration?, visibleIn target: MigrationTarget, with words: [String]
    ) -> [String] {
        guard let swiftGen else { return [] }
        let imported = Set(zip(words, words.dropFirst()).filter { $0.0 == "import" }.map(\.1))
        let visible = targets.filter { $0.name == target.name || imported.contains($0.name) }
        return Set(visible.flatMap(swiftGen.enumerations)).sorted()
    }

    /// Lists the lines for the manifest: the dependency, then for each target with fonts its resources and the plugin.
    private mutating func addManifest() {
        let targets = targets.filter { !$0.fonts.isEmpty }
        guard !targets.isEmpty else { return }
        plan.manifest.append(("dependencies of the package:", [Self.dependency]))
        for target in targets {
            var lines = [#"dependencies: [.product(name: "ProcessFonts", package: "fontd")],"#]
            lines += resources(of: target)
            lines.append(#"plugins: [.plugin(name: "FontNames", package: "fontd")],"#)
            plan.manifest.append(("target \(target.name):", lines))
        }
    }

    /// Returns the lines for the resources of a target: the outermost folders with fonts.
    ///
    /// SwiftPM puts the files of a processed folder beside each other, so that a folder with equal names is copied.
    private func resources(of target: MigrationTarget) -> [String] {
        let paths = target.fonts.map { $0.path.dropFirst(target.folder.count + 1) }
        let folders = Set(paths.map { String($0.prefix { $0 != "/" }) })
        let lines = folders.sorted().map { folder in
            let inside = files.paths.filter { $0.hasPrefix("\(target.folder)/\(folder)/") }.map(PathName.last)
            return ".\(Set(inside).count == inside.count ? "process" : "copy")(\(Self.literal(folder)))"
        }
        return ["resources: [\(lines.joined(separator: ", "))],"]
    }

    /// Returns a text as a literal of Swift.
    private static func literal(_ text: String) -> String {
        "\"\(text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
    }
}
