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
    private var names: [String] { [conflict.error.conflict?.postscriptName].compactMap(\.self) }

    /// The style of the font that is to be installed whose name is taken; of a variable font that instance.
    package var offered: NamedStyle? { NamedStyle(of: item.faces, named: names) }

    /// The style of the installed font that has the name; nil if the other font is not installed.
    package var installed: NamedStyle? {
        conflict.registration.flatMap { NamedStyle(of: $0.faces, named: names) }
    }

    /// The family and style of the font that is to be installed.
    package var offeredTitle: String { offered?.title ?? item.title }

    /// What the installed font is, as one line.
    package var installedTitle: String {
        installed?.title ?? DisplayText.clean(String(PathText.name(of: conflict.file ?? "")))
    }
}
