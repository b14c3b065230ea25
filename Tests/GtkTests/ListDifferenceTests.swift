internal import Testing

@testable internal import Gtk

@Suite struct ListDifferenceTests {
    /// Applies the runs as a view sees them: from the end, each to the list that the others left.
    private func applied(_ difference: ListDifference, to old: [Int], _ new: [Int]) -> [Int] {
        var list = old
        for run in difference.runs.reversed() {
            list.replaceSubrange(run.position..<(run.position + run.removed), with: new[run.added])
        }
        return list
    }

    private func permutations(_ elements: [Int]) -> [[Int]] {
        guard let first = elements.first else { return [[]] }
        return permutations(Array(elements.dropFirst())).flatMap { rest in
            (0...rest.count).map { position in
                var list = rest
                list.insert(first, at: position)
                return list
            }
        }
    }

    /// All lists of up to five numbers below five, beside one.
    @Test func theRunsMakeAnyListOfAnyOther() {
        let lists = (0..<32).flatMap { set in permutations((0..<5).filter { set & (1 << $0) != 0 }) }
        for old in [[], [0], [0, 1, 2], [3, 0, 4], [0, 1, 2, 3, 4], [4, 2, 0, 1]] {
            for new in lists {
                let difference = ListDifference(from: old, to: new)
                #expect(applied(difference, to: old, new) == new, "\(old) to \(new): \(difference)")
                #expect(difference.runs.allSatisfy { $0.removed > 0 || !$0.added.isEmpty })
                // Elements that a selection may have are never taken away by one run and added by another.
                for run in difference.runs {
                    let removed = Set(old[run.position..<(run.position + run.removed)])
                    let others = difference.runs.filter { $0 != run }.flatMap { new[$0.added] }
                    #expect(removed.isDisjoint(with: others))
                }
            }
        }
    }

    @Test func equalListsHaveNoRuns() { #expect(ListDifference(from: [1, 2, 3], to: [1, 2, 3]).runs.isEmpty) }

    @Test func oneElementIsOneRun() {
        let list = Array(0..<5_000)
        var fewer = list
        fewer.remove(at: 2_500)
        #expect(
            ListDifference(from: list, to: fewer).runs == [.init(position: 2_500, removed: 1, added: 2_500..<2_500)])
        #expect(
            ListDifference(from: fewer, to: list).runs == [.init(position: 2_500, removed: 0, added: 2_500..<2_501)])
    }

    @Test func scatteredElementsAreRunsOfTheirOwn() {
        let old = Array(0..<100)
        let new = old.filter { $0 % 10 != 5 }
        let difference = ListDifference(from: old, to: new)
        #expect(difference.runs.map(\.position) == [5, 15, 25, 35, 45, 55, 65, 75, 85, 95])
        #expect(difference.runs.allSatisfy { $0.removed == 1 && $0.added.isEmpty })
    }

    @Test func manyRunsAreOne() {
        let old = Array(0..<1_000)
        let few = old.filter { $0 % 2 == 0 || $0 >= ListDifference.mostRuns * 2 }
        #expect(ListDifference(from: old, to: few).runs.count == ListDifference.mostRuns)
        let many = old.filter { $0 % 2 == 0 || $0 >= ListDifference.mostRuns * 2 + 2 }
        let difference = ListDifference(from: old, to: many)
        #expect(difference.runs.count == 1)
        #expect(applied(difference, to: old, many) == many)
    }

    @Test func aMovedElementIsInOneRunWithThoseBetween() {
        let difference = ListDifference(from: [0, 1, 2, 3, 4, 5], to: [0, 2, 3, 1, 4, 5])
        #expect(difference.runs == [.init(position: 1, removed: 3, added: 1..<4)])
    }
}
