import FontAdvice
import FontRegistry

/// The names of a command line that mean none of the fonts that programs can use.
struct MissingNames: Sendable {
    /// The names, with similar ones.
    private var names: [(name: String, near: [String])] = []

    init() {}

    /// Chooses what names mean, and searches for similar names of those that mean nothing.
    ///
    /// - Parameters:
    ///   - texts: Names, or patterns as of a shell; if there are none, all elements are kept.
    ///   - isNamed: Whether an element has a name.
    ///   - names: The names of an element for patterns.
    init<Element>(
        keeping texts: [String], of elements: inout [Element], by manager: FontManager,
        areFamilies: Bool, where isNamed: (Element, String) -> Bool, names: (Element) -> [String]
    ) async {
        guard !texts.isEmpty else { return }
        var kept: Set<Int> = []
        var missing: [String] = []
        for text in texts {
            let pattern = NamePattern(text)
            let places = elements.indices.filter { place in
                isNamed(elements[place], text)
                    || pattern.map { pattern in names(elements[place]).contains(where: pattern.matches) } ?? false
            }
            if places.isEmpty { missing.append(text) }
            kept.formUnion(places)
        }
        let near = await manager.nearNames(to: missing, in: texts, areFamilies: areFamilies)
        elements = elements.indices.filter(kept.contains).map { elements[$0] }
        self.names = missing.map { ($0, near[$0] ?? []) }
    }

    var isEmpty: Bool { names.isEmpty }

    /// The member for documents; nil if no name is missing.
    var json: JSON? { names.isEmpty ? nil : JSON(names.map(\.name)) }

    /// A line for each name.
    var lines: [String] {
        names.map { tr("\($0.name): No available font has that name.\(NearNames.question($0.near)) (201)") }
    }
}

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
