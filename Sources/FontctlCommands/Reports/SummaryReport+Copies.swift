import FontRegistry

extension SummaryReport {
    /// Returns a report on a change, including related fonts outside of fontd's folders.
    ///
    /// System fonts cannot be changed; the report names their packages. A disabled registered font may have copies
    /// elsewhere, which programs still see.
    ///
    /// - Parameter removedTags: The collections out of which fonts were taken.
    static func change(
        _ summary: FontSummary, isDisabling: Bool = false, removing removedTags: [String] = [], isDryRun: Bool = false,
        by manager: FontManager, in context: FontctlContext
    ) async -> SummaryReport {
        var report = SummaryReport(
            operation: .change, summary: summary, isDryRun: isDryRun, terminal: context.terminal)
        report.suggestions = await suggestions(for: summary, by: manager)
        report.explanations = context.explanations(
            of: summary.outcomes.filter { $0.error?.code == .notRegistered }.map(\.item))
        report.switches = await switches(for: summary, by: manager)
        report.addProgramsToRestart(in: context)
        if !isDryRun { report.goneTags = await goneTags(after: summary, removing: removedTags, by: manager) }
        let isForeign = summary.errors.contains { $0.code == .systemRequired }
        guard isForeign || isDisabling && summary.outcomes.contains(where: \.isSuccess) else { return report }
        // The change is made: a remark that cannot be found must not report it as failed.
        func paths(_ fonts: [FontDescriptor]?) -> [String] { (fonts ?? []).compactMap(\.path) }
        var files: [String: String] = [:]
        for outcome in summary.outcomes {
            if outcome.error?.code == .systemRequired {
                let path =
                    outcome.item.hasPrefix("/")
                    ? outcome.item : paths(try? await manager.systemFonts(answeringTo: outcome.item)).first
                files[outcome.item] = path
            } else if isDisabling, outcome.isSuccess, let registration = outcome.registration {
                var copies: Set<String> = []
                for name in Set(registration.faces.map(\.postscriptName)) {
                    copies.formUnion(paths(try? await manager.systemFonts(named: name)))
                }
                report.copies[registration.id] = copies.sorted()
                report.owners.merge(context.systemRegistrations(at: Array(copies))) { $1 }
                for path in copies { files[path] = path }
            }
        }
        // One search for all files, since each reads the lists of all packages.
        let packages = files.isEmpty ? [:] : context.packageOwners(Set(files.values).sorted())
        report.packages = files.compactMapValues { packages[$0] }
        return report
    }

    /// Returns the collections in which fonts were, and in which none is any more.
    private static func goneTags(
        after summary: FontSummary, removing tags: [String], by manager: FontManager
    ) async -> [String] {
        var candidates = Set(summary.outcomes.contains { $0.status == .tagged } ? tags : [])
        for outcome in summary.outcomes where outcome.status == .unregistered {
            candidates.formUnion(outcome.registration?.tags ?? [])
        }
        guard !candidates.isEmpty, let left = try? await manager.registered() else { return [] }
        return candidates.subtracting(left.flatMap(\.tags)).sorted()
    }

    /// Returns the changes after which the fonts that could not be enabled are shown, by the name in the request.
    private static func switches(for summary: FontSummary, by manager: FontManager) async -> [String: FontSwitch] {
        let items = summary.outcomes.filter { $0.error?.code == .duplicatedName }.map(\.item)
        guard !items.isEmpty, let registered = try? await manager.registered() else { return [:] }
        var switches: [String: FontSwitch] = [:]
        for item in items {
            let selection =
                item.hasPrefix("/")
                ? RegistrationSelection(path: item, among: registered)
                : RegistrationSelection(item, among: registered)
            switches[item] = selection.all.filter { !$0.isEnabled }.map { FontSwitch(to: $0, among: registered) }
                .first { !$0.holders.isEmpty }
        }
        return switches
    }

    /// Returns the origin of a package's font, of which other fonts must not be removed with it.
    static func origin(_ package: String) -> String { "It belongs to the package \(package)." }
}
