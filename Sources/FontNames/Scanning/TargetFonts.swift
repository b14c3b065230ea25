import FontModel
package import FontResources
import FontRules
import OpenType

/// The fonts of a target, and what is wrong with them.
package struct TargetFonts: Sendable {
    package let target: ResourceTarget
    package private(set) var settings = NamesSettings()
    /// The fonts that count, sorted by their paths in the bundle.
    package private(set) var fonts: [ScannedFont] = []
    /// The resources that are no fonts, sorted in the same way.
    package private(set) var otherFiles: [ResourceFile] = []
    /// The licences of the families, sorted by family.
    package private(set) var licenses: [FontResourceLicense] = []
    /// Errors and warnings.
    package private(set) var problems: [BuildProblem] = []

    /// Reads the fonts of a target.
    package init(of target: ResourceTarget) {
        self.target = target
        do throws(BuildProblem) {
            settings = try NamesSettings(in: target)
        } catch {
            problems.append(error)
        }
        let (files, missing) = target.files()
        problems += missing
        var excluded = NamedPaths(settings.exclude)
        let bundle = Set(files.map(\.resource))
        read(files.filter { !excluded.matches($0) }, of: bundle)
        reportUnused(excluded, of: "exclude")
        reportRestricted()
        chooseForms()
        reportConflicts()
        var texts = LicenseTexts(of: target)
        for place in fonts.indices {
            fonts[place].license = texts.license(of: fonts[place])
            if let problem = texts.problem(of: fonts[place]) { problems.append(problem) }
        }
        licenses = LicenseTexts.merged(fonts.compactMap(\.license))
        do throws(BuildProblem) {
            if let list = try AppFontList(of: target) {
                let others = Set(otherFiles)
                problems += list.problems(of: fonts.map(\.file), among: files.filter { !others.contains($0) })
            }
        } catch {
            problems.append(error)
        }
        reportUnknownNames()
    }

    /// The facts for the table of the module.
    package var facts: FontResourceFacts {
        FontResourceFacts(resources: fonts.map(\.resource), licenses: licenses)
    }

    private mutating func read(_ files: [ResourceFile], of bundle: Set<String>) {
        for file in files {
            do throws(BuildProblem) {
                if let font = try read(file, of: bundle) { fonts.append(font) }
            } catch {
                problems.append(error)
            }
        }
    }

    /// Reads a file; nil if it is no font that can be registered.
    private mutating func read(_ file: ResourceFile, of bundle: Set<String>) throws(BuildProblem) -> ScannedFont? {
        let (start, length) = try file.start(FontSniffer.prefixLength)
        switch FontSniffer.format(of: start) {
        case .woff, .woff2:
            problems.append(
                BuildProblem(
                    .warning, file.path,
                    "The font is packed for the web and has no name here. Replace it by the TrueType or OpenType file of the same font."
                ))
            return nil
        case nil:
            let name = file.path.lowercased()
            if [".ttf", ".otf", ".ttc", ".otc"].contains(where: name.hasSuffix),
                let problem = ScannedFont.refusal(file, start: start)
            {
                throw problem
            }
            otherFiles.append(file)
            return nil
        default:
            if file.leads(outOf: bundle) { throw file.linkProblem }
            return try ScannedFont(file, length: length)
        }
    }

    private mutating func reportUnused(_ paths: NamedPaths, of setting: String) {
        for path in paths.unused {
            reportSetting("“\(path)” in “\(setting)” names no file of the resources. Correct or remove it.")
        }
    }

    private mutating func reportSetting(_ text: String) {
        problems.append(BuildProblem(.error, target.settingsPath, text))
    }

    private mutating func reportRestricted() {
        var allowed = NamedPaths(settings.allowRestricted)
        for font in fonts {
            let isAllowed = allowed.matches(font.file)
            guard font.restrictsEmbedding, !isAllowed else { continue }
            problems.append(
                BuildProblem(
                    .error, font.file.path,
                    "The font restricts embedding (fsType), so that a program may contain it only with a licence for that. If you have one, add “\(font.file.source)” to “allowRestricted” in \(NamesSettings.fileName); else remove the font."
                ))
        }
        reportUnused(allowed, of: "allowRestricted")
    }

    /// Leaves out the files of families that count in another form.
    private mutating func chooseForms() {
        let all = fonts
        // A style that is gone does not compile, so that none is lost without a word.
        let forms = FamilyForms(of: all.map(\.faces), preferring: settings.prefer, keepingStyles: false)
        var kept: Set<Int> = []
        for place in forms.order {
            guard let other = forms.taken(insteadOf: place) else {
                kept.insert(place)
                continue
            }
            let lacking = forms.lacking[place].map { names in
                let more = names.count > 3 ? " and \(names.count - 3) more" : ""
                return " It alone has \(names.sorted().prefix(3).joined(separator: ", "))\(more)."
            }
            let isOfForms = all[place].faces[0].isVariable != all[other].faces[0].isVariable
            let choice = isOfForms ? "; “prefer” decides which form counts" : ""
            problems.append(
                BuildProblem(
                    .warning, all[place].file.path,
                    "The file is left out: \(all[other].file.source) has the same fonts in another form.\(lacking ?? "") Remove one of the two files, or add it to “exclude” in \(NamesSettings.fileName)\(choice)."
                ))
        }
        fonts = all.indices.filter(kept.contains).map { all[$0] }
    }

    /// Reports fonts that cannot be registered together.
    private mutating func reportConflicts() {
        var holders: [String: [Int]] = [:]
        for (place, font) in fonts.enumerated() {
            let names = font.faces.map(ExactNames.init)
            let candidates = Set(names.flatMap { $0.all.flatMap { holders[$0] ?? [] } }).sorted()
            for other in candidates where fonts[other].sha256 != font.sha256 {
                let held = fonts[other]
                guard let name = names.conflict(with: held.faces.map(ExactNames.init))?.name else { continue }
                problems.append(
                    BuildProblem(
                        .error, font.file.path,
                        "\(font.file.source) (\(font.versionText)) and \(held.file.source) (\(held.versionText)) both have the PostScript name \(name). Remove one of the files, or add it to “exclude” in \(NamesSettings.fileName)."
                    ))
            }
            for name in Set(names.flatMap(\.all)) { holders[name, default: []].append(place) }
        }
    }

    private mutating func reportUnknownNames() {
        let faces = fonts.flatMap(\.faces)
        let names = faces.flatMap { [$0.family, $0.postscriptName] + $0.instances.map(\.postscriptName) }
        for name in Set(settings.rename.keys).subtracting(names).sorted() {
            reportSetting(
                "“\(name)” in “rename” is no PostScript name and no family of the fonts. Correct or remove it.")
        }
    }
}
