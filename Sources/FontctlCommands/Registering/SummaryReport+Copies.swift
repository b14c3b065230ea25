import FontAdvice
import FontRegistry

extension SummaryReport {
    /// Returns a report on a change, including related fonts outside of fontd's folders.
    ///
    /// A disabled registered font may have copies elsewhere, which programs still see.
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
        report.addRunningPrograms(in: context)
        if !isDryRun {
            await report.addStillHidden(by: manager)
            report.goneTags = await goneTags(after: summary, removing: removedTags, by: manager)
        }
        guard isDisabling else { return report }
        let done = summary.outcomes.filter(\.isSuccess)
        let systemFonts = done.flatMap(\.systemFonts)
        for font in isDryRun ? [] : systemFonts {
            let found = (try? await manager.systemFonts(named: font.face.postscriptName)) ?? []
            if let path = font.path, found.contains(where: { $0.path.hasBytes(of: path) }) {
                report.stillSeen.insert(path)
            }
        }
        let hidden = Set(systemFonts.compactMap(\.path))
        for registration in done.compactMap(\.registration) {
            let names = Set(registration.faces.map(\.postscriptName))
            var copies: Set<String> = []
            for name in names {
                // The change is made: a remark that cannot be found must not report it as failed.
                copies.formUnion(((try? await manager.systemFonts(named: name)) ?? []).compactMap(\.path))
            }
            report.copies[registration.id] = copies.subtracting(hidden).sorted()
            report.unrecorded[registration.id] = ((try? await manager.unrecordedFiles(named: names)) ?? []).sorted()
        }
        report.owners = context.systemRegistrations(at: report.copies.values.flatMap(\.self))
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
        guard !candidates.isEmpty, let left = try? await manager.collections() else { return [] }
        return candidates.subtracting(left.map(\.name)).sorted()
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
            let changes = selection.all.filter { !$0.isEnabled }.map { FontSwitch(to: $0, among: registered) }
                .filter { !$0.holders.isEmpty }
            // An item may be a family with several of them.
            switches[item] = changes.count > 1 ? FontSwitch(changes) ?? changes.first : changes.first
        }
        return switches
    }
}
