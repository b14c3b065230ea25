import FontModel
import FontRegistry

/// What a menu offers for selected fonts: only what changes something.
package struct MenuChoices: Sendable, Hashable {
    package var turnsOn: Bool
    package var turnsOff: Bool
    package var removes: Bool
    /// Whether all families are favourites already, so that the menu takes them out.
    package var areFavourites: Bool

    /// - Parameters:
    ///   - families: The selected families.
    ///   - files: Files of styles whose families are not selected themselves.
    ///   - favourites: The families that are favourites.
    package init(_ families: [FamilyRow], _ files: [FileRow] = [], favourites: Set<String>) {
        turnsOn = families.contains { $0.state != .on } || files.contains { !$0.isOn }
        turnsOff = families.contains { $0.state != .off } || files.contains(where: \.isOn)
        removes = families.contains(where: \.isInstalled) || files.contains(where: \.isRemovable)
        areFavourites = !families.isEmpty && favourites.isSuperset(of: families.map(\.id))
    }

    /// The command that makes a family a favourite, or none any more.
    package static func favourite(_ families: [String], in favourites: Set<String>) -> LibraryCommand {
        let id = FontCollection.favourites
        return .collection(
            favourites.isSuperset(of: families)
                ? .remove(families: families, id: id)
                : .add(families: families.filter { !favourites.contains($0) }, id: id))
    }
}
