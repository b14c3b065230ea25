import FontRegistry

extension SummaryReport {
    /// A report on a change, with what is known of fonts outside fontd's folders that it is about.
    ///
    /// A font that the system has cannot be changed, and the report says which package it came with. A registered font
    /// that was disabled may have a copy elsewhere, which programs still show.
    static func change(
        _ summary: FontSummary, isDisabling: Bool = false, by manager: FontManager, in context: FontctlContext
    ) async throws(FontError) -> SummaryReport {
        var report = SummaryReport(operation: .change, summary: summary)
        report.suggestions = await suggestions(for: summary, by: manager)
        let isForeign = summary.errors.contains { $0.code == .systemRequired }
        guard isForeign || isDisabling && summary.outcomes.contains(where: \.isSuccess) else { return report }
        let all = FontQuerySet(including: [FontQuery()], options: .namedInstances)
        let system = try await manager.fonts(matching: all).filter { $0.origin == .system }
        for outcome in summary.outcomes {
            if outcome.error?.code == .systemRequired {
                let font =
                    system.first { $0.path == outcome.item } ?? system.first { $0.postscriptName == outcome.item }
                report.packages[outcome.item] = font?.path.flatMap(context.packageOwner)
            } else if isDisabling, outcome.isSuccess, let registration = outcome.registration {
                let names = Set(registration.faces.map(\.postscriptName))
                let paths = Set(system.filter { names.contains($0.postscriptName) }.compactMap(\.path)).sorted()
                report.copies[registration.id] = paths
                for path in paths { report.packages[path] = context.packageOwner(path) }
            }
        }
        return report
    }

    /// What a person should know of changes that succeeded.
    var remarks: [String] {
        summary.outcomes.filter(\.isSuccess).flatMap { outcome -> [String] in
            guard case .change = operation, let registration = outcome.registration else { return [] }
            var remarks = (copies[registration.id] ?? []).map { path in
                "\(outcome.item): Programs still show a copy that is not registered, \(path). "
                    + (packages[path].map(Self.removal) ?? "Move it to another folder to hide it, too.")
            }
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

    /// How a package's font is hidden.
    static func removal(_ package: String) -> String {
        "It came with the package \(package): `sudo apt-get remove \(package)` removes it."
    }
}
