import Foundation
import YAMLReading

/// What becomes of the fonts of a `swiftgen.yml`.
struct SwiftGenMigration {
    private let path: String
    private let text: String
    private let fonts: SwiftGenFonts
    private let files: PackageFiles

    /// Reads the configuration.
    ///
    /// - Returns: Nil if there is none, or if it says nothing about fonts.
    /// - Throws: `MigrationError` if it cannot be read.
    init?(files: PackageFiles, configuration: String?) throws(MigrationError) {
        guard let path = configuration ?? ["swiftgen.yml", "swiftgen.yaml"].first(where: files.paths.contains) else {
            return nil
        }
        guard let contents = files.contents(path) else {
            throw MigrationError("\(path) cannot be read. Name SwiftGen's configuration with --configuration.")
        }
        let document: YAMLNode?
        do throws(YAMLDefect) { document = try YAMLNode.document(contents) } catch {
            throw MigrationError("\(path):\(error.line): The file is no YAML that can be read: \(error.reason).")
        }
        guard let document, document["fonts"] != nil else { return nil }
        self.path = path
        text = String(decoding: contents, as: UTF8.self)
        fonts = SwiftGenFonts(document)
        self.files = files
    }

    /// Returns a path of the configuration, which begins at its folder, as a path in the package; nil if it leads outside.
    private func inPackage(_ path: String) -> String? {
        guard !path.hasPrefix("/") else { return nil }
        var names: [Substring] = []
        for name in (PathName.folder(self.path) + "/" + path).split(separator: "/") where name != "." {
            if name != ".." {
                names.append(name)
            } else if names.popLast() == nil {
                return nil
            }
        }
        return names.joined(separator: "/")
    }

    /// Returns the entries of which fonts or output are in a target.
    private func entries(of target: MigrationTarget) -> [SwiftGenFonts.Entry] {
        fonts.entries.filter { entry in
            (entry.inputs + entry.outputs.map(\.file)).compactMap(inPackage).contains { path in
                target.contains(path) || target.fonts.contains { $0.path.hasPrefix(path + "/") }
            }
        }
    }

    /// Returns the names of SwiftGen's enumerations in a target.
    func enumerations(in target: MigrationTarget) -> [String] {
        let names = entries(of: target).flatMap(\.outputs).map { $0.parameters["enumName"] ?? "FontFamily" }
        return Set(names).sorted()
    }

    /// Adds the changes: settings of the targets, no written files, and no fonts in the configuration.
    func apply(to targets: [MigrationTarget], plan: inout MigrationPlan) {
        var known: Set<SwiftGenFonts.Entry> = []
        for target in targets {
            let entries = entries(of: target)
            guard !entries.isEmpty else { continue }
            known.formUnion(entries)
            let isPublic = entries.flatMap(\.outputs).contains { $0.isSet("publicAccess") }
            addSettings(to: target, isPublic: isPublic, plan: &plan)
            for entry in entries { take(entry, plan: &plan) }
        }
        for entry in fonts.entries where !known.contains(entry) {
            plan.remark(
                "No target has the fonts of \(entry.inputs.joined(separator: ", ")). Move them into the folder of one.",
                path)
        }
        guard known.count == Set(fonts.entries).count else {
            return plan.remark("The section fonts stays, until all its fonts are in targets.", path)
        }
        removeSection(plan: &plan)
    }

    /// Writes the settings for the generated code into the target's `fontnames.json`.
    private func addSettings(to target: MigrationTarget, isPublic: Bool, plan: inout MigrationPlan) {
        let path = "\(target.folder)/fontnames.json"
        let old = files.contents(path)
        var settings: [String: Any] = [:]
        if let old {
            guard let known = try? JSONSerialization.jsonObject(with: Data(old)) as? [String: Any] else {
                return plan.remark("The file is no JSON object. Correct it, and migrate again.", path)
            }
            settings = known
        }
        settings["compatibility"] = "swiftgen"
        if isPublic && settings["access"] == nil { settings["access"] = "public" }
        guard
            let new = try? JSONSerialization.data(
                withJSONObject: settings, options: [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes])
        else { return }
        plan.change(path, from: old, to: new + [UInt8(ascii: "\n")])
    }

    /// Removes the files that SwiftGen wrote for an entry, and remarks what the generated code does not have.
    private func take(_ entry: SwiftGenFonts.Entry, plan: inout MigrationPlan) {
        if let filter = entry.filter {
            plan.remark("The filter \(filter) is not applied. List unwanted fonts in fontnames.json, in exclude.", path)
        }
        for output in entry.outputs {
            if let template = output.templatePath {
                plan.remark("The template \(template) has no counterpart.", path)
            }
            for parameter in ["fontTypeName", "fontAliasName", "bundle", "lookupFunction"] {
                guard let value = output.parameters[parameter] else { continue }
                plan.remark("The parameter \(parameter): \(value) has no counterpart.", path)
            }
            let file = inPackage(output.file)
            guard let file, let contents = files.contents(file) else {
                if file?.contains("${") ?? true {
                    plan.remark("Delete \(output.file), which SwiftGen wrote; it declares the same names.", path)
                }
                continue
            }
            plan.change(file, from: contents, to: nil)
        }
    }

    private func removeSection(plan: inout MigrationPlan) {
        guard !fonts.otherSections.isEmpty else { return plan.change(path, from: Array(text.utf8), to: nil) }
        guard let new = YAMLSection.removing("fonts", from: text) else {
            return plan.remark("Remove the section fonts, which cannot be cut out of this document.", path)
        }
        plan.change(path, from: Array(text.utf8), to: Array(new.utf8))
    }
}
