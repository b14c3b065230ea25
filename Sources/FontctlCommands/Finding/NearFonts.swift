import FontAdvice
import FontRegistry

// Suggestions of similar font names, which are searched for only if a name was not found.

extension SummaryReport {
    /// Returns similar names for the targets of a summary that are not registered.
    static func suggestions(for summary: FontSummary, by manager: FontManager) async -> [String: [String]] {
        let missing = summary.outcomes.filter { $0.error?.code == .notRegistered }.map(\.item)
        return ((try? await manager.nearRegisteredNames(to: missing)) ?? [:]).filter { !$0.value.isEmpty }
    }
}

extension FontManager {
    /// Returns for each name the similar PostScript names and families of registered fonts.
    func nearRegisteredNames(to missing: [String]) async throws(FontError) -> [String: [String]] {
        guard !missing.isEmpty else { return [:] }
        let faces = try await registered().flatMap(\.faces)
        let names = faces.flatMap { [$0.postscriptName, $0.family] + $0.instances.map(\.postscriptName) }
        var near: [String: [String]] = [:]
        for name in missing { near[name] = name.contains("/") ? [] : NearNames.of(name, among: names) }
        return near
    }

    /// Returns for each name the similar names of fonts, or the name in quotation marks that it forms with its
    /// neighbours among the texts of a command line.
    func nearNames(
        to names: [String], in texts: [String], areFamilies: Bool = false
    ) async -> [String: [String]] {
        var near = await nearNames(to: names, areFamilies: areFamilies)
        for run in JoinedName.runs(of: texts.map { ($0, names.contains($0)) }) {
            guard await isName(run.name, ofFamily: areFamilies) else { continue }
            for word in run.words where names.contains(word) { near[word] = [run.quoted] }
            break
        }
        return near
    }

    private func isName(_ name: String, ofFamily isFamily: Bool) async -> Bool {
        if isFamily { return (try? await match(family: name)).flatMap { $0 } != nil }
        guard let found = try? await resolve(name) else { return false }
        return found.match != nil || found.unusable != nil
    }
}
