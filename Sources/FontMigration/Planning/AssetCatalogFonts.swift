import Foundation

/// The fonts in data sets of asset catalogues: `Media.xcassets/Lora.dataset/Lora-Regular.ttf`.
enum AssetCatalogFonts {
    /// The description of a data set.
    private struct Contents: Decodable {
        struct Item: Decodable { var filename: String? }
        var data: [Item]
    }

    /// Moves the fonts into the folder `Fonts` of the target.
    ///
    /// - Parameters:
    ///   - target: The target; afterwards with the new paths of its fonts.
    ///   - isUsed: Whether the target uses data sets by their names, which then stay.
    static func move(in target: inout MigrationTarget, isUsed: Bool, files: PackageFiles, plan: inout MigrationPlan) {
        for index in target.fonts.indices {
            let path = target.fonts[index].path
            let folder = PathName.folder(path)
            guard folder.hasSuffix(".dataset"), folder.contains(".xcassets/") else { continue }
            guard !isUsed else {
                plan.remark("The font stays in its data set, which the sources use by its name.", path)
                continue
            }
            let description = folder + "/Contents.json"
            guard let contents = files.contents(description), let font = files.contents(path),
                let items = try? JSONDecoder().decode(Contents.self, from: Data(contents)).data,
                items.count == 1, items[0].filename == PathName.last(path)
            else {
                plan.remark("The data set has more than this font. Move the font into a folder of the target.", path)
                continue
            }
            let place = "\(target.folder)/Fonts/\(PathName.last(path))"
            guard [nil, font].contains(plan.pending(place) ?? files.contents(place)) else {
                plan.remark("\(place) is another file. Move the font to another place.", path)
                continue
            }
            plan.change(place, from: files.contents(place), to: font)
            plan.change(path, from: font, to: nil)
            plan.change(description, from: contents, to: nil)
            target.fonts[index].path = place
        }
    }
}
