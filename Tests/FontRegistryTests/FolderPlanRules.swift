import Testing

@testable import FontRegistry

/// The assignment of fonts to folders.
@Suite struct FolderPlanRules {
    private func plan(_ folders: (id: Int64, fonts: Int, cost: Int)...) -> FolderPlan {
        FolderPlan(folders: folders.map { .init(id: $0.id, fontCount: $0.fonts, scanCost: $0.cost) })
    }

    /// Places fonts of equal cost, adding folders as needed, and returns the folder of each font.
    private func places(_ count: Int, cost: Int, in plan: inout FolderPlan, next: Int64 = 100) -> [Int64] {
        var next = next
        return (0..<count).compactMap { _ in
            if let folder = plan.place(cost: cost) { return folder.id }
            plan.add(next)
            next += 1
            return plan.place(cost: cost)?.id
        }
    }

    @Test func withoutFoldersOneIsNeeded() {
        var plan = plan()
        #expect(plan.place(cost: 1) == nil)
        plan.add(1)
        #expect(plan.place(cost: 1) == .init(id: 1, fontCount: 1, scanCost: 1))
    }

    @Test func aFolderHolds64Fonts() {
        var plan = plan()
        let placed = places(130, cost: 1, in: &plan)
        #expect(placed == Array(repeating: 100, count: 64) + Array(repeating: 101, count: 64) + [102, 102])
    }

    @Test func aFolderHoldsTenMillisecondsOfScanning() {
        var plan = plan()
        #expect(places(5, cost: 4_000, in: &plan) == [100, 100, 101, 101, 102])
        #expect(places(2, cost: 5_000, in: &plan, next: 200) == [102, 200])
    }

    @Test func aFontThatCostsMoreThanAFolderMayHasOneOfItsOwn() {
        var plan = plan()
        #expect(places(3, cost: 50_000, in: &plan) == [100, 101, 102])
        #expect(plan.place(cost: 1) == nil)
    }

    @Test func holesAreFilledBeforeAFolderIsMade() {
        var plan = plan((1, 63, 100), (2, 64, 100), (3, 62, 100))
        #expect(places(4, cost: 1, in: &plan) == [3, 3, 1, 100])
    }

    @Test func aBatchStaysTogetherInTheFolderWithMostRoom() {
        var plan = plan((1, 10, 100), (2, 3, 100), (3, 20, 100))
        #expect(Set(places(40, cost: 1, in: &plan)) == [2])
    }

    @Test func ofEqualFoldersTheOldestIsTaken() {
        var plan = plan((7, 5, 0), (4, 5, 0))
        #expect(plan.place(cost: 1)?.id == 4)
    }
}
