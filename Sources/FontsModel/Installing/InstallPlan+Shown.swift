import FontModel

extension InstallPlan.Family {
    /// The font that stands for the family in a picture: upright, and nearest to the regular weight.
    package var shown: ExaminedItem? {
        func distance(_ item: ExaminedItem) -> Double {
            guard let face = item.faces.first else { return .infinity }
            return abs(face.weight - 400) + (face.slant == 0 ? 0 : 1_000)
        }
        return items.min { distance($0) < distance($1) }
    }
}

extension InstallPlan.ConflictRow {
    /// The family and style of the font that is to be installed.
    package var offeredTitle: String {
        guard let face = item.faces.first else { return item.title }
        return "\(face.family) \(face.style)"
    }
}
