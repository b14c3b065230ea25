import Testing

@testable import FontStore

/// The assignment of fonts to folders.
@Suite struct FolderPlanRuleTests {
    private func plan(_ folders: (id: Int64, fonts: Int, cost: Int)...) -> FolderPlan {
        FolderPlan(folders: folders.map { .init(id: $0.id, fontCount: $0.fonts, scanCost: $0.cost) })
    }

    /// Places fonts of equal cost, adding folders as needed, and returns the folder of each font.
    private func places(_ count: Int, cost: Int, in plan: inout FolderPlan, next: Int64 = 100) -> [Int64] {
        var next = next
        return (0..<count).compactMap { _ in
            if let folder = plan.place(cost: cost) { return folder.id }
            plan.add(next, cost: cost)
            next += 1
            return next - 1
        }
    }

    @Test func withoutFoldersOneIsNeeded() {
        var plan = plan()
        #expect(plan.place(cost: 1) == nil)
        plan.add(1, cost: 1)
        #expect(plan.place(cost: 1) == .init(id: 1, fontCount: 2, scanCost: 2))
    }

    @Test func aBatchFillsLargeFoldersAfterItsFirstFonts() {
        var plan = plan()
        let placed = places(600, cost: 1, in: &plan)
        let expected = [(100, 16), (101, 256), (102, 256), (103, 72)].flatMap { id, count in
            Array(repeating: Int64(id), count: count)
        }
        #expect(placed == expected)
    }

    @Test func aLargeFolderHoldsFortyMillisecondsOfScanning() {
        var plan = plan()
        _ = places(16, cost: 1, in: &plan)
        #expect(places(11, cost: 4_000, in: &plan, next: 200) == Array(repeating: 200, count: 10) + [201])
    }

    @Test func aSmallFolderHoldsTenMillisecondsOfScanning() {
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
        var plan = plan((1, 15, 100), (2, 16, 100), (3, 14, 100))
        #expect(places(4, cost: 1, in: &plan) == [3, 3, 1, 100])
    }

    /// Single fonts that arrive over years must not make every program start slower.
    @Test(arguments: [(15, 16), (16, 32), (31, 32), (32, 64), (200, 64)])
    func theMoreSmallFoldersTheLargerTheyAre(_ folders: Int, _ size: Int) {
        func plan(fonts: Int) -> FolderPlan {
            FolderPlan(folders: (1...folders).map { .init(id: Int64($0), fontCount: fonts, scanCost: 0) })
        }
        var (open, full) = (plan(fonts: size - 1), plan(fonts: size))
        #expect(open.place(cost: 1) != nil)
        #expect(full.place(cost: 1) == nil)
    }

    @Test func fontsOfOneOperationStayTogetherInTheEmptiestFolder() {
        var plan = plan((1, 6, 100), (2, 3, 100), (3, 10, 100))
        #expect(Set(places(13, cost: 1, in: &plan)) == [2])
    }

    @Test func ofEqualFoldersTheOldestIsTaken() {
        var plan = plan((7, 5, 0), (4, 5, 0))
        #expect(plan.place(cost: 1)?.id == 4)
    }

    /// A replacement comes before the replaced font in the order of folders, also in a batch.
    @Test func theFontsOfABatchAreInAllowedFoldersOnly() {
        var plan = plan()
        _ = places(20, cost: 1, in: &plan)
        func place(before limit: Int64) -> Int64? {
            plan.place(cost: 1, where: { $0 < limit }, preferring: { _ in true })?.id
        }
        #expect(place(before: 100) == nil)
        plan.add(99, cost: 1)
        #expect(place(before: 100) == 99)
        for id: Int64 in 90..<98 { plan.add(id, cost: 1) }
        // However many folders there are.
        #expect(place(before: 90) == nil)
    }

    @Test func theFontsOfABatchKeepTheirNamesInAFewFolders() {
        var plan = plan()
        _ = places(20, cost: 1, in: &plan)
        var made: Int64 = 200
        for _ in 0..<20 {
            let place = plan.place(cost: 1, where: { _ in true }, preferring: { _ in false })
            guard place == nil else { continue }
            made += 1
            plan.add(made, cost: 1)
        }
        #expect(made == 207)
    }
}

extension FolderPlan {
    /// Places one font that can have any name in any folder, and counts it.
    fileprivate mutating func place(cost: Int) -> Folder? {
        place(cost: cost, where: { _ in true }, preferring: { _ in true })
    }
}
