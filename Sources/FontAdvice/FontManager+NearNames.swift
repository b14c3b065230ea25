package import FontRegistry

extension FontManager {
    /// Returns for each name the similar names of fonts, including system fonts.
    ///
    /// - Parameter areFamilies: Whether only families are meant.
    package func nearNames(to names: [String], areFamilies: Bool = false) async -> [String: [String]] {
        guard !names.isEmpty,
            let fonts = try? await fonts(
                matching: FontQuerySet(including: [FontQuery()], options: areFamilies ? [] : .namedInstances))
        else { return [:] }
        let known = Set((areFamilies ? [] : fonts.map(\.postscriptName)) + fonts.map(\.face.family))
        var near: [String: [String]] = [:]
        for name in names { near[name] = NearNames.of(name, among: known) }
        return near
    }
}
