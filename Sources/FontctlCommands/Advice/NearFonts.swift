import FontRegistry

// Suggestions of similar font names, which are searched for only if a name was not found.

extension SummaryReport {
    /// Returns similar names for the targets of a summary that are not registered.
    static func suggestions(for summary: FontSummary, by manager: FontManager) async -> [String: [String]] {
        var suggestions: [String: [String]] = [:]
        let missing = summary.outcomes.filter { $0.error?.code == .notRegistered }.map(\.item)
        guard !missing.isEmpty, let registrations = try? await manager.registered() else { return [:] }
        let faces = registrations.flatMap(\.faces)
        let names = faces.map(\.postscriptName) + faces.flatMap { $0.instances.map(\.postscriptName) }
        for name in missing where !name.contains("/") {
            let near = NearNames.of(name, among: names)
            if !near.isEmpty { suggestions[name] = near }
        }
        return suggestions
    }
}

extension FontManager {
    /// Returns for each name the similar names of fonts, including system fonts.
    func nearNames(to names: [String]) async -> [String: [String]] {
        guard !names.isEmpty,
            let fonts = try? await fonts(
                matching: FontQuerySet(including: [FontQuery()], options: .namedInstances))
        else { return [:] }
        let known = Set(fonts.map(\.postscriptName) + fonts.map(\.face.family))
        var near: [String: [String]] = [:]
        for name in names { near[name] = NearNames.of(name, among: known) }
        return near
    }
}
