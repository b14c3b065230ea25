import FontRegistry

extension SummaryReport {
    /// Returns a report on a change, including related fonts outside of fontd's folders.
    ///
    /// System fonts cannot be changed; the report names their packages. A disabled registered font may have copies
    /// elsewhere, which programs still see.
    static func change(
        _ summary: FontSummary, isDisabling: Bool = false, isDryRun: Bool = false, by manager: FontManager,
        in context: FontctlContext
    ) async -> SummaryReport {
        var report = SummaryReport(
            operation: .change, summary: summary, isDryRun: isDryRun, terminal: context.terminal)
        report.suggestions = await suggestions(for: summary, by: manager)
        report.addProgramsToRestart(in: context)
        let isForeign = summary.errors.contains { $0.code == .systemRequired }
        guard isForeign || isDisabling && summary.outcomes.contains(where: \.isSuccess) else { return report }
        // The change is made: a remark that cannot be found must not report it as failed.
        func paths(_ name: String) async -> [String] {
            ((try? await manager.systemFonts(named: name)) ?? []).compactMap(\.path)
        }
        for outcome in summary.outcomes {
            if outcome.error?.code == .systemRequired {
                let path = outcome.item.hasPrefix("/") ? outcome.item : await paths(outcome.item).first
                report.packages[outcome.item] = path.flatMap(context.packageOwner)
            } else if isDisabling, outcome.isSuccess, let registration = outcome.registration {
                var copies: Set<String> = []
                for name in Set(registration.faces.map(\.postscriptName)) { copies.formUnion(await paths(name)) }
                report.copies[registration.id] = copies.sorted()
                report.owners.merge(context.systemRegistrations(at: Array(copies))) { $1 }
                for path in copies { report.packages[path] = context.packageOwner(path) }
            }
        }
        return report
    }

    /// The remarks about successful changes.
    var remarks: [String] {
        summary.outcomes.filter(\.isSuccess).flatMap { outcome -> [String] in
            guard case .change = operation, let registration = outcome.registration else { return [] }
            var remarks = (copies[registration.id] ?? []).map { path in
                if let owner = owners[path] {
                    return "\(outcome.item): Programs still show a copy, \(path). \(owner.explanation)"
                }
                return "\(outcome.item): Programs still show a copy that is not registered, \(path). "
                    + (packages[path].map(Self.removal) ?? "Move it to another folder to hide it, too.")
            }
            guard !isDryRun else { return remarks }
            let isInstance = registration.faces.contains { face in
                face.postscriptName != outcome.item && face.instances.contains { $0.postscriptName == outcome.item }
            }
            if isInstance, !registration.faces.contains(where: { $0.postscriptName == outcome.item }) {
                remarks.append(
                    "\(outcome.item): This is a style of the variable font \(registration.file), which changed as a whole."
                )
            }
            return remarks
        }
    }

    /// Returns the advice on how to remove a package's font.
    static func removal(_ package: String) -> String {
        "It was installed by the package \(package): `sudo apt-get remove \(package)` removes it."
    }
}
