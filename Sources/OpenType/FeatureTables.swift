import FontModel

/// The features of a face, from the feature lists of `GSUB` and `GPOS` (OpenType, “Feature List Table”) and the names in
/// `FeatureParams`.
///
/// What lies outside its table is skipped; `validate` reports it.
struct FeatureTables {
    private var features: [String: FontFeature] = [:]
    private let names: NameTable
    /// The names by their id: many records may share one.
    private var known: [Int: [FontFeature.Text]] = [:]
    private var budget: WorkBudget

    /// Returns the features of a face, each tag once, sorted by tag.
    ///
    /// - Parameter budget: The work that may still be done; with less, features and names are missing.
    static func features(_ tables: TableDirectory, names: NameTable, budget: inout WorkBudget) -> [FontFeature] {
        var found = FeatureTables(names: names, budget: budget)
        for tag in ["GSUB", "GPOS"] as [Tag] {
            if let table = tables[tag] { found.read(table, tag.text) }
        }
        budget = found.budget
        return found.features.values.sorted { $0.tag < $1.tag }
    }

    private init(names: NameTable, budget: WorkBudget) { (self.names, self.budget) = (names, budget) }

    private mutating func read(_ table: FontBytes, _ tableTag: String) {
        guard table.u16(0) == 1, let offset = table.u16(6), offset > 0, let list = table.slice(from: offset),
            let stated = list.u16(0)
        else { return }
        let count = min(stated, max(0, list.count - 2) / 6)
        guard budget.spend(8 * count) else { return }
        for index in 0..<count {
            guard let tag = list.tag(2 + 6 * index)?.text, let offset = list.u16(6 + 6 * index), offset > 0,
                let record = list.slice(from: offset), let parameters = record.u16(0)
            else { continue }
            guard features[tag] != nil || features.count < FontFeature.most else { return }
            var feature = features[tag] ?? FontFeature(tag: tag)
            if !feature.tables.contains(tableTag) { feature.tables.append(tableTag) }
            if feature.names.isEmpty, parameters > 0, let table = record.slice(from: parameters) {
                describe(&feature, table)
            }
            feature.name = feature.names.first?.text ?? RegisteredFeatures.name(tag)
            features[tag] = feature
        }
    }

    /// Reads the parameters of a stylistic set or a character variant; those of other features have no names.
    private mutating func describe(_ feature: inout FontFeature, _ parameters: FontBytes) {
        guard parameters.u16(0) == 0, let label = parameters.u16(2) else { return }
        if RegisteredFeatures.isStylisticSet(feature.tag) {
            feature.names = texts(label)
        } else if RegisteredFeatures.isCharacterVariant(feature.tag) {
            feature.names = texts(label)
            feature.explanation = feature.explanation ?? parameters.u16(4).flatMap { texts($0).first?.text }
            feature.sampleText = feature.sampleText ?? parameters.u16(6).flatMap { texts($0).first?.text }
            guard feature.choices.isEmpty, let count = parameters.u16(8), let first = parameters.u16(10), count > 0
            else { return }
            // A choice without a name ends the list, since the others would get wrong numbers.
            for number in first..<first + min(count, Self.mostChoices) {
                guard let name = texts(number).first?.text else { break }
                feature.choices.append(name)
            }
        }
    }

    /// Returns the texts of a name, one per language, the default first; none unless it is a name of the font's own.
    private mutating func texts(_ nameID: Int) -> [FontFeature.Text] {
        guard (256...32_767).contains(nameID) else { return [] }
        if let known = known[nameID] { return known }
        guard budget.spend(16 * names.count(of: nameID) + 16) else { return [] }
        var seen: Set<String?> = []
        var texts: [FontFeature.Text] = []
        for entry in names.candidates(nameID) where texts.count < Self.mostLanguages {
            guard seen.insert(entry.record.language).inserted else { continue }
            texts.append(FontFeature.Text(language: entry.record.language, text: entry.record.display))
        }
        known[nameID] = texts
        return texts
    }

    /// The maximum number of named values of a feature.
    private static let mostChoices = 99
    /// The maximum number of languages of a name.
    private static let mostLanguages = 64
}
