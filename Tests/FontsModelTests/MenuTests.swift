import FontModel
import FontRegistry
import Testing

@testable import FontsModel

/// What menus offer, and what lists select.
@Suite struct MenuTests {
    private func row(_ family: LibraryFamily) throws -> FamilyRow {
        try #require(MadeSnapshot([family]).snapshot.rows.first)
    }

    @Test func menusOfferWhatHasAnEffect() throws {
        let installed = try row(madeFamily([madeFont(madeFace("Lora"), id: "1")]))
        let on = MenuChoices([installed], favourites: [])
        #expect(!on.turnsOn && on.turnsOff && on.removes && !on.areFavourites)
        let off = MenuChoices(
            [try row(madeFamily([madeFont(madeFace("Lora"), id: "1", isOn: false)], off: [0]))], favourites: ["Lora"])
        #expect(off.turnsOn && !off.turnsOff && off.areFavourites)
        let partly = try row(
            madeFamily([madeFont(madeFace("Lora")), madeFont(madeFace("Lora", "Bold"))], off: [1]))
        let system = MenuChoices([partly], favourites: [])
        #expect(system.turnsOn && system.turnsOff && !system.removes, "a font of the system cannot be removed")
        #expect(MenuChoices([partly, installed], favourites: ["Lora"]).removes)
        let details = try #require(FamilyDetails(madeFamily([madeFont(madeFace("Lora"), id: "1")])))
        let file = MenuChoices([], details.files, favourites: [])
        #expect(!file.turnsOn && file.turnsOff && file.removes && !file.areFavourites)
    }

    @Test func favouritesAreAddedOrTakenOut() {
        let id = FontCollection.favourites
        #expect(
            MenuChoices.favourite(["A", "B"], in: ["A"]) == .collection(.add(families: ["B"], id: id)))
        #expect(
            MenuChoices.favourite(["A", "B"], in: ["A", "B", "C"])
                == .collection(.remove(families: ["A", "B"], id: id)))
    }

    /// What was installed is selected, and what is alone.
    @Test func installedFamiliesAreSelected() {
        #expect(ListSelection.shown(["A", "B", "C"], selected: ["A"], installed: ["C", "B"]) == ["B", "C"])
        #expect(ListSelection.shown(["A", "B"], selected: ["A"], installed: ["C"]) == ["A"], "it is not there yet")
        #expect(ListSelection.shown(["A"], selected: []) == ["A"])
        #expect(ListSelection.shown(["A", "B"], selected: []) == [] && ListSelection.shown([], selected: []) == [])
    }
}
